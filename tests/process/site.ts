/** A copy of the program that a test starts, uses and stops as a person would. */
import { expect } from 'vitest'
import { copyDemoTo } from '../demo-folder.ts'
import { freePort } from '../free-port.ts'
import {
  eventually,
  newFolder,
  node,
  type Program,
  processesOfGroup,
  processesUsing,
  start,
} from './program.ts'

export type Site = { program: Program; url: string; dataDir: string }
type How = {
  dataDir?: string
  env?: Record<string, string>
  viaNpm?: boolean
  asNobody?: boolean
  /** The demo is there already when it starts, where this run has one. */
  withDemo?: boolean
}

/** On a busy machine of two cores, with the demo. */
const START_SECONDS = 180

/** Starts a copy and waits until it answers. */
export async function visit({
  dataDir,
  env = {},
  viaNpm = false,
  asNobody = false,
  withDemo = false,
}: How = {}): Promise<Site> {
  const folder = dataDir ?? (await newFolder({ forNobody: asNobody }))
  if (withDemo) copyDemoTo(folder)
  const port = await freePort()
  // npm keeps its own files in the home of the user who runs it.
  const home: Record<string, string> = asNobody ? { HOME: folder } : {}
  const demo: Record<string, string> = withDemo ? { DEMO: '1' } : {}
  const settings = { PORT: String(port), DATA_DIR: folder, ...home, ...demo, ...env }
  const program = viaNpm
    ? start('npm', ['start', '--silent'], { env: settings, asNobody })
    : start(node, ['server/main.ts'], {
        env: { NODE_ENV: 'production', DEMO: '0', DEV_TOOLS: '1', ...settings },
        asNobody,
      })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => program.child.exitCode !== null || (await isHealthy(url)), START_SECONDS)
  if (program.child.exitCode !== null) throw new Error(`It did not start:\n${program.output()}`)
  return { program, url, dataDir: folder }
}

export const isHealthy = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  )

export const campaignsOf = async (url: string) =>
  (await (await fetch(`${url}/api/campaigns`)).json()) as { id: string }[]

/** Signs up with the mailed code: data that the next start must still have. */
export async function signUp(url: string): Promise<number> {
  const answer = await identity(url, 'sign-up/email', { ...ACCOUNT, name: 'Sam Hill' })
  const mails = (await (await fetch(`${url}/api/dev/mail`)).json()) as { to: string; text: string }[]
  const otp = /\b\d{6}\b/.exec(mails.find(({ to }) => to === ACCOUNT.email)?.text ?? '')?.[0]
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return (await identity(url, 'email-otp/verify-email', { email: ACCOUNT.email, otp }, { cookie })).status
}
export const signIn = async (url: string) => (await identity(url, 'sign-in/email', ACCOUNT)).status

const ACCOUNT = { email: 'sam@example.org', password: 'a-long-password' }
const identity = (url: string, path: string, body: object, headers = {}) =>
  fetch(`${url}/api/identity/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  })

export async function interrupt({ program, dataDir }: Site): Promise<void> {
  const group = program.child.pid as number
  program.signalGroup('SIGINT')
  await program.ended
  expect(await processesOfGroup(group)).toEqual([])
  expect(await processesUsing(dataDir)).toEqual([])
}
