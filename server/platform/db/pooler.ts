import { newClient } from './hosts.ts'

/**
 * Whether `url` leads to a pooler such as PgBouncer. A server tells each client the number of its own process; a pooler
 * makes one up, since the process behind it changes.
 */
export async function isPooler(url: string): Promise<boolean> {
  const client = newClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (client as unknown as { processID: number | null }).processID !== rows[0]?.pid
  } finally {
    await client.end()
  }
}
