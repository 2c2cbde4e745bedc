import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram, type Program } from '#server/program.ts'
import { testLog } from '#tests/log.ts'
import type { ClerkStandIn } from './clerk/stand-in.ts'
import { createTestDatabase } from './database.ts'
import { TEST_SECRET_KEY } from './mails.ts'
import { createSignIn } from './sessions.ts'
import type { StripeStandIn } from './stripe/stand-in.ts'

export type Answer<T> = { status: number; body: T; headers: Headers }
export type Caller = {
  userId: string
  email: string
  token: string
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  put<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  delete<T>(path: string): Promise<Answer<T>>
  /** The Stripe that their browser reaches; null where cards are the sandbox's. */
  stripe: StripeStandIn | null
}

export type TestApp = {
  program: Program
  deps: Program['deps']
  app: OpenAPIHono
  clock: ManualClock
  url: string
  visitor: Caller
  /** A user with a verified address, and a token for every call. */
  user(given?: {
    email?: string
    firstName?: string
    lastName?: string
    isVerified?: boolean
  }): Promise<Caller>
  representative(firstName?: string): Promise<Caller>
  /** A program that calls with this API key. */
  withKey(key: string, maker: Caller): Caller
  /** The same server again: another instance on the same database. */
  another(env?: Record<string, string>): Promise<TestApp>
  close(): Promise<void>
}

/** A whole program on its own database, without a port, on a clock that is moved manually. */
export async function createTestApp({
  now = '2026-09-01T16:00:00Z',
  env = {},
  stripe = null,
  clerk = null,
}: {
  now?: string
  env?: Record<string, string>
  stripe?: StripeStandIn | null
  clerk?: ClerkStandIn | null
} = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const clock = new ManualClock(now)
  const folder = await mkdtemp(join(tmpdir(), 'test-files-'))
  const opened: (() => Promise<void>)[] = []
  const settings = { DATA_DIR: folder, ...stripe?.env, ...clerk?.env, ...env }
  const app = await openApp(database.url, clock, settings, opened, { stripe, clerk })
  return {
    ...app,
    close: async () => {
      for (const close of opened) await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On a database that others use too: with the notice, limits and time that `given` says. */
export async function openTestApp(
  url: string,
  given: { now: Date; env: Record<string, string>; stripe?: StripeStandIn },
): Promise<TestApp> {
  const opened: (() => Promise<void>)[] = []
  const standIns = { stripe: given.stripe ?? null, clerk: null }
  const app = await openApp(url, new ManualClock(given.now), given.env, opened, standIns)
  return { ...app, close: async () => void (await Promise.all(opened.map((close) => close()))) }
}

async function openApp(
  url: string,
  clock: ManualClock,
  env: Record<string, string>,
  opened: (() => Promise<void>)[],
  standIns: { stripe: StripeStandIn | null; clerk: ClerkStandIn | null },
): Promise<TestApp> {
  const { stripe, clerk } = standIns
  const config = readConfig({
    WRITES_PER_MINUTE: '100000',
    PLEDGES_PER_MINUTE: '100000',
    CONTACTS_PER_MINUTE: '100000',
    REPORTS_PER_MINUTE: '100000',
    SECRET_KEY: TEST_SECRET_KEY,
    // Money is tried in large amounts, by check too.
    HOLD_PLEDGES_ABOVE: '0',
    DEMO: '0',
    DEV_TOOLS: '1',
    ...env,
  })
  const program = await openProgram({ config, url, directUrl: url, clock, log: testLog() })
  opened.push(program.close)
  await program.connect()
  const { db } = program.deps
  const signIn = await createSignIn(db)
  const callerFor = async (userId: string, email: string): Promise<Caller> =>
    caller(program.app, userId, email, userId ? await tokenOf(userId) : '', stripe)
  const tokenOf = (userId: string) => (clerk ? clerk.token(`user_${userId}`) : signIn(userId))

  const user: TestApp['user'] = async ({
    email,
    firstName = 'Dana',
    lastName = 'Whitfield',
    isVerified = true,
  } = {}) => {
    const id = newId(clock)
    const address = email ?? `${firstName.toLowerCase()}-${id.slice(-8)}@example.org`
    await db.query(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, created_at)
      values (${id}, ${firstName}, ${lastName}, ${address}, ${isVerified ? clock.now() : null}, ${clock.now()})`)
    if (clerk)
      await db.query(sql`
        insert into user_identities (provider, subject, user_id) values ('clerk', ${`user_${id}`}, ${id})`)
    return callerFor(id, address)
  }
  return {
    program,
    deps: program.deps,
    app: program.app,
    clock,
    url,
    visitor: await callerFor('', ''),
    user,
    representative: async (firstName = 'Morgan') => {
      const made = await user({ firstName, lastName: 'Osei' })
      await db.query(
        sql`insert into user_roles (user_id, role, granted_at) values (${made.userId}, ${REPRESENTATIVE}, ${clock.now()})`,
      )
      return made
    },
    withKey: (key, { userId, email }) => caller(program.app, userId, email, key, stripe),
    another: (more = {}) => openApp(url, clock, { ...env, ...more }, opened, standIns),
    close: async () => undefined,
  }
}

function caller(
  app: OpenAPIHono,
  userId: string,
  email: string,
  token: string,
  stripe: StripeStandIn | null,
): Caller {
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await app.request(path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const type = response.headers.get('content-type') ?? ''
    // A stream does not end on its own: that it was opened is its answer.
    if (type.includes('event-stream')) await response.body?.cancel()
    const text = type.includes('event-stream') ? '' : await response.text()
    const isJson = type.includes('json')
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : text) as T,
      headers: response.headers,
    }
  }
  return {
    userId,
    email,
    token,
    stripe,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    put: (path, body = {}, headers) => call('PUT', path, body, headers),
    delete: (path) => call('DELETE', path),
  }
}

/** The body of an answer that must have this status; otherwise the refusal's own words. */
export function expectStatus<T>(answer: Answer<T>, status: number): T {
  if (answer.status !== status) {
    const refusal = answer.body as ErrorBody
    throw new Error(
      `expected ${status}, got ${answer.status}: ${refusal.message} ${JSON.stringify(refusal.fields ?? refusal.details ?? '')}`,
    )
  }
  return answer.body
}
