/** A database address that leads to another server when it is switched, as in a failover. */
import { connect, createServer, type Socket } from 'node:net'

export type SwitchedAddress = {
  /** The database's address, through here. */
  url: string
  /** From now on connections lead to the server at `url`; open ones are closed. Null: no server answers. */
  switchTo(url: string | null): void
  close(): Promise<void>
}

export async function switchedAddress(url: string): Promise<SwitchedAddress> {
  let target: URL | null = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (!target) {
      client.destroy()
      return
    }
    const database = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one)
      one.setNoDelay().pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as { port: number }).port)
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: through.href,
    switchTo: (to) => {
      target = to === null ? null : new URL(to)
      endAll()
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
