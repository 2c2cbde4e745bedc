import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { copyDemoTo } from '../demo-folder.ts'
import { scratchRoot } from '../scratch-root.ts'
import { expect, test } from './fixtures.ts'
import { addressOf } from './ports.ts'
import { UNLIMITED } from './unlimited.ts'

export type OwnServer = { stop(): Promise<void> }

const START_MS = 240_000
const STOP_MS = 30_000

/**
 * A second copy of the whole program, for tests that need other settings, with its own demo. When it does not start,
 * the test fails with what the program printed.
 */
export async function startOwnServer(
  baseURL: string,
  env: Record<string, string>,
  program = 'server/main.ts',
): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(scratchRoot(), 'pledgeraiser-e2e-own-'))
  // Where Clerk handles sign-in, the people of the demo are Clerk's too.
  if (!('CLERK_SECRET_KEY' in env)) copyDemoTo(dataDir)
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      ...COMPILE_CACHE,
      PORT: new URL(baseURL).port,
      DATA_DIR: dataDir,
      DEMO: '1',
      DEV_TOOLS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  async function stop(): Promise<void> {
    if (!hasEnded()) child.kill('SIGTERM')
    AbortSignal.timeout(STOP_MS).addEventListener('abort', () => child.kill('SIGKILL'))
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }

  const isReady = () =>
    fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const state = async () => (hasEnded() ? 'ended' : (await isReady()) ? 'ready' : 'starting')
  await expect
    .poll(state, { timeout: START_MS })
    .not.toBe('starting')
    .catch(() => {})
  if ((await state()) === 'ready') return { stop }
  const how = hasEnded() ? `it ended with ${child.exitCode ?? child.signalCode}` : 'it took too long'
  await stop()
  throw new Error(`The program did not start, ${how}. It printed:\n${output}`)
}

/**
 * For a file whose tests move the clock: all its tests use a program of its own, so that no campaign of another file gets
 * older, and no card of one is charged, with it. Returns its address.
 */
export function withOwnClock(): string {
  const baseURL = addressOf(9)
  let server: OwnServer | undefined
  test.use({ baseURL })
  test.beforeAll(async () => {
    test.setTimeout(START_MS)
    server = await startOwnServer(baseURL, UNLIMITED)
  })
  test.afterAll(() => server?.stop())
  return baseURL
}
