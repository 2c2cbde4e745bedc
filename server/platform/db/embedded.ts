import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Account, accountFor, give, run } from './embedded-account.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import { endOrphan, startedAtOf } from './embedded-orphan.ts'

/**
 * A real PostgreSQL in the data folder, for installations without one. We start the binaries ourselves: the package's own
 * class stops its servers from exit hooks, which would race with our shutdown.
 */
type Log = { info(message: string): void; warn(message: string): void; error(message: string): void }
type Options = {
  dataDir: string
  log: Log
  /** Overrides for postgresql.conf, for tests. */
  settings?: Record<string, string>
  /** Called if the server ends without having been asked to. */
  onDeath?: () => void
}
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

const USER = 'pledgeraiser'
const SETTINGS = {
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  fsync: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Statements may contain names and addresses, which do not belong in a log file.
  log_min_error_statement: 'panic',
}
const STARTS = 5
const START_SECONDS = 600
const STOP_SECONDS = 30

/**
 * Starts PostgreSQL in `dataDir`, creating its files the first time. @returns where it listens.
 * @throws with words for a person if the folder is in use, or belongs to another major version.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options
  await mkdir(dataDir, { recursive: true })
  const release = await takeDataFolder(dataDir)
  try {
    const binaries = await findBinaries()
    const folder = join(dataDir, 'postgres')
    const account = await accountFor(folder, binaries)
    const password = await readPassword(dataDir)
    if (existsSync(folder)) {
      await refuseOtherVersion(folder, binaries)
      await give(account, folder)
      await endOrphan(folder, log)
    } else {
      log.info('Creating the database')
      await initialise({ dataDir, folder, password, account, binaries })
    }
    const server = await launch({ ...options, folder, password, account, binaries })
    return {
      url: server.url,
      stop: async () => {
        await server.stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

export const urlOf = (password: string, port: number): string =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}`

/** Drops the program's database and creates it again, empty. Only for a caller that has just started the server. */
export async function recreateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceOf(url) })
  await client.connect()
  try {
    await client.query(`DROP DATABASE ${USER} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${USER}`)
  } finally {
    await client.end()
  }
}

const maintenanceOf = (url: string): string => url.replace(/\/[^/]*$/, '/postgres')

/** Random, stored next to the data for the next start. 0600: with it one can read the database. */
async function readPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept) return kept.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, password, { mode: 0o600 })
  return password
}

async function refuseOtherVersion(folder: string, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version === binaries.majorVersion) return
  throw new Error(
    `The data in ${folder} was made by PostgreSQL ${version}; this version brings PostgreSQL ${binaries.majorVersion}. ` +
      'Move the folder away and restore your newest backup into a new one: npm run restore -- <backup>',
  )
}

type Place = { folder: string; password: string; account: Account; binaries: Binaries }

/** Initializes under another folder name first, so that an interrupted run is never taken for a database. */
async function initialise(place: Place & { dataDir: string }): Promise<void> {
  const { dataDir, folder, password, account, binaries } = place
  const draft = `${folder}.new`
  const passwordFile = join(dataDir, 'postgres-password.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await give(account, draft)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await give(account, passwordFile)
  try {
    await run(account, binaries.initdb, [
      `--pgdata=${draft}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, folder)
}

type Launch = Options & Place

async function launch(options: Launch): Promise<EmbeddedPostgres> {
  // Another program may take a free port before PostgreSQL does: then try the next one.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = await spawnServer(options, port)
    const url = urlOf(options.password, port)
    try {
      await untilReady(child, url)
      return { url, stop: stopOf(child, options) }
    } catch (error) {
      await end(child)
      const output = await readFile(logFile(options), 'utf8').catch(() => '')
      const taken = output.includes('Address already in use')
      if (!taken || attempt === STARTS) {
        throw new Error(`PostgreSQL did not start: ${output.trim().split('\n').slice(-5).join('\n')}`, {
          cause: error,
        })
      }
    }
  }
}

const logFile = (options: Launch) => join(options.dataDir, 'postgres.log')

async function spawnServer(options: Launch, port: number): Promise<ChildProcess> {
  const { account, binaries, folder } = options
  await rename(logFile(options), `${logFile(options)}.1`).catch(() => undefined)
  const output = openSync(logFile(options), 'w', 0o600)
  const settings = Object.entries({ ...SETTINGS, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command, args] = account.command(binaries.postgres, ['-D', folder, '-p', String(port), ...settings])
  const child = spawn(command, args, {
    ...account.ids,
    cwd: folder,
    // A separate session: Ctrl-C in the terminal must not stop it before the program has finished with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  child.on('error', () => undefined)
  return child
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** Waits until it responds: after a crash it first replays its log, which may take a while. */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_SECONDS * 1000
  for (;;) {
    if (hasEnded(child)) throw new Error('it ended')
    const client = new Client({ connectionString: maintenanceOf(url) })
    try {
      await client.connect()
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER])
      if (!rowCount) await client.query(`CREATE DATABASE ${USER}`)
      return
    } catch (error) {
      // Retried until the deadline, even a refused password: another server may have taken the port.
      if (performance.now() > deadline) throw error
      await wait(25)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function stopOf(child: ChildProcess, options: Launch): () => Promise<void> {
  let stopping = false
  // The last safeguard, for an unplanned exit: a fast shutdown is one signal, and needs no waiting.
  const interrupt = () => void child.kill('SIGINT')
  process.once('exit', interrupt)
  child.once('exit', () => {
    process.removeListener('exit', interrupt)
    if (stopping) return
    options.log.error(`PostgreSQL stopped unexpectedly; its last messages are in ${logFile(options)}`)
    options.onDeath?.()
  })
  // The database does not keep a process alive that ends without calling stop().
  child.unref()
  return async () => {
    stopping = true
    await end(child)
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything is on disk. SIGQUIT only if that hangs. */
async function end(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    child.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await Promise.race([ended, wait(STOP_SECONDS * 1000, undefined, { ref: false })])
  }
}

/**
 * One program per data folder. The lock names its owner; an owner that is no longer alive has crashed, and its lock is
 * taken over. Creating a link decides between two that start together: only one of them can succeed.
 */
type Owner = { pid: number; startedAt: string | null }

/** Locks the folder. @returns how to release it. @throws if a running program has it. */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'server.lock')
  const mine = join(dataDir, `server.lock.${process.pid}`)
  const text = JSON.stringify({ pid: process.pid, startedAt: await startedAtOf(process.pid) } satisfies Owner)
  await writeFile(mine, text)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const taken = await link(mine, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (taken) return () => rm(path, { force: true })
      await refuseOrClear(path, dataDir)
    }
    throw new Error(`Could not take ${dataDir}: several copies are starting in it at once`)
  } finally {
    await rm(mine, { force: true })
  }
}

async function refuseOrClear(path: string, dataDir: string): Promise<void> {
  const seen = await readFile(path, 'utf8').catch(() => null)
  if (seen === null) return
  const owner = parseOwner(seen)
  if (owner && owner.startedAt !== null && owner.startedAt === (await startedAtOf(owner.pid))) {
    throw new Error(
      `${dataDir} is in use by another copy of this program (process ${owner.pid}): stop it, or set DATA_DIR and PORT`,
    )
  }
  // Moved aside before deletion: if another start replaced it in the meantime, it gets its lock back.
  const aside = `${path}.${process.pid}.stale`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => seen)
  if (moved !== seen) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function parseOwner(text: string): Owner | null {
  try {
    return JSON.parse(text) as Owner
  } catch {
    return null
  }
}
