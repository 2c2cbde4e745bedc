/** Guests who pledge at the same time on servers that may die: how each was answered (R59). */
import { setTimeout as wait } from 'node:timers/promises'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { GuestConfirmed, GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { newestToken, ownBrowser } from '#tests/guests.ts'
import { ENV, type World } from './pledge-load.ts'

/** All guests come from this machine's address, as from a stadium's; faster than a stadium, so without the limits. */
export const GUEST_ENV = {
  ...ENV,
  PUBLIC_READS_PER_MINUTE: '100000000',
  GUEST_CARD_FORMS_PER_MINUTE: '100000000',
  GUEST_MAILS_PER_ADDRESS_PER_MINUTE: '100000000',
}

/** One in ten never confirms; one in twenty presses the button twice, on both servers at once. */
const UNCONFIRMED_OF = 10
const TWICE_OF = 20
const SIDE_BY_SIDE = 12

/** What one guest pledged and was answered; `pledgeIds` is empty for one who never confirmed. */
export type Told = { email: string; guestId: string; pledgeIds: string[] }

const PAUSE_MS = 50

/** Sent to one server after the other until one answers: a phone in a stadium does the same. */
async function send<T>(
  ports: readonly number[],
  turn: number,
  path: string,
  body: unknown,
  browser: Record<string, string> = {},
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    const url = `http://127.0.0.1:${ports[(turn + tried) % ports.length]}${path}`
    const headers = { 'content-type': 'application/json', ...browser }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer?.ok && text !== null && text !== undefined) return JSON.parse(text) as T
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`${path}: ${answer.status} ${text}`)
    await wait(PAUSE_MS)
  }
}

async function pledgeOnce(world: World, ports: readonly number[], nth: number): Promise<Told> {
  const email = `guest-${nth}@stadium.test`
  const { id, secret, setup } = await send<GuestStarted>(ports, nth, `${world.path}/guest-pledges`, {})
  const card = await send<SavedCard>(ports, nth, '/api/sandbox/guest-card-setups/confirm', {
    clientSecret: setup?.clientSecret,
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2035,
    cvc: '123',
  })
  await send<GuestHeld>(ports, nth, `/api/guest-pledges/${id}/holding`, {
    secret,
    email,
    maximumAmount: '25.00',
    paymentMethod: 'auto_bill_progress',
    stripePaymentMethodId: card.stripePaymentMethodId,
    pledgeStatistics: [{ statisticId: world.gift, pledgeAmount: '25.00' }],
  })
  const told = { email, guestId: id, pledgeIds: [] }
  if (nth % UNCONFIRMED_OF === 0) return told
  const path = `/api/guest-pledge-links/${await newestToken(world.app, email)}/confirmation`
  const browser = await ownBrowser(world.app, id)
  const presses = nth % TWICE_OF === 1 ? [0, 1] : [0]
  const answers = await Promise.all(
    presses.map((press) => send<GuestConfirmed>(ports, nth + press, path, {}, browser)),
  )
  return { ...told, pledgeIds: answers.map(({ pledgeId }) => pledgeId) }
}

/** This many guests, a dozen at a time. `told` fills as they are answered. */
export async function pledgeAsGuests(
  world: World,
  ports: readonly number[],
  count: number,
  told: Told[],
): Promise<void> {
  let next = 0
  const one = async (): Promise<void> => {
    for (let nth = next++; nth < count; nth = next++) told.push(await pledgeOnce(world, ports, nth))
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one))
}

type Kept = { id: string; email: string; pledged: number; billed: number }

/** Every existing pledge, with its supporter, and what its card was charged. */
export const pledgesKept = ({ app }: World): Promise<Kept[]> =>
  app.deps.db.query<Kept>(sql`
    select
      p.id, u.email, p.agreed_maximum_cents as pledged,
      coalesce((
        select sum(amount_cents)
        from charges
        where pledge_id = p.id
          and state = 'succeeded'
      ), 0)::bigint as billed
    from pledges p
    join users u on u.id = p.pledger_id
  `)
