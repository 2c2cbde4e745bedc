import { connect, type Socket } from 'node:net'

/**
 * Keep-alive connections that each send one request after the other, straight on the socket: a generator this
 * light leaves the machine to what is measured, and can tell 0.1 ms from 1 ms.
 */
export type Load = {
  port: number
  connections: number
  seconds: number
  /** The bytes of the next request. */
  next: () => Buffer
  expectedStatus: number
}

/** What one side did in one round. */
export type Sample = { perSecond: number; latenciesMs: number[] }

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

export const getRequest = (path: string, headers: Record<string, string> = {}): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n${headerLines(headers)}\r\n`)

export function postRequest(path: string, headers: Record<string, string>, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${headerLines(headers)}\r\n${body}`,
  )
}

/** Drives the load for the given time; every request that was started is finished and counted. */
export async function drive({ port, connections, seconds, next, expectedStatus }: Load): Promise<Sample> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const latenciesMs: number[] = []
  const start = performance.now()
  const endsAt = start + seconds * 1000
  try {
    await Promise.all(
      sockets.map((socket) => converse(socket, { next, expectedStatus, endsAt, latenciesMs })),
    )
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - start), latenciesMs }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

type Talk = Pick<Load, 'next' | 'expectedStatus'> & { endsAt: number; latenciesMs: number[] }

const HEAD_END = '\r\n\r\n'

function converse(socket: Socket, { next, expectedStatus, endsAt, latenciesMs }: Talk): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer | null = null
    /** Bytes of the body still to come; null: the head is not complete. */
    let missing: number | null = null
    let sentAt = 0

    const send = () => {
      head = null
      missing = null
      sentAt = performance.now()
      socket.write(next())
    }
    const finish = () => {
      const now = performance.now()
      latenciesMs.push(now - sentAt)
      if (now < endsAt) return send()
      socket.removeAllListeners()
      resolve()
    }
    const readHead = (chunk: Buffer) => {
      head = head ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(HEAD_END)
      if (end === -1) return
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (Number(text.slice(9, 12)) !== expectedStatus || length === undefined)
        throw new Error(`an answer that was not expected:\n${head.toString('utf8').slice(0, 1000)}`)
      missing = Number(length) - (head.length - end - HEAD_END.length)
    }
    socket.on('data', (chunk) => {
      try {
        if (missing === null) readHead(chunk)
        else missing -= chunk.length
      } catch (error) {
        return reject(error)
      }
      if (missing === 0) finish()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    send()
  })
}
