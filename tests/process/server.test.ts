/** The server on its own: settings, ports, kills, backup and restore, and an external PostgreSQL. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { freePort } from '../free-port.ts'
import { cleanUp, isRoot, newFolder, node, processesUsing, start } from './program.ts'
import { campaignsOf, interrupt, signIn, signUp, visit } from './site.ts'

async function runCommand(name: string, folder: string, dataDir: string) {
  const run = start('npm', ['run', '--silent', name, '--', folder], { env: { DATA_DIR: dataDir } })
  return { code: await run.ended, output: run.output() }
}
async function command(...given: Parameters<typeof runCommand>): Promise<string> {
  const { code, output } = await runCommand(...given)
  expect(code, output).toBe(0)
  return output
}

/** What other users of the machine could read or change below this folder. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const modes = await Promise.all(
    entries.map(async (name) => ({ name, mode: (await lstat(join(folder, name))).mode & 0o077 })),
  )
  return modes.filter(({ mode }) => mode !== 0).map(({ name }) => name)
}

afterEach(cleanUp)

describe('the server', () => {
  it('runs in two copies at once, each with its own port and data', async () => {
    const [one, other] = await Promise.all([visit(), visit()])
    expect(await signUp(one.url)).toBe(200)
    expect(await signIn(other.url)).toBe(401)
    await Promise.all([interrupt(one), interrupt(other)])
  })

  it('restarts after a kill with all data that was written', async () => {
    const first = await visit()
    expect(await signUp(first.url)).toBe(200)
    first.program.child.kill('SIGKILL')
    await first.program.ended
    const second = await visit({ dataDir: first.dataDir })
    expect(await signIn(second.url)).toBe(200)
    await interrupt(second)
  })

  it('reports all invalid settings in one message and starts nothing', async () => {
    const dataDir = await newFolder()
    const env = { DATA_DIR: dataDir, PORT: 'none', HOST: '0.0.0.0', LOG_LEVEL: 'loud' }
    const program = start(node, ['server/main.ts'], { env })
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain('PORT must be a whole number')
    expect(program.output()).toContain('LOG_LEVEL')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it('names a port that another program uses and leaves nothing running', async () => {
    const site = await visit()
    const dataDir = await newFolder()
    const port = new URL(site.url).port
    const second = start(node, ['server/main.ts'], { env: { DATA_DIR: dataDir, PORT: port, DEMO: '0' } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Port ${port} is taken`)
    expect(await processesUsing(dataDir)).toEqual([])
    await interrupt(site)
  })

  it('can be backed up while it runs and restored into a new folder', async () => {
    const site = await visit({ withDemo: true })
    expect(await signUp(site.url)).toBe(200)
    const backup = join(await newFolder(), 'backup')
    const dataDir = await newFolder()
    await command('backup', backup, site.dataDir)
    // A restore never overwrites the data of a running server.
    expect((await runCommand('restore', backup, site.dataDir)).code).toBe(1)
    expect(await command('restore', backup, dataDir)).toContain('The books balance.')
    for (const folder of [site.dataDir, backup, dataDir]) expect(await openToOthers(folder)).toEqual([])
    const campaigns = await campaignsOf(site.url)
    await interrupt(site)
    const restored = await visit({ dataDir, env: { DEMO: '1' } })
    expect(await campaignsOf(restored.url)).toEqual(campaigns)
    expect(await signIn(restored.url)).toBe(200)
    await interrupt(restored)
  })
})

/** Debian's package, or any installed PostgreSQL; CI must have the oldest supported one. */
const BINARIES = ['15', '16', '17', '18']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => existsSync(path))

describe('the server with an external PostgreSQL', () => {
  it.runIf(process.env.CI || BINARIES)(
    'migrates it, serves requests and starts no embedded one',
    async () => {
      const cluster = await startCluster(BINARIES ?? '/usr/lib/postgresql/15/bin')
      try {
        const site = await visit({ env: { DATABASE_URL: cluster.url, SECRET_KEY: TEST_SECRET_KEY } })
        const response = await fetch(`${site.url}/api/campaigns`)
        expect([response.status, await response.json()]).toEqual([200, []])
        expect(existsSync(join(site.dataDir, 'postgres'))).toBe(false)
        expect(await cluster.query('SELECT count(*)::int > 0 AS migrated FROM schema_migrations')).toEqual([
          { migrated: true },
        ])
        await interrupt(site)

        const withDemo = await visit({
          env: { DATABASE_URL: cluster.url, SECRET_KEY: TEST_SECRET_KEY, DEMO: '1' },
        })
        expect((await campaignsOf(withDemo.url)).length).toBeGreaterThan(0)
        await interrupt(withDemo)
      } finally {
        await cluster.stop()
      }
    },
  )
})

async function startCluster(binaries: string) {
  const folder = join(await newFolder(), 'cluster')
  const port = await freePort()
  const as = await postgresIds()
  const run = (file: string, args: string[]) =>
    promisify(execFile)(join(binaries, file), args, {
      ...as,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    })
  await mkdir(folder, { mode: 0o700 })
  // Its parent is 0700 too: the cluster's user has to pass through it.
  await chmod(join(folder, '..'), 0o755)
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid as number)
  await run('initdb', ['-D', folder, '-U', 'app', '--auth=trust', '--encoding=UTF8'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  await run('pg_ctl', ['-D', folder, '-w', '-o', options, '-l', join(folder, 'log'), 'start'])
  const url = `postgres://app@127.0.0.1:${port}/postgres`
  return {
    url,
    query: async (sql: string) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return rows
    },
    stop: () => run('pg_ctl', ['-D', folder, '-m', 'immediate', '-w', 'stop']),
  }
}

/** PostgreSQL refuses to run as root; its package creates a user. */
async function postgresIds(): Promise<{ uid?: number; gid?: number }> {
  if (!isRoot) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, 'postgres'])),
  )
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}
