/** The embedded database: one program per data folder, and no committed data lost by a stop, a crash or a kill. */
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import {
  canBeNobody,
  cleanUp,
  eventually,
  newFolder,
  node,
  type Program,
  processesUsing,
  start,
} from './program.ts'

const hold = (folder: string, options = {}) =>
  start(node, ['tests/process/hold-database.ts', folder], options)

async function ready(program: Program): Promise<string> {
  const found = () => /ready (postgres:\S+)/.exec(program.output())?.[1]
  await eventually(() => found() !== undefined || program.child.exitCode !== null)
  const url = found()
  if (url === undefined) throw new Error(program.output())
  return url
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function keepsData(folder: string, options = {}): Promise<void> {
  const first = hold(folder, options)
  await query(await ready(first), 'CREATE TABLE kept AS SELECT 42 AS answer')
  await stop(first)
  expect(await processesUsing(folder)).toEqual([])
  const second = hold(folder, options)
  expect(await query(await ready(second), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await stop(second)
}

afterEach(cleanUp)

describe('the embedded database', () => {
  it('keeps its data across restarts in a folder that only its owner may enter', async () => {
    const folder = await newFolder()
    await keepsData(folder)
    expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600)
  })

  it('keeps its data across restarts in a folder that others may enter', async () => {
    const folder = await newFolder()
    await chmod(folder, 0o755)
    await keepsData(folder)
  })

  it.runIf(canBeNobody)(
    'keeps its data for a user who is not root, and root can start it afterwards',
    async () => {
      const folder = await newFolder({ forNobody: true })
      await keepsData(folder, { asNobody: true })
      const asRoot = hold(folder)
      expect(await query(await ready(asRoot), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      await stop(asRoot)
    },
  )

  it('uses UTF-8, listens on this machine only, syncs to disk and requires its password', async () => {
    const program = hold(await newFolder())
    const url = await ready(program)
    const settings = await query(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'server_encoding', 'jit')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
    })
    expect(await query(url, `SELECT lower('ŁÓDŹ') AS word`)).toEqual([{ word: 'łódź' }])
    await expect(query(url.replace(/:[^:@]*@/, ':guess@'), 'SELECT 1')).rejects.toThrow('password')
    await stop(program)
  })

  it('is stopped and restarted with all committed data when its program has crashed and left it running', async () => {
    const folder = await newFolder()
    const crashed = hold(folder)
    await query(await ready(crashed), 'CREATE TABLE kept AS SELECT 42 AS answer')
    const [orphan] = await processesUsing(join(folder, 'postgres'))
    crashed.child.kill('SIGKILL')
    await crashed.ended
    expect(orphan && (await processesUsing(folder))).toContain(orphan)

    const next = hold(folder)
    expect(await query(await ready(next), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(await processesUsing(folder)).not.toContain(orphan)
    await stop(next)
  })

  it('restarts after everything was killed, even if another program now has its process id', async () => {
    const folder = await newFolder()
    const crashed = hold(folder)
    await query(await ready(crashed), 'CREATE TABLE kept AS SELECT 42 AS answer')
    crashed.child.kill('SIGKILL')
    for (const pid of await processesUsing(join(folder, 'postgres'))) process.kill(pid, 'SIGKILL')
    await crashed.ended
    const pidFile = join(folder, 'postgres', 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'))

    const next = hold(folder)
    expect(await query(await ready(next), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await stop(next)
  })

  it('refuses a second program in its folder while the first is running', async () => {
    const folder = await newFolder()
    const first = hold(folder)
    const url = await ready(first)
    const second = hold(folder)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`in use by another copy of this program (process ${first.child.pid})`)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop(first)
  })

  it('lets exactly one of several programs that start at once use the folder', async () => {
    const folder = await newFolder()
    const all = [hold(folder), hold(folder), hold(folder)]
    await eventually(() => all.filter((one) => one.child.exitCode !== null).length === 2)
    const [winner] = all.filter((one) => one.child.exitCode === null)
    await ready(winner as Program)
    await stop(winner as Program)
  })

  it('refuses the data of another major version and says how to restore a backup', async () => {
    const folder = await newFolder()
    const first = hold(folder)
    await ready(first)
    await stop(first)
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n')
    const second = hold(folder)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('was made by PostgreSQL 17')
    expect(second.output()).toContain('npm run restore -- <backup>')
  })
})
