/** A system that listens, on this machine: it keeps what it was sent, and checks it with the specification's own library. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** What it was answered; null: nothing. */
  status: number | null
}
export type WebhookBody = { type: string; timestamp: string; url: string; data: Record<string, string> }
/** `never`: the connection stays open until the receiver is closed. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'close' | 'never'

export type WebhookReceiver = {
  url: string
  received: Received[]
  /** What it answers from now on. */
  answer: () => Answer
  /** The bodies it accepted, once for each `webhook-id`. @throws if one was not signed with one of the secrets. */
  accepted(...secrets: string[]): WebhookBody[]
  close(): Promise<void>
}

export const OK: Answer = { status: 204 }

/** @throws {WebhookVerificationError} unless the secret signed it, at the moment that it says. */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): WebhookBody {
  // The library compares with the machine's time, and the program's is moved by the test.
  const { now } = Date
  Date.now = () => Number(headers['webhook-timestamp']) * 1_000
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody
  } finally {
    Date.now = now
  }
}

const verifyAny = (secrets: readonly string[], received: Received): WebhookBody => {
  for (const secret of secrets.slice(1))
    try {
      return verify(secret, received)
    } catch {}
  return verify(secrets[0] ?? '', received)
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = receiver.answer()
      const { url: path = '', headers } = request
      const status = typeof answer === 'string' ? null : answer.status
      receiver.received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8'), status })
      if (answer === 'close') request.socket.destroy()
      else if (answer !== 'never') response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    answer: () => OK,
    accepted: (...secrets) => {
      const kept = receiver.received.filter(({ status }) => status !== null && status < 300)
      return [...new Map(kept.map((one) => [one.headers['webhook-id'], one])).values()].map((one) =>
        verifyAny(secrets, one),
      )
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
