/** The moves of a random walk with cards of either kind: settlements, payments, payouts and time; and how often each occurs. */
import { expect } from 'vitest'
import { type Cancellation, confirmationOf } from '#domain/schemas/cancellation.ts'
import type { Blocker, Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { CARDS, payment, type Season } from '#tests/fixtures.ts'
import { anyRepresentative, type Move, one, said, supporterOf, type Weighed } from './move.ts'
import { changeLine, changePledge, makePledge, moveMatch } from './pledge-moves.ts'
import {
  confirmResults,
  declare,
  declineVoid,
  enterDifference,
  enterMatch,
  voidResult,
} from './result-moves.ts'
import { ask, chance, pick, runJobs, type Walker } from './world.ts'

// Settlements --------------------------------------------------------------------------------------------------------

const settle: Move = async (walker, season) => {
  // At the start of a season few are final, so that more can happen before.
  const kind = chance(walker, walker.log.length > 50 ? 35 : 7) ? 'final' : 'progress'
  return lockKind(walker, season, kind)
}

/**
 * What a preview shows is locked, and every blocker is overridden. Sometimes something is confirmed
 * between the two: then the lock is refused, or does exactly what was previewed (R30).
 */
export async function lockKind(walker: Walker, season: Season, kind: 'progress' | 'final'): Promise<string> {
  const { path } = season
  const who = anyRepresentative(walker)
  const billIncreases = chance(walker, 40)
  const query = `kind=${kind}&billIncreases=${billIncreases}`
  const shown = await ask(walker, who, 'GET', `${path}/settlements/preview?${query}`)
  if (shown.status !== 200) return said(`preview ${kind}`, shown)
  const { version, blockers, totals, previewId } = shown.body as unknown as SettlementPreview
  if (chance(walker, 25)) await confirmResults(walker, season)
  const declared = blockers.map(({ code, subjectId }: Blocker) => ({ code, subjectId, reason: 'Rained out' }))
  const form = { kind, version, previewId, declared, billIncreases }
  const answer = await ask(walker, who, 'POST', `${path}/settlements`, form)
  if (answer.status === 201) expect((answer.body as unknown as Settlement).totals).toEqual(totals)
  return said(`lock ${kind} ${version}${billIncreases ? ', increases too' : ''}`, answer)
}

const changeStatus: Move = async (walker, season) => {
  const { representative } = walker.org
  const status = chance(walker, 25) ? pick(walker, ['paused', 'completed']) : 'active'
  if (!chance(walker, 6)) {
    return said(status, await ask(walker, representative, 'PUT', season.path, { status }))
  }
  const shown = await ask(walker, representative, 'GET', `${season.path}/cancellation`)
  if (shown.status !== 200) return said('preview a cancellation', shown)
  const cancellation = confirmationOf(shown.body as unknown as Cancellation, chance(walker, 50))
  const body = { status: 'cancelled', cancellation }
  return said('cancel the campaign', await ask(walker, representative, 'PUT', season.path, body))
}

// Payments and payouts -------------------------------------------------------------------------------------------------

const receive: Move = async (walker, { id, path }) => {
  const invoice = await one<{ id: string; open: string; half: string; above: string }>(
    walker,
    sql`select id, ((amount_cents - paid_cents) / 100.0)::numeric(12,2)::text as open, (ceil((amount_cents - paid_cents) / 2.0) / 100.0)::numeric(12,2)::text as half,
               ((amount_cents - paid_cents + 511) / 100.0)::numeric(12,2)::text as above
          from invoices where campaign_id = ${id} and state = 'open' order by number`,
  )
  if (!invoice) return null
  const amount = pick(walker, [invoice.open, invoice.half, invoice.above, '0.01'])
  const body = { ...payment(invoice, amount, walker.app), method: pick(walker, ['check', 'cash']) }
  const answer = await ask(walker, anyRepresentative(walker), 'POST', `${path}/payments`, body)
  return said(`receive ${amount} for an invoice of ${invoice.open}`, answer)
}

/** An approved payout is sent or withdrawn; one that was sent arrives or is returned. */
async function onceApproved(walker: Walker, campaignId: string): Promise<string | null> {
  const found = await one<{ id: string; state: string }>(
    walker,
    sql`select p.id, p.state from payouts p join payout_lines l on l.payout_id = p.id and l.reversal_id is null
         where l.campaign_id = ${campaignId} and p.state in ('approved', 'sent') order by p.id`,
  )
  if (!found) return null
  const who = anyRepresentative(walker)
  const url = `/api/payouts/${found.id}`
  if (found.state === 'sent') {
    const [step, form] = chance(walker, 30) ? ['return', { reason: 'Moved' }] : ['arrival', {}]
    return said(`payout: ${step}`, await ask(walker, who, 'POST', `${url}/${step}`, form))
  }
  if (chance(walker, 20))
    return said('withdraw a payout', await ask(walker, who, 'POST', `${url}/withdrawal`, {}))
  return said('send a payout', await ask(walker, who, 'POST', `${url}/dispatch`, { reference: '1001' }))
}

const payOut: Move = async (walker, { id }) => {
  const prepared = await one<{ id: string }>(
    walker,
    sql`select p.id from payouts p join payout_lines l on l.payout_id = p.id
         where l.campaign_id = ${id} and p.state = 'prepared'`,
  )
  const who = anyRepresentative(walker)
  const later = prepared ? null : await onceApproved(walker, id)
  if (later) return later
  if (prepared && chance(walker, 20))
    return said(
      'withdraw a payout',
      await ask(walker, who, 'POST', `/api/payouts/${prepared.id}/withdrawal`, {}),
    )
  const sent = { paidOn: walker.app.clock.now().toISOString().slice(0, 10), reference: '1001' }
  if (prepared)
    return said(
      'approve a payout',
      await ask(walker, who, 'POST', `/api/payouts/${prepared.id}/approval`, sent),
    )
  const amount = pick(walker, ['0.01', '5.00', '33.33', '75.00'])
  const lines = [{ campaignId: id, amount }]
  const path = `/api/organizations/${walker.org.organizationId}/payouts`
  return said(`prepare ${amount}`, await ask(walker, who, 'POST', path, { lines }))
}

// What is due, paid by its supporter ---------------------------------------------------------------------------------

const TYPED = { expMonth: 12, expYear: 2030, cvc: '123' }

const payByLink: Move = async (walker, { id }) => {
  const { app, stripe, roll } = walker
  const due = await one<{ pledgeId: string; chargeId: string | null; invoiceId: string | null }>(
    walker,
    sql`select pledge_id, id as charge_id, null as invoice_id from charges
         where campaign_id = ${id} and state in ('failed', 'past_due', 'requires_action') union all
        select pledge_id, null, id from invoices where campaign_id = ${id} and state = 'open' order by pledge_id`,
  )
  if (!due) return null
  const { pledgeId, chargeId, invoiceId } = due
  const url = await app.deps.db.transaction((tx) => pledgeLink(app.deps, tx, { pledgeId, campaignId: id }))
  const link = `/api/pledge-links/${url.split('/p/')[1]}/payments`
  const started = await ask(walker, app.visitor, 'POST', link, chargeId ? { chargeId } : { invoiceId })
  if (started.status !== 201) return said('pay by link', started)
  const { clientSecret, chargeId: made } = started.body as unknown as {
    clientSecret: string
    chargeId: string
  }
  const end = roll(4)
  if (end === 0) return 'pay by link, and never finish'
  if (stripe) stripe.books.confirmPayment(clientSecret, { ...TYPED, number: CARDS.good })
  else await app.visitor.post('/api/sandbox/card-payments', { ...TYPED, clientSecret, number: CARDS.good })
  if (end === 1) return 'pay by link, and never come back'
  return said('pay by link', await ask(walker, app.visitor, 'POST', `${link}/${made}/outcome`))
}

const confirmCharge: Move = async (walker, { id }) => {
  const { stripe, roll } = walker
  const waiting = await one<{ id: string; pledgerId: string }>(
    walker,
    sql`select c.id, p.pledger_id from charges c join pledges p on p.id = c.pledge_id
         where c.campaign_id = ${id} and c.state = 'requires_action' and c.invoice_id is null order by c.id`,
  )
  const supporter = waiting && supporterOf(walker, waiting.pledgerId)
  if (!supporter) return null
  const path = `/api/charges/${waiting.id}/confirmations`
  const started = await ask(walker, supporter, 'POST', path)
  const end = roll(4)
  if (started.status !== 201 || end === 0) return said('confirm a charge, and never finish', started)
  const { clientSecret } = started.body as unknown as { clientSecret: string }
  if (stripe) stripe.books.confirmPayment(clientSecret)
  else await supporter.post('/api/sandbox/charge-confirmations', { clientSecret })
  if (end === 1) return 'confirm a charge, and never come back'
  return said('confirm a charge', await ask(walker, supporter, 'POST', `${path}/outcome`))
}

// Time ---------------------------------------------------------------------------------------------------------------

const passTime: Move = async (walker) => {
  const time = pick(walker, [
    { minutes: 7 },
    { minutes: 25 },
    { hours: 5 },
    { hours: 22 },
    { days: 1, minutes: 2 },
    { days: 3, minutes: 2 },
    { days: 3, minutes: 2 },
    { days: 7, minutes: 2 },
  ])
  walker.app.clock.advance(time)
  return `${JSON.stringify(time)} later ${await runJobs(walker)}`
}

/** The weight says how often a move occurs. */
export const MOVES: Weighed = [
  { move: passTime, weight: 24 },
  { move: makePledge, weight: 14 },
  { move: confirmResults, weight: 12 },
  { move: settle, weight: 12 },
  { move: enterMatch, weight: 10 },
  { move: receive, weight: 6 },
  { move: payOut, weight: 5 },
  { move: payByLink, weight: 5 },
  { move: changePledge, weight: 4 },
  { move: changeLine, weight: 6 },
  { move: moveMatch, weight: 3 },
  { move: changeStatus, weight: 4 },
  { move: confirmCharge, weight: 4 },
  { move: voidResult, weight: 5 },
  { move: enterDifference, weight: 3 },
  { move: declineVoid, weight: 2 },
  { move: declare, weight: 3 },
]
