import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TEST_SECRET_KEY } from '#tests/mails.ts'

/** The programs that are measured, each in its own process. They exit when the bench does: their channel closes. */
const root = join(import.meta.dirname, '..')
const START_MS = 60_000
const STOP_MS = 10_000
const MAX_OUTPUT = 10_000

export type Running = { port: number; pid: number | undefined; stop(): Promise<void> }

/** What keeps Node's heap within a container of 256 MB. */
const SMALL_HEAP = ['--max-old-space-size=128', '--max-semi-space-size=8']

type Start = { cache: boolean; heap?: 'small' }

/** The product as it runs in production. Its limits are raised on purpose: only its speed is measured. */
export async function startProduct(databaseUrl: string, { cache, heap }: Start): Promise<Running> {
  const port = await freePort()
  const child = fork(join(root, 'server', 'main.ts'), {
    cwd: root,
    execArgv: heap === 'small' ? SMALL_HEAP : [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      HOLD_PLEDGES_ABOVE: '0',
      PORT: String(port),
      APP_URL: '',
      HOST: '',
      DEMO: '0',
      JOBS: '0',
      MAIL: 'outbox',
      CARDS: 'sandbox',
      SEARCH_ENGINES: '1',
      IDENTITY: 'embedded',
      LOG_LEVEL: 'warn',
      CACHE: cache ? '1' : '0',
      WRITES_PER_MINUTE: '999999999',
      PLEDGES_PER_MINUTE: '999999999',
      PUBLIC_READS_PER_MINUTE: '999999999',
      LIVE_STREAMS_PER_ADDRESS: '999999999',
    },
  })
  await ready(child, port)
  return { port, pid: child.pid, stop: () => end(child, 'SIGTERM') }
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const endsAt = performance.now() + START_MS
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output = (output + text).slice(-MAX_OUTPUT)
  })
  while (performance.now() < endsAt && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`The server did not start:\n${output}`)
}

/** The bare server, and how it is given its answers. */
export async function startBare(): Promise<Running & { load(file: string): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid,
    load: async (file) => {
      child.send(file)
      await once(child, 'message')
    },
    stop: () => end(child, 'SIGTERM'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
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
