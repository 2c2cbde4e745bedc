/**
 * A whole season run by the schedules alone, from the first pledge to the payout: weekly settlements, notice periods,
 * retries after 1, 3 and 7 days, the pay link that ends after 30, invoice reminders, automatic completion. The clock is
 * moved, so that nothing waits.
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, formatUsd } from '#domain/money.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { CARDS, declare, invoicesOf, lock, type PledgeWish, payment, play } from '#tests/fixtures.ts'
import { deliveredMails } from '#tests/mails.ts'
import { depositPayments } from '#tests/payouts.ts'
import { goOnTo } from './schedule.ts'
import {
  type Backer,
  back,
  balanceOf,
  books,
  closeStory,
  openStory,
  payByLink,
  payOut,
  type Story,
} from './story.ts'

let story: Story
let ben: Backer
let oldLink: string

/** Saturdays, and what was scored. */
const SEASON: readonly [day: string, goals: number, wins: number][] = [
  ['2026-09-12', 2, 1],
  ['2026-09-19', 0, 0],
  ['2026-09-26', 3, 1],
  ['2026-10-03', 1, 0],
  ['2026-10-17', 4, 1],
  ['2026-10-31', 2, 1],
  ['2026-11-14', 5, 1],
  ['2026-12-05', 3, 0],
]

async function payInvoice(name: string, amount: string): Promise<void> {
  const { app, org, season, backers } = story
  const backer = backers.find((one) => one.name === name)
  const invoice = (await invoicesOf(org, season)).find(({ pledgeId }) => pledgeId === backer?.pledge.id)
  const body = payment(invoice ?? { id: '' }, amount, app)
  const path = `${season.path}/payments`
  const { id } = expectStatus(await org.representative.post<Payment>(path, body), 201)
  await depositPayments(org, [id], amount, body.receivedOn)
}

/** No two people pledge in the same millisecond: invoices are numbered in the order of their pledges. */
async function pledged(name: string, wish: PledgeWish): Promise<Backer> {
  story.app.clock.advance({ minutes: 1 })
  return back(story, name, wish)
}

beforeAll(async () => {
  story = await openStory()
  const { app, org, season } = story
  await pledged('Ana', { lines: { goals: '2.00', wins: '5.00' } })
  ben = await pledged('Ben', { lines: { goals: '3.00' }, card: CARDS.insufficient, most: '30.00' })
  await pledged('Cy', { lines: { goals: '1.00' }, method: 'auto_bill_end', card: CARDS.expired })
  await pledged('Dee', { lines: { goals: '1.50', champions: '25.00' }, method: 'check' })
  await pledged('Eve', { lines: { wins: '10.00' }, method: 'cash' })
  await pledged('Flo', { lines: { gift: '50.00' }, method: 'auto_bill_end', most: '50.00' })
  for (const [day, goals, wins] of SEASON) {
    await goOnTo(app, `${day}T20:00:00Z`)
    await play(org, season, { opponent: day, startTime: `${day}T18:00:00Z`, goals, wins })
  }
  // The season ends on December 15, at midnight in Boston, without anyone completing it.
  await goOnTo(app, '2026-12-19T15:00:00Z')
  await declare(org, season, 'achieved')
  await lock(org, season, 'final')
  await goOnTo(app, '2027-01-08T15:00:00Z')
  await payInvoice('Dee', '40.00')
  // The link in Ben's first mail lives as long as his pledge: by it he pays all that is due.
  oldLink = await linkFromFirstMail(ben)
  while ((await dueOf(ben)) > 0) await payByLink(story, oldLink, CARDS.good)
  await goOnTo(app, '2027-02-20T15:00:00Z')
  await payOut(story, (await balanceOf(story)).owed)
  await goOnTo(app, '2027-02-20T16:00:00Z')
}, 300_000)
afterAll(() => closeStory(story))

async function linkFromFirstMail({ supporter }: Backer): Promise<string> {
  const [mail] = await deliveredMails(
    story.app.deps.db,
    sql`to_address = ${supporter.email} and text_body like '%/p/%'`,
  )
  return `/api/pledge-links/${/\/p\/([\w-]+)/.exec(mail?.text ?? '')?.[1]}`
}
const dueOf = async ({ pledge }: Backer): Promise<number> => {
  const [row] = await story.app.deps.db.query<{ due: number }>(sql`
    select count(*) as due from charges where pledge_id = ${pledge.id} and state = 'past_due'`)
  return row?.due ?? 0
}

type Happened = { at: Date; day: string; what: string; pledgeId: string | null; cents: number | null }

const KINDS = ['settlement_statement', 'receipt', 'pay_link', 'invoice_reminder']

/** Day by day: what was settled, how each card attempt ended, who was mailed about money. */
async function calendar(): Promise<string> {
  const { app, season, backers } = story
  const rows = await app.deps.db.query<Happened>(sql`
    select at, to_char(at at time zone 'America/New_York', 'YYYY-MM-DD Dy') as day, rank || what as what, pledge_id, cents from (
      select locked_at as at, 1 as rank, 'settlement ' || version || ' (' || kind || ') locked' || case when locked_by is null then ' by the schedule' else '' end as what,
             null::uuid as pledge_id, (totals->>'toBill')::bigint as cents from settlements where campaign_id = ${season.id}
      union all
      select m.created_at, 2, 'mail: ' || replace(m.kind, '_', ' '), m.pledge_id, null from mails m
       where m.campaign_id = ${season.id} and m.kind = any(${sql.param(KINDS)})
      union all
      select a.finished_at, 3, 'card: ' || coalesce(a.decline_code, a.outcome) || case a.kind when 'link' then ' by link' else '' end, c.pledge_id, a.amount_cents
        from charge_attempts a join charges c on c.id = a.charge_id where c.campaign_id = ${season.id}) happened`)
  const nameOf = (id: string | null) => backers.find(({ pledge }) => pledge.id === id)?.name ?? ''
  const keyOf = ({ at, what, pledgeId, cents: amount }: Happened) =>
    `${at.toISOString()} ${what} ${nameOf(pledgeId)} ${amount}`
  rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return rows
    .map(({ day, what, pledgeId, cents: amount }) =>
      [day, nameOf(pledgeId).padEnd(3), what.slice(1), amount === null ? '' : formatUsd(cents(amount))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

test('a whole season settles, charges, retries and reminds on the scheduled days', async () => {
  expect(`\n${await calendar()}\n`).toMatchSnapshot()
})

test('a whole season ends with balanced books, everything charged and paid out', async () => {
  expect(await books(story)).toMatchSnapshot()
})

test('a pay link ends sixty days after the last mail about its pledge, and nothing can be paid with it', async () => {
  const { visitor } = story.app
  expect((await visitor.get(oldLink)).status).toBe(200)
  await goOnTo(story.app, '2027-05-01T16:00:00Z')
  expect((await visitor.get(oldLink)).status).toBe(404)
  expect((await visitor.post(`${oldLink}/payments`, { chargeId: ben.pledge.id })).status).toBe(404)
})

test('a whole season leaves no mail unsent', async () => {
  expect(
    await story.app.deps.db.query(sql`select kind, idempotency_key from mails where sent_at is null`),
  ).toEqual([])
})
