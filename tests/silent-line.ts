/** An address of a database that can fall silent, as when its machine loses power or the network drops packets. */
import { connect as connectTo, createServer, type Socket } from 'node:net'

export type Line = {
  /** The database's address, through here. */
  url: string
  /** Nothing passes anymore, in either direction, and no end of a connection is told; `open`: new connections still work. */
  goSilent(which: 'open' | 'all'): void
  speak(): void
  close(): void
}

export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((from) => {
    const to = connectTo(Number(port), hostname)
    for (const socket of [from, to]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
      if (isSilent) socket.pause()
    }
    from.on('data', (bytes) => to.write(bytes)).on('end', () => to.end())
    to.on('data', (bytes) => from.write(bytes)).on('end', () => from.end())
    if (isSilent) for (const socket of [from, to]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.port = String((server.address() as { port: number }).port)
  return {
    url: address.href,
    close: () => server.close(),
    goSilent: (which) => {
      isSilent = which === 'all'
      for (const socket of open) socket.pause()
    },
    speak: () => {
      isSilent = false
      for (const socket of open) socket.resume()
    },
  }
}
