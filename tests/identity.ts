import { OpenAPIHono } from '@hono/zod-openapi'
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#server/accounts/identity/embedded.ts'
import type { OutgoingMail } from '#server/messaging/mails/queue.ts'
import { openMoneyOf } from '#server/money/invoices/issue.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { PublicCache } from '#server/platform/cache/cache.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Database, openDatabase, sql } from '#server/platform/db/database.ts'
import { createLimits } from '#server/platform/limits/limits.ts'
import { testLog } from '#tests/log.ts'
import { createTestDatabase } from './database.ts'
import { testSealing } from './mails.ts'

const OWN = 'http://localhost:3000'
const PER_MINUTE = {
  writes: 1000,
  pledges: 1000,
  key_reads: 1000,
  key_writes: 1000,
  sign_in: 20,
  card_saves: 1000,
  card_addresses: 1000,
  guest_card_forms: 1000,
  guest_mails: 1000,
  contact: 5,
  report: 5,
  picture_megapixels: 1000,
}

export type IdentityAnswer = {
  token?: string | null
  email?: string
  emailVerified?: boolean
  twoFactorRequired?: boolean
  code?: string
  message?: string
  fields?: Record<string, string>
}
type User = { id: string; firstName: string; lastName: string; emailVerifiedAt: Date | null }

export type TestIdentity = {
  identity: EmbeddedIdentity
  db: Database
  url: string
  clock: ManualClock
  mails: OutgoingMail[]
  /** Another server on the same database. */
  another(): Promise<{ app: OpenAPIHono; identity: EmbeddedIdentity }>
  /** Each at its own address. */
  browser(userAgent?: string): Browser
  /** A verified account with the password "a long password"; returns our user's id. */
  account(email: string): Promise<string>
  newestCode(to: string): string
  userRow(email: string): Promise<User | undefined>
  close(): Promise<void>
}

/** The embedded identity alone, on its own database, with access to its mails. */
export async function openIdentity(env: Record<string, string> = {}): Promise<TestIdentity> {
  const test = await createTestDatabase()
  const db = openDatabase({ url: test.url, connections: 4, sealing: testSealing })
  const limits = createLimits(test.url, PER_MINUTE, 1_000)
  const clock = new ManualClock('2026-03-01T12:00:00Z')
  const mails: OutgoingMail[] = []
  const another = async () => {
    const identity = await createEmbeddedIdentity({
      config: readConfig(env),
      db,
      clock,
      limits,
      openMoneyOf,
      log: testLog(),
      cache: new PublicCache({ isOn: false, nowMs: () => clock.now().getTime() }),
      sendMail: async (mail) => void mails.push(mail),
    })
    const app = new OpenAPIHono()
    identity.mount(app)
    return { app, identity }
  }
  const { app, identity } = await another()
  let addresses = 0
  return {
    identity,
    db,
    clock,
    mails,
    another,
    url: test.url,
    browser: (userAgent) => {
      addresses += 1
      return new Browser(app, `203.0.${addresses >> 8}.${addresses & 255}`, userAgent)
    },
    account: (email) =>
      identity.createAccount({ email, password: 'a long password', firstName: 'Cid', lastName: 'Roe' }),
    newestCode: (to) =>
      /\b(\d{6})\b/.exec(mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? 'no code was mailed',
    userRow: async (email) =>
      (
        await db.query<User>(sql`
          select id, first_name, last_name, email_verified_at from users
           where email = ${email} and deleted_at is null`)
      )[0],
    close: async () => {
      await limits.close()
      await db.close()
      await test.drop()
    },
  }
}

/** A browser: its address counts against the limits, its cookies are sent with every call. */
export class Browser {
  #app: OpenAPIHono
  readonly #address: string
  readonly #userAgent: string
  readonly #cookies = new Map<string, string>()
  constructor(app: OpenAPIHono, address: string, userAgent = 'Test') {
    this.#app = app
    this.#address = address
    this.#userAgent = userAgent
  }

  /** From now on its calls go to this server. */
  visit(app: OpenAPIHono): this {
    this.#app = app
    return this
  }

  async call<Body = IdentityAnswer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { origin: OWN },
  ) {
    const request = new Request(`${OWN}/api/identity${path}`, {
      method,
      headers: {
        'user-agent': this.#userAgent,
        cookie: this.cookie,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await this.#app.fetch(request, {
      incoming: { socket: { remoteAddress: this.#address } },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (value && !/max-age=0/i.test(line)) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }

  post = <Body = IdentityAnswer>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
    this.call<Body>('POST', path, body, headers)
  get = <Body>(path: string) => this.call<Body>('GET', path)
  delete = (path: string) => this.call('DELETE', path)
  token = async () => (await this.call('GET', '/token')).body.token ?? null
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
