import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'

/** Starts the embedded database in the given folder, prints its address, and keeps it running until SIGTERM. */
const log = { info: () => undefined, warn: console.log, error: console.error }
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] as string, log })
const alive = setInterval(() => undefined, 60_000)
process.once('SIGTERM', async () => {
  await server.stop()
  clearInterval(alive)
})
console.log(`ready ${server.url}`)
