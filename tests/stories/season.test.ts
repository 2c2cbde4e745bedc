/** Leicester City's season of 2015-16, from 240 pledges to the payout: exact to the cent and in balance. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, formatUsd, toDecimal } from '#domain/money.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { type Ending, type Person, playSeason, type World } from '#server/operations/demo/season.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { expectCardMoney } from '#tests/card-money.ts'
import { joinOrganization } from '#tests/join-organization.ts'

let app: TestApp
let ending: Ending
const story: string[] = []

const person = (caller: Caller): Person => ({
  userId: caller.userId,
  get: async (path) => expectOk(await caller.get(path)),
  post: async (path, body) => expectOk(await caller.post(path, body)),
  put: async (path, body) => expectOk(await caller.put(path, body)),
})
const expectOk = <T>(answer: Awaited<ReturnType<Caller['get']>>): T =>
  expectStatus(answer, answer.status < 300 ? answer.status : 200) as T

beforeAll(async () => {
  app = await createTestApp({ now: '2015-08-01T16:00:00Z' })
  const scorer = await app.user({ firstName: 'Jamie', lastName: 'Vardy' })
  const world: World = {
    owner: person(await app.user({ firstName: 'Claudio', lastName: 'Ranieri' })),
    scorer: person(scorer),
    joinAsScorer: async (organizationId) => void (await joinOrganization(app, organizationId, scorer)),
    representative: person(await app.representative('Morgan')),
    second: person(await app.representative('Riyad')),
    supporter: async (index) => person(await app.user({ firstName: `Fan${index}` })),
    setClock: (to) => app.clock.set(to),
    runJobs: async () => {
      await runDueJobs(app.deps)
      await readCardMovements(app.deps)
    },
    say: (line) => story.push(line),
  }
  ending = await playSeason(world)
}, 120_000)
afterAll(() => app.close())

/** The journal in readable form: one line per day, kind and account. */
async function readableJournal(): Promise<string> {
  const rows = await app.deps.db.query<{
    day: string
    kind: string
    entries: number
    account: string
    amount: number
  }>(sql`
    select to_char(e.occurred_at, 'YYYY-MM-DD') as day, e.kind, count(distinct e.id) as entries, p.account, sum(p.amount_cents)::bigint as amount
      from journal_entries e join journal_postings p on p.entry_id = e.id
     group by 1, 2, 4 order by 1, 2, 4`)
  return rows
    .map(
      ({ day, kind, entries, account, amount }) =>
        `${day}  ${kind.padEnd(8)} ${String(entries).padStart(4)}  ${account.padEnd(21)} ${formatUsd(cents(amount)).padStart(12)}`,
    )
    .join('\n')
}

test('a full season goes through its known steps with its known amounts', () => {
  expect(story.join('\n')).toMatchSnapshot()
})

test('a full season posts its known journal, day by day', async () => {
  expect(`\n${await readableJournal()}\n`).toMatchSnapshot()
})

test('the 240 pledges include every payment method with and without a cap', async () => {
  const rows = await app.deps.db.query<{ shape: string; pledges: number }>(sql`
    select payment_method || case when maximum_cents is null then ', no cap' else ', capped' end as shape, count(*) as pledges
      from pledges group by 1 order by 1`)
  expect(rows.length).toBe(8)
  expect(rows.reduce((all, { pledges }) => all + pledges, 0)).toBe(240)
})

test('the confirmed results are 68 goals, 23 wins, 15 clean sheets and the title', async () => {
  const rows = await app.deps.db.query<{ name: string; confirmed: string }>(sql`
    select s.name, t.confirmed from statistics s join statistic_totals t on t.statistic_id = s.id order by s.sort_order`)
  expect(Object.fromEntries(rows.map(({ name, confirmed }) => [name, Number(confirmed)]))).toEqual({
    Goals: 68,
    Wins: 23,
    'Clean sheets': 15,
    Champions: 1,
    'A one-time gift': 0,
  })
})

test('a finished season leaves no charge, invoice, pledge or settlement open', async () => {
  const [row] = await app.deps.db.query<Record<string, number>>(sql`
    select (select count(*) from charges where state not in ('succeeded', 'voided')) as open_charges,
           (select count(*) from invoices where state = 'open') as open_invoices,
           (select count(*) from pledges where status <> 'settled') as open_pledges,
           (select count(*) from settlements where stage <> 'closed') as open_settlements`)
  expect(row).toEqual({ openCharges: 0, openInvoices: 0, openPledges: 0, openSettlements: 0 })
})

test('the organization is paid its whole share of what was collected, and nothing is left owed', () => {
  const { balance, campaign } = ending
  expect(balance.collected).toBe(campaign.totalCollected)
  expect(campaign.totalPledged).toBe(campaign.totalCollected)
  expect(campaign.totalEarned).toBe(campaign.totalCollected)
  expect(balance.owed).toBe('0.00')
  expect(balance.paidOut).toBe(balance.organizationShare)
})

test('every supporter paid exactly what was achieved, at most their maximum', async () => {
  const [row] = await app.deps.db.query<{ above: number; notExact: number }>(sql`
    with paid as (
      select p.id, p.agreed_maximum_cents,
             coalesce((select sum(amount_cents - refunded_cents) from charges where pledge_id = p.id and state = 'succeeded'), 0)
               + coalesce((select sum(amount_cents) from payments where pledge_id = p.id), 0)
               + coalesce((select sum(amount_cents) from adjustments where pledge_id = p.id), 0) as cents,
             (select sum(case when l.type = 'one_time' then l.rate_cents else line_amount(l.rate_cents, t.confirmed) end)
                from pledge_lines l join statistic_totals t on t.statistic_id = l.statistic_id where l.pledge_id = p.id) as owed
        from pledges p)
    select count(*) filter (where cents > agreed_maximum_cents) as above,
           count(*) filter (where cents <> least(agreed_maximum_cents, owed)) as not_exact from paid`)
  expect(row).toEqual({ above: 0, notExact: 0 })
})

test('every payment has a receipt, and every charge a statement three days before it', async () => {
  const [row] = await app.deps.db.query<{
    receipts: number
    charges: number
    statements: number
    early: number
  }>(sql`
    select (select count(*) from mails where kind = 'receipt') as receipts,
           (select count(*) from charges where state = 'succeeded') + (select count(*) from payments) as charges,
           (select count(*) from mails where kind = 'settlement_statement') as statements,
           (select count(*) from charges c where c.state = 'succeeded' and not exists (
              select from mails m where m.pledge_id = c.pledge_id and m.kind = 'settlement_statement' and m.created_at < c.succeeded_at - interval '3 days')) as early`)
  expect(row?.receipts).toBe(row?.charges)
  expect(row?.statements).toBeGreaterThanOrEqual(row?.receipts ?? 0)
  expect(row?.early).toBe(0)
})

test('the books balance after a full season, and have what its cards cost (R40)', async () => {
  expect(await checkInvariants(app.deps.db)).toEqual([])
  const [row] = await app.deps.db.query<{ total: number }>(
    sql`select sum(amount_cents)::bigint as total from journal_postings`,
  )
  expect(toDecimal(cents(row?.total ?? 1))).toBe('0.00')
  await expectCardMoney(app)
})
