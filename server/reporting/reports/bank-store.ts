/** What an accountant compares: each line of the bank's statement, and what a deposit or a payout consists of. */
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { BankLine } from '#domain/schemas/report.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { madeOn, reference } from './entry-store.ts'
import { inMonth, type MonthKey } from './store.ts'

type LineRow = Omit<BankLine, 'amount'> & { amountCents: number }

/**
 * A payout of several campaigns is one check or transfer, so its entries are one line. A deposited check that was moved to
 * another invoice stayed at the bank: its two entries add up to no line. `which`: the entries `e` of the journal. A line's
 * id is that of the payout, of what came back of one, of the check that bounced, or of its entry.
 */
export const cashLines = (which: SQL): SQL => sql`
  select
    x.line as id, min(x.made_on)::text as "on", min(x.kind) as kind,
    min(x.reference) as reference, sum(x.amount)::bigint as amount_cents
  from (
    select
      e.id, e.kind, ${madeOn} as made_on, ${reference} as reference,
      coalesce(l.reversal_id, l.payout_id, y.moved_from, y.id, e.id) as line,
      (
        select sum(p.amount_cents)
        from journal_postings p
        where p.entry_id = e.id
          and p.account = 'cash'
      ) as amount
    from journal_entries e
    left join campaigns c on c.id = e.campaign_id
    left join payout_lines l on e.kind in ('payout', 'payout_reversed') and l.id = e.source_id
    left join lateral (
      select y.id, case when e.kind <> 'reversal' then y.moved_from end as moved_from
      from payments y
      where y.id = e.source_id
        and e.kind in ('payment', 'overpayment', 'reversal')
    ) y on true
    where ${which}
  ) x
  where x.amount is not null
  group by x.line
  having sum(x.amount) <> 0
`

const toLine = ({ amountCents, id, on, kind, reference }: LineRow): BankLine => ({
  id,
  on,
  kind,
  reference,
  amount: toDecimal(cents(amountCents)),
})

export async function bankLines(
  db: Db,
  key: MonthKey,
  { limit, page }: { limit: number; page: number },
): Promise<BankLine[]> {
  const rows = await db.query<LineRow>(sql`
    select *
    from (${cashLines(inMonth(key))}) one
    order by one."on", one.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return rows.map(toLine)
}

/** The newest, oldest first, and how many there are. */
export async function newestBankLines(
  db: Db,
  key: MonthKey,
  limit: number,
): Promise<{ lines: BankLine[]; count: number }> {
  const rows = await db.query<LineRow & { count: number }>(sql`
    select *, (count(*) over ())::integer as count
    from (${cashLines(inMonth(key))}) one
    order by one."on" desc, one.id desc
    limit ${limit}
  `)
  return { lines: rows.map(toLine).reverse(), count: rows[0]?.count ?? 0 }
}

export type DepositedLine = {
  id: string
  depositId: string
  depositedOn: string
  slip: string | null
  method: string
  reference: string | null
  invoiceNumber: string
  organizationName: string
  campaignName: string
  pledgeId: string
  amountCents: Cents
  moneyMode: 'live' | 'sandbox'
}

/** Each check and cash on the slips that the months' entries deposit. */
export const depositedLines = (
  db: Db,
  key: MonthKey,
  { limit, page }: { limit: number; page: number },
): Promise<DepositedLine[]> =>
  db.query<DepositedLine>(sql`
    select
      y.id, d.id as deposit_id, d.deposited_on::text as deposited_on, d.reference as slip, y.method, y.reference,
      i.number as invoice_number, o.name as organization_name, m.name as campaign_name, y.pledge_id,
      y.amount_cents, d.money_mode
    from journal_entries e
    left join campaigns c on c.id = e.campaign_id
    join deposits d on d.id = e.source_id
    join journal_postings p on p.entry_id = e.id and p.payment_id is not null
    join payments y on y.id = p.payment_id
    join invoices i on i.id = y.invoice_id
    join campaigns m on m.id = y.campaign_id
    join organizations o on o.id = m.organization_id
    where e.kind = 'deposit'
      and ${inMonth(key)}
    order by d.deposited_on, d.id, p.line
    limit ${limit}
    offset ${(page - 1) * limit}
  `)

export type PaidOutLine = {
  id: string
  payoutId: string
  paidOn: string
  method: string
  reference: string | null
  organizationName: string
  campaignName: string
  amountCents: Cents
  moneyMode: 'live' | 'sandbox'
}

/** What was sent to organizations for each campaign, and, below zero, what came back. */
export const paidOutLines = (
  db: Db,
  key: MonthKey,
  { limit, page }: { limit: number; page: number },
): Promise<PaidOutLine[]> =>
  db.query<PaidOutLine>(sql`
    select
      l.id, t.id as payout_id, ${madeOn}::text as paid_on, t.method, t.reference,
      o.name as organization_name, c.name as campaign_name, l.amount_cents, t.money_mode
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    join organizations o on o.id = c.organization_id
    join payout_lines l on l.id = e.source_id
    join payouts t on t.id = l.payout_id
    where e.kind in ('payout', 'payout_reversed')
      and ${inMonth(key)}
    order by e.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
