/** A PostgreSQL that follows another one, and replaces it when that one is lost. */
import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { eventually, newFolder } from './program.ts'

export type Node = EmbeddedPostgres & { dataDir: string }

/** What a server says when it is killed is expected. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** A replica that is a little behind still finds what it needs. */
const KEPT_LOG = '512MB'

export async function startNode(dataDir: string, settings: Record<string, string> = {}): Promise<Node> {
  const given = { dataDir, log, settings: { wal_keep_size: KEPT_LOG, ...settings } }
  return { ...(await startEmbeddedPostgres(given)), dataDir }
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies the primary's files while it is written to, as pg_basebackup does, and starts them as a streaming replica. From
 * then on the primary acknowledges nothing that the replica has not written to its disk.
 */
export async function startReplica(primary: Node): Promise<Node> {
  const dataDir = await newFolder()
  await connected(primary.url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    await copyFiles(primary.dataDir, dataDir)
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    await writeFile(join(dataDir, 'postgres', 'backup_label'), rows[0]?.label ?? '')
    await writeFile(join(dataDir, 'postgres', 'standby.signal'), '')
  })
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const replica = await startNode(dataDir, { primary_conninfo })
  await connected(primary.url, async (client) => {
    const replicaIs = async (condition: string) =>
      (await client.query(`select from pg_stat_replication where ${condition}`)).rowCount === 1
    await eventually(() => replicaIs(`state = 'streaming'`))
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await eventually(() => replicaIs(`sync_state = 'sync'`))
  })
  return replica
}

/** The write-ahead log comes from the primary; a file that disappears meanwhile is not needed. */
async function copyFiles(from: string, to: string): Promise<void> {
  await copyFile(join(from, 'postgres-password'), join(to, 'postgres-password'))
  await promisify(execFile)('cp', ['-a', join(from, 'postgres'), to]).catch(() => undefined)
  const folder = join(to, 'postgres')
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(folder, name), { force: true })
  await promisify(execFile)('find', [join(folder, 'pg_wal'), '-type', 'f', '-delete'])
}

/** As if its machine were gone: nothing is finished, nothing is announced. */
export async function killNode({ dataDir }: Node): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

export async function promote(replica: Node): Promise<void> {
  await connected(replica.url, (client) => client.query('select pg_promote(true, 60)'))
}
