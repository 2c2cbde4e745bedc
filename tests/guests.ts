/** People without an account, as their browsers call the API (R59). */
import type { SavedCard } from '#domain/schemas/card.ts'
import type {
  GuestConfirmed,
  GuestHeld,
  GuestStarted,
  LinkedGuestPledge,
} from '#domain/schemas/guest-pledge.ts'
import { subjectOfLink } from '#server/messaging/links/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { cookieFor } from '#server/platform/http/begun-here.ts'
import { type Answer, expectStatus, type TestApp } from './app.ts'
import { CARDS, type Season, type StatisticKey } from './fixtures.ts'
import { type DeliveredMail, deliveredMails } from './mails.ts'

type Body = Record<string, unknown>

/** A call from an address of the network or, by default, from within. */
export async function callFrom<T>(
  app: TestApp,
  address: string | null,
  path: string,
  body: Body = {},
): Promise<Answer<T>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const from = address === null ? undefined : { incoming: { socket: { remoteAddress: address } } }
  const response = await app.app.request(path, init, from)
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : '') as T, headers: response.headers }
}

export async function begin(
  app: TestApp,
  season: Pick<Season, 'path'>,
  address: string | null = null,
): Promise<GuestStarted> {
  return expectStatus(await callFrom<GuestStarted>(app, address, `${season.path}/guest-pledges`), 201)
}

export const typeCard = (app: TestApp, clientSecret: string, number: string = CARDS.good) =>
  callFrom<SavedCard>(app, null, '/api/sandbox/guest-card-setups/confirm', {
    clientSecret,
    number,
    expMonth: 12,
    expYear: 2030,
    cvc: '123',
  })

export type GuestWish = {
  email?: string
  lines?: Partial<Record<StatisticKey, string>>
  most?: string
  number?: string
  address?: string | null
  more?: Body
}

let count = 0
export const anEmail = (): string => {
  count += 1
  return `guest-${count}@example.org`
}

export const holdBody = (
  season: Season,
  started: GuestStarted,
  wish: GuestWish,
  card: string | null,
): Body => ({
  secret: started.secret,
  email: wish.email ?? anEmail(),
  maximumAmount: wish.most ?? '100.00',
  stripePaymentMethodId: card,
  pledgeStatistics: Object.entries(wish.lines ?? { goals: '2.00' }).map(([key, pledgeAmount]) => ({
    statisticId: season.statistics[key as StatisticKey].id,
    pledgeAmount,
  })),
  ...wish.more,
})

export type Guest = { started: GuestStarted; held: GuestHeld; token: string }

/** From the campaign's page to "Check your email". */
export async function holdAsGuest(app: TestApp, season: Season, wish: GuestWish = {}): Promise<Guest> {
  const started = await begin(app, season, wish.address ?? null)
  const card = started.setup
    ? expectStatus(await typeCard(app, started.setup.clientSecret, wish.number), 201).stripePaymentMethodId
    : null
  const path = `/api/guest-pledges/${started.id}/holding`
  const held = expectStatus(
    await callFrom<GuestHeld>(app, wish.address ?? null, path, holdBody(season, started, wish, card)),
    200,
  )
  return { started, held, token: await newestToken(app, held.email) }
}

export const guestMails = (app: TestApp, to: string): Promise<DeliveredMail[]> =>
  deliveredMails(app.deps.db, sql`to_address = ${to}`)

/** The secret in the newest mail to this address that has one. */
export async function newestToken(app: TestApp, to: string): Promise<string> {
  const mails = await guestMails(app, to)
  const tokens = mails.map(({ text }) => /\/g\/([\w-]{43})/.exec(text)?.[1]).filter(Boolean)
  return tokens.at(-1) ?? ''
}

/** The cookie of the browser in which it was begun: there, the link's page asks nothing first (R59). */
export async function ownBrowser(app: TestApp, id: string | null): Promise<Record<string, string>> {
  if (!id) return {}
  const { name, value } = await cookieFor(app.deps.db, id)
  return { cookie: `${name}=${value}` }
}
async function browserOfGuest(app: TestApp, token: string): Promise<Record<string, string>> {
  return ownBrowser(app, await subjectOfLink(app.deps.db, 'guest', token))
}

export const look = async (app: TestApp, token: string): Promise<Answer<LinkedGuestPledge>> =>
  app.visitor.get<LinkedGuestPledge>(`/api/guest-pledge-links/${token}`, await browserOfGuest(app, token))
export const confirm = async (
  app: TestApp,
  token: string,
  body: Body = {},
): Promise<Answer<GuestConfirmed>> =>
  app.visitor.post<GuestConfirmed>(
    `/api/guest-pledge-links/${token}/confirmation`,
    body,
    await browserOfGuest(app, token),
  )

export async function stateOf(app: TestApp, id: string): Promise<string | undefined> {
  const [row] = await app.deps.db.query<{ state: string }>(
    sql`select state from guest_pledges where id = ${id}`,
  )
  return row?.state
}
