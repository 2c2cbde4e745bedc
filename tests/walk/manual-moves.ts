/** What representatives do manually with received money: deposit it, reverse it, refund it. */
import { EXCEPTIONS } from '#domain/billing/exception.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { sql } from '#server/platform/db/database.ts'
import { anyRepresentative, type Move, one, said, type Weighed } from './move.ts'
import { ask, chance, pick, type Walker } from './world.ts'

const today = ({ app }: Walker): string => app.clock.now().toISOString().slice(0, 10)
const dollars = (cents: string) => sql.raw(`((${cents}) / 100.0)::numeric(12,2)::text`)

const deposit: Move = async (walker) => {
  const waiting = await walker.app.deps.db.query<{ id: string; cents: number }>(
    sql`select id, amount_cents as cents from payments where state = 'received' order by id`,
  )
  const chosen = waiting.filter(() => chance(walker, 70))
  if (chosen.length === 0) return null
  const total = chosen.reduce((sum, { cents }) => sum + cents, 0)
  const amount = `${Math.trunc(total / 100)}.${String(total % 100).padStart(2, '0')}`
  const form = { paymentIds: chosen.map(({ id }) => id), amount, depositedOn: today(walker) }
  const answer = await ask(walker, anyRepresentative(walker), 'POST', '/api/deposits', form)
  return said(`deposit ${amount} of ${chosen.length}`, answer)
}

/** It bounced, it was posted by mistake, or it was for another invoice, maybe of another campaign. */
const reversePayment: Move = async (walker, { id, path }) => {
  const payment = await one<{ id: string; state: string; method: string }>(
    walker,
    sql`select id, state, method from payments where campaign_id = ${id} and state <> 'reversed' order by id`,
  )
  if (!payment) return null
  const why = chance(walker, 50) ? 'bounced' : 'posted_wrongly'
  const other =
    why === 'posted_wrongly' && chance(walker, 60)
      ? await one<{ id: string }>(walker, sql`select id from invoices where state = 'open' order by number`)
      : undefined
  const form = { why, on: today(walker), note: 'It was not so', ...(other ? { invoiceId: other.id } : {}) }
  const answer = await ask(
    walker,
    anyRepresentative(walker),
    'POST',
    `${path}/payments/${payment.id}/reversal`,
    form,
  )
  const what = `${why} ${payment.method} that was ${payment.state}${other ? ', to another invoice' : ''}`
  return said(what, answer)
}

const recordManualRefund: Move = async (walker) => {
  const who = anyRepresentative(walker)
  const owed = (await ask(walker, who, 'GET', '/api/repayments/owed')).body as unknown as RefundOwed[]
  if (!Array.isArray(owed) || owed.length === 0) return null
  const { id, kind, amount, campaignId } = pick(walker, owed)
  const form = { kind, sourceId: id, method: 'check', reference: '2041', givenOn: today(walker) }
  const answer = await ask(walker, who, 'POST', `/api/campaigns/${campaignId}/repayments`, form)
  return said(`manual refund of ${amount}, prepared: ${kind}`, answer)
}

/** Whatever was prepared, by whoever meets it, who may be the one who prepared it. */
const signOff: Move = async (walker) => {
  const who = anyRepresentative(walker)
  const waiting = (await ask(walker, who, 'GET', '/api/sign-offs')).body as unknown as SignOff[]
  if (!Array.isArray(waiting) || waiting.length === 0) return null
  const { id, what } = pick(walker, waiting)
  if (chance(walker, 15))
    return said(`withdraw: ${what}`, await ask(walker, who, 'DELETE', `/api/sign-offs/${id}`))
  return said(`approve: ${what}`, await ask(walker, who, 'POST', `/api/sign-offs/${id}/approval`))
}

/** Any way out of any exception. */
const resolveException: Move = async (walker) => {
  const who = anyRepresentative(walker)
  const open = (await ask(walker, who, 'GET', '/api/exceptions')).body as unknown as Exception[]
  if (!Array.isArray(open) || open.length === 0) return null
  const { id, kind, amount } = pick(walker, open)
  const { acts, waysOut } = EXCEPTIONS[kind]
  const ways = [
    ...acts.map(({ act }) => ({ path: 'acts', form: { act } })),
    ...waysOut.map(({ way }) => ({ path: 'adjustments', form: { way, reason: 'It was looked up' } })),
  ]
  const { path, form } = pick(walker, ways)
  const answer = await ask(walker, who, 'POST', `/api/exceptions/${id}/${path}`, form)
  return said(`${kind} of ${amount}: ${Object.values(form)[0]}`, answer)
}

/** A goodwill refund, whole or in part. */
const refund: Move = async (walker, { id }) => {
  const charge = await one<{ id: string; whole: string; part: string }>(
    walker,
    sql`select id, ${dollars('amount_cents - refunded_cents')} as whole, ${dollars('ceil((amount_cents - refunded_cents) / 3.0)')} as part
          from charges where campaign_id = ${id} and state = 'succeeded' and amount_cents > refunded_cents order by id`,
  )
  if (!charge) return null
  const amount = pick(walker, [charge.whole, charge.part, charge.part, '0.01'])
  const form = { amount, reason: 'As a courtesy' }
  const answer = await ask(
    walker,
    anyRepresentative(walker),
    'POST',
    `/api/charges/${charge.id}/refunds`,
    form,
  )
  return said(`refund ${amount} as a courtesy`, answer)
}

export const MANUAL_MOVES: Weighed = [
  { move: deposit, weight: 4 },
  { move: reversePayment, weight: 4 },
  { move: recordManualRefund, weight: 4 },
  { move: signOff, weight: 8 },
  { move: resolveException, weight: 8 },
  { move: refund, weight: 4 },
]
