import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Payout } from '#domain/schemas/settlement.ts'
import { type Db, sql } from '#server/db/database.ts'

type Row = {
  id: string
  campaignId: string
  amountCents: number
  state: Payout['state']
  moneyMode: Payout['moneyMode']
  note: string | null
  preparedBy: string
  preparedByName: string
  preparedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
}
export type StoredPayout = Omit<Payout, 'cannotApproveReason'> & { amountCents: Cents }

const SOMEONE = 'A representative'

export async function payoutsOf(
  db: Db,
  campaignId: string,
  payoutId: string | null = null,
  hold = false,
): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    select p.id, p.campaign_id, p.amount_cents, p.state, p.money_mode, p.note, p.prepared_by, p.prepared_at, p.approved_by, p.approved_at,
           trim(concat(a.first_name, ' ', a.last_name)) as prepared_by_name, trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
      from payouts p join users a on a.id = p.prepared_by left join users b on b.id = p.approved_by
     where p.campaign_id = ${campaignId} and (${payoutId}::uuid is null or p.id = ${payoutId}::uuid)
     order by p.id desc limit 200 ${hold ? sql`for update of p` : sql``}`)
  return rows.map(({ amountCents, preparedBy, preparedByName, approvedBy, approvedByName, ...row }) => ({
    ...row,
    amountCents: cents(amountCents),
    amount: toDecimal(cents(amountCents)),
    preparedBy: { id: preparedBy, name: preparedByName || SOMEONE },
    preparedAt: row.preparedAt.toISOString(),
    approvedBy: approvedBy === null ? null : { id: approvedBy, name: approvedByName || SOMEONE },
    approvedAt: row.approvedAt?.toISOString() ?? null,
  }))
}

export async function insertPayout(
  db: Db,
  payout: {
    id: string
    campaignId: string
    amount: Cents
    note: string | null
    moneyMode: string
    preparedBy: string
    preparedAt: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into payouts (id, campaign_id, amount_cents, state, note, money_mode, prepared_by, prepared_at)
    values (${payout.id}, ${payout.campaignId}, ${payout.amount}, 'prepared', ${payout.note}, ${payout.moneyMode}, ${payout.preparedBy}, ${payout.preparedAt})`)
}

export async function approve(db: Db, payoutId: string, by: string, at: Date): Promise<void> {
  await db.query(
    sql`update payouts set state = 'paid', approved_by = ${by}, approved_at = ${at} where id = ${payoutId} and state = 'prepared'`,
  )
}

export async function withdraw(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`update payouts set state = 'withdrawn' where id = ${payoutId} and state = 'prepared'`)
}
