/** Shortfalls of checks that bounced after a refund, and their write-offs (R5). */
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Shortfall, ShortfallWriteOff } from '#domain/schemas/shortfall.ts'
import { manuallyRefunded, missing, refundedThenBounced } from '#server/money/invoices/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

type Row = Omit<Shortfall, 'amount' | 'cannotProposeReason' | 'proposal'> & {
  amountCents: number
  isOwn: boolean
}
type FoundShortfall = Omit<Shortfall, 'cannotProposeReason' | 'proposal'> & { isOwn: boolean }

/** Across all campaigns, oldest first (R51). */
export async function shortfalls(
  db: Db,
  { userId, today, limit, page }: { userId: string; today: string; limit: number; page: number },
): Promise<FoundShortfall[]> {
  const rows = await db.query<Row>(sql`
    select
      i.id as invoice_id, i.number as invoice_number, i.campaign_id, c.name as campaign_name,
      i.pledge_id, c.money_mode, m.missing_cents as amount_cents, m.since,
      ${today}::date - m.since as age_days,
      p.pledger_id = ${userId} as is_own
    from invoices i
    join campaigns c on c.id = i.campaign_id
    join pledges p on p.id = i.pledge_id
    cross join lateral (
      select
        ${missing} as missing_cents,
        (
          select min(y.reversed_on)
          from payments y
          where y.invoice_id = i.id
            and y.state = 'reversed'
            and ${manuallyRefunded} > 0
        ) as since
    ) m
    where i.id in (${refundedThenBounced})
      and m.missing_cents > 0
    order by m.since, i.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: toDecimal(cents(amountCents)) }))
}

type WriteOffRow = Omit<
  ShortfallWriteOff,
  'amount' | 'proposedBy' | 'proposedAt' | 'approvedBy' | 'approvedAt' | 'cannotApproveReason'
> & {
  amountCents: Cents
  pledgeId: string
  pledgerId: string
  proposedBy: string
  proposedByName: string
  proposedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
}
export type StoredWriteOff = Omit<ShortfallWriteOff, 'cannotApproveReason'> & {
  amountCents: Cents
  pledgeId: string
  pledgerId: string
}

const SOMEONE = 'A representative'

const select = sql`
  select
    w.id, w.invoice_id, w.pledge_id, p.pledger_id, w.amount_cents, w.reason, w.state, w.proposed_by,
    w.proposed_at, w.approved_by, w.approved_at,
    trim(concat(a.first_name, ' ', a.last_name)) as proposed_by_name,
    trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
  from shortfall_write_offs w
  join pledges p on p.id = w.pledge_id
  join users a on a.id = w.proposed_by
  left join users b on b.id = w.approved_by
`

const toWriteOff = ({ proposedByName, approvedByName, ...row }: WriteOffRow): StoredWriteOff => ({
  ...row,
  amountCents: cents(row.amountCents),
  amount: toDecimal(cents(row.amountCents)),
  proposedBy: { id: row.proposedBy, name: proposedByName || SOMEONE },
  proposedAt: row.proposedAt.toISOString(),
  approvedBy: row.approvedBy === null ? null : { id: row.approvedBy, name: approvedByName || SOMEONE },
  approvedAt: row.approvedAt?.toISOString() ?? null,
})

/** Proposed, and neither approved nor withdrawn: at most one per invoice. */
export async function proposalsOf(
  db: Db,
  invoiceIds: readonly string[],
): Promise<Map<string, StoredWriteOff>> {
  const rows = await db.query<WriteOffRow>(sql`
    ${select}
    where w.invoice_id = any(${sql.param(invoiceIds)}::uuid[])
      and w.state = 'proposed'
  `)
  return new Map(rows.map((row) => [row.invoiceId, toWriteOff(row)]))
}

type Key = { campaignId: string; invoiceId: string; writeOffId: string }

const inPlace = ({ campaignId, invoiceId, writeOffId }: Key): SQL =>
  sql`w.id = ${writeOffId} and w.invoice_id = ${invoiceId} and w.campaign_id = ${campaignId}`

/** Locked until the transaction ends. */
export async function holdWriteOff(db: Db, key: Key): Promise<StoredWriteOff | undefined> {
  const row = first(await db.query<WriteOffRow>(sql`${select} where ${inPlace(key)} for update of w`))
  return row && toWriteOff(row)
}

export async function insertWriteOff(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    invoiceId: string
    amount: Cents
    reason: string
    by: string
    at: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into shortfall_write_offs (
      id, campaign_id, pledge_id, invoice_id, amount_cents, reason, state, proposed_by, proposed_at
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.invoiceId}, ${row.amount}, ${row.reason},
      'proposed', ${row.by}, ${row.at}
    )
  `)
}

export async function endWriteOff(
  db: Db,
  id: string,
  end: { state: 'approved'; by: string; at: Date } | { state: 'withdrawn' },
): Promise<void> {
  const [by, at] = end.state === 'approved' ? [end.by, end.at] : [null, null]
  only(
    await db.query(sql`
      update shortfall_write_offs
      set state = ${end.state}, approved_by = ${by}::uuid, approved_at = ${at}::timestamptz
      where id = ${id}
        and state = 'proposed'
      returning id
    `),
  )
}
