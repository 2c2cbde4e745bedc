/** What stories about money share: a campaign with supporters, and its books as an accountant reads them. */

import { type Cents, cents, dollars, formatUsd, sum } from '#domain/money.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { Balance, Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { expectCardMoney } from '#tests/card-money.ts'
import {
  openSeason,
  type PledgeWish,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { deliveredMails } from '#tests/mails.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

export type Backer = { name: string; supporter: Caller; pledge: Pledge }
export type Story = { app: TestApp; org: TestOrganization; season: Season; backers: Backer[] }

export async function openStory(stripe: StripeStandIn | null = null): Promise<Story> {
  const app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe })
  const org = await setUpOrganization(app)
  return { app, org, season: await openSeason(org), backers: [] }
}

/** What its cards cost is in the books, and they balance. */
export async function closeStory({ app }: Story): Promise<void> {
  try {
    await expectCardMoney(app)
  } finally {
    await closeWithBooksInOrder(app)
  }
}

/** A new supporter of this name, who pledges. */
export async function back(story: Story, name: string, wish: PledgeWish): Promise<Backer> {
  const { app, season, backers } = story
  const supporter = await app.user({ firstName: name })
  const body = await pledgeBody(supporter, season, wish)
  const pledge = expectStatus(await supporter.post<Pledge>(`${season.path}/pledges`, body), 201)
  const backer = { name, supporter, pledge }
  backers.push(backer)
  return backer
}

/** Time passes, and the jobs run. */
export async function pass({ app }: Story, time: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
  app.clock.advance(time)
  await runDueJobs(app.deps)
}

/** To the charge date and past it: the notice is sent at once, the charges follow three days later. */
export async function passNotice(story: Story): Promise<void> {
  await pass(story, { minutes: 1 })
  await pass(story, { days: 3, minutes: 1 })
}

export const chargesOf = async ({ org, season }: Story) =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)

/** The link in the newest mail of the kind, as its reader would follow it. */
export async function linkFromMail({ app }: Story, { supporter }: Backer, kind: string): Promise<string> {
  const mails = await deliveredMails(app.deps.db, sql`kind = ${kind} and to_address = ${supporter.email}`)
  const token = /\/p\/([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`no mail of the kind ${kind} with a link`)
  return `/api/pledge-links/${token}`
}

/** Anyone with the link pays what is due with their own card. */
export async function payByLink(story: Story, link: string, number: string): Promise<void> {
  const { visitor } = story.app
  const { charges } = expectStatus(await visitor.get<LinkedPledge>(link), 200)
  const due = charges.find(({ state }) => state !== 'succeeded' && state !== 'voided')
  const path = `${link}/payments`
  const started = expectStatus(
    await visitor.post<{ clientSecret: string; chargeId: string }>(path, { chargeId: due?.id }),
    201,
  )
  const card = { clientSecret: started.clientSecret, number, expMonth: 12, expYear: 2030, cvc: '123' }
  expectStatus(await visitor.post('/api/sandbox/card-payments', card), 204)
  expectStatus(await visitor.post(`${path}/${started.chargeId}/outcome`), 200)
}

/** One representative prepares, the other approves and sends. */
export async function payOut({ app, org, season }: Story, amount: string): Promise<void> {
  const path = `/api/organizations/${org.organizationId}`
  const { destination } = expectStatus(await org.second.get<ManagedOrganization>(path), 200)
  if (!destination) await setDestination(org)
  await approveAndSend(org, await preparePayout(org, season, amount), {
    paidOn: app.clock.now().toISOString().slice(0, 10),
    reference: '1001',
  })
}

export const balanceOf = async ({ org, season }: Story) =>
  expectStatus(await org.representative.get<Balance>(`${season.path}/balance`), 200)

/** The journal, then what each pledge comes to, then what the organization is owed. Throws where they do not add up. */
export async function books(story: Story): Promise<string> {
  const violations = await checkInvariants(story.app.deps.db)
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
  return ['', await journal(story), '', await pledges(story), '', await organization(story), ''].join('\n')
}

const HEADS = {
  cash: 'Cash',
  card_clearing: 'Card clearing',
  undeposited: 'Undeposited',
  organization_payable: 'Organization',
  commission: 'Commission',
  processing_fees: 'Processing',
  supporter_credit: 'Supporter credit',
  refunds_owed: 'Refunds owed',
  write_offs: 'Write-offs',
  disputed: 'Disputed',
} as const
type Account = keyof typeof HEADS
type Posted = {
  at: Date
  day: string
  what: string
  pledgeId: string | null
  entry: string
  account: Account
  amount: Cents
}

/** One line per entry, one column per account used: debits as they are, credits with a minus, each line sums to zero. */
async function journal({ app, season, backers }: Story): Promise<string> {
  const posted = await app.deps.db.query<Posted>(sql`
    select e.occurred_at as at, to_char(e.occurred_at, 'YYYY-MM-DD') as day, e.description as what, e.pledge_id, e.id as entry,
           p.account, p.amount_cents as amount
      from journal_entries e join journal_postings p on p.entry_id = e.id where p.campaign_id = ${season.id}`)
  const used = (Object.keys(HEADS) as Account[]).filter((one) =>
    posted.some(({ account }) => account === one),
  )
  const nameOf = (id: string | null) => backers.find(({ pledge }) => pledge.id === id)?.name ?? ''
  const lines = [...Map.groupBy(posted, ({ entry }) => entry).values()].map((postings) => {
    const [{ at, day, what, pledgeId }] = postings as [Posted]
    if (sum(postings.map(({ amount }) => amount)) !== 0) throw new Error(`${what} does not balance`)
    return { at, cells: [day, what, nameOf(pledgeId), ...used.map((account) => total(postings, account))] }
  })
  // Entries of one moment have no order: they are sorted by name.
  const keyOf = (line: (typeof lines)[number]) =>
    `${line.at.toISOString()} ${line.cells[2]} ${line.cells.join(' ')}`
  lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const head = ['Day', 'What happened', 'Who', ...used.map((account) => HEADS[account])]
  const last = ['', 'Balance', '', ...used.map((account) => total(posted, account) || '$0.00')]
  return table([head, ...lines.map(({ cells }) => cells), last], 3)
}

const total = (posted: readonly Posted[], account: Account): string => {
  const mine = posted.filter((one) => one.account === account)
  return mine.length === 0 ? '' : formatUsd(sum(mine.map(({ amount }) => amount)))
}

type Beside = { open: Cents; waived: Cents; writtenOff: Cents }

/** As the supporter reads it, and beside it what is open, what was waived and what was written off. */
async function pledges({ app, backers }: Story): Promise<string> {
  const lines = await Promise.all(
    backers.map(async ({ name, supporter, pledge }) => {
      const detail = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${pledge.id}`), 200)
      const [beside] = await app.deps.db.query<Beside>(sql`
        select coalesce((select sum(amount_cents) from charges where pledge_id = ${pledge.id} and state not in ('succeeded', 'voided')), 0)::bigint
                 + coalesce((select sum(amount_cents - paid_cents) from invoices where pledge_id = ${pledge.id} and state = 'open'), 0)::bigint as open,
               coalesce((select sum(amount_cents) from adjustments where pledge_id = ${pledge.id} and kind = 'waiver'), 0)::bigint as waived,
               coalesce((select sum(amount_cents) from adjustments where pledge_id = ${pledge.id} and kind = 'write_off'), 0)::bigint as written_off`)
      const { open, waived, writtenOff } = beside as Beside
      const figures = [detail.earned, detail.billed, detail.received].map((amount) => dollars(amount))
      const amounts = [...figures, open, waived, writtenOff].map((amount) => formatUsd(cents(amount)))
      return [name, detail.paymentMethod.replaceAll('_', ' '), detail.status.replaceAll('_', ' '), ...amounts]
    }),
  )
  const head = [
    'Pledge',
    'Pays by',
    'Status',
    'Earned',
    'Billed',
    'Received',
    'Open',
    'Waived',
    'Written off',
  ]
  return table([head, ...lines], 3)
}

async function organization(story: Story): Promise<string> {
  const { collected, commission, organizationShare, paidOut, owed } = await balanceOf(story)
  const figures = [collected, commission, organizationShare, paidOut, owed]
  const head = ['Collected', 'Provider’s 25 %', 'Organization’s', 'Paid out', 'Owed']
  return table([head, figures.map((amount) => formatUsd(dollars(amount)))], 0)
}

/** Text to the left, figures to the right, as wide as the widest. */
function table(rows: readonly (readonly string[])[], left: number): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (text: string, column: number) =>
    column < left ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n')
}
