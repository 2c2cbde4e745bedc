// Ports for servers of tests.
import { createServer } from 'node:net'

/**
 * The first of this many free ports in a row, from a random place below those that the system assigns to outgoing
 * connections: two runs of the tests at once do not collide.
 */
export async function freePorts(count) {
  for (let first = 10_000 + Math.floor(Math.random() * 20_000); first + count < 32_000; first += count) {
    const ports = Array.from({ length: count }, (_, place) => first + place)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row`)
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
