import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { type Db, sql } from '#server/db/database.ts'

type Row = Omit<
  Payout,
  | 'amount'
  | 'reversed'
  | 'reversals'
  | 'preparedBy'
  | 'preparedAt'
  | 'approvedBy'
  | 'approvedAt'
  | 'cannotApproveReason'
> & {
  amountCents: number
  preparedBy: string
  preparedByName: string
  preparedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
  reversals: [on: string, amount: number][]
}
export type StoredPayout = Omit<Payout, 'cannotApproveReason'> & { amountCents: Cents }

const SOMEONE = 'A representative'

const select = sql`
  select p.id, p.campaign_id, p.amount_cents, p.state, p.money_mode, p.note, p.prepared_by, p.prepared_at, p.approved_by, p.approved_at,
         p.method, p.destination, p.paid_on, p.reference, p.refusal,
         coalesce((select json_agg(json_build_array(r.reversed_on, r.amount_cents) order by r.id) from payout_reversals r where r.payout_id = p.id), '[]') as reversals,
         trim(concat(a.first_name, ' ', a.last_name)) as prepared_by_name, trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
    from payouts p join users a on a.id = p.prepared_by left join users b on b.id = p.approved_by`

function toPayout(row: Row): StoredPayout {
  const { amountCents, reversals, preparedBy, preparedByName, approvedBy, approvedByName, ...rest } = row
  return {
    ...rest,
    amountCents: cents(amountCents),
    amount: toDecimal(cents(amountCents)),
    reversed: toDecimal(sum(reversals.map(([, amount]) => cents(amount)))),
    reversals: reversals.map(([on, amount]) => ({ on, amount: toDecimal(cents(amount)) })),
    preparedBy: { id: preparedBy, name: preparedByName || SOMEONE },
    preparedAt: rest.preparedAt.toISOString(),
    approvedBy: approvedBy === null ? null : { id: approvedBy, name: approvedByName || SOMEONE },
    approvedAt: rest.approvedAt?.toISOString() ?? null,
  }
}

export async function payoutsOf(
  db: Db,
  campaignId: string,
  payoutId: string | null = null,
  hold = false,
): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    ${select} where p.campaign_id = ${campaignId} and (${payoutId}::uuid is null or p.id = ${payoutId}::uuid)
     order by p.id desc limit 200 ${hold ? sql`for update of p` : sql``}`)
  return rows.map(toPayout)
}

/** Those that are prepared or on their way, of many campaigns at once; each has at most one. */
export async function openPayoutsOf(db: Db, campaignIds: readonly string[]): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    ${select} where p.campaign_id = any(${sql.param(campaignIds)}::uuid[]) and p.state in ('prepared', 'sending')`)
  return rows.map(toPayout)
}

/** An organisation's newest, without those that came to nothing. */
export async function paidPayoutsOf(
  db: Db,
  organizationId: string,
): Promise<(StoredPayout & { campaignName: string })[]> {
  const rows = await db.query<{ id: string; name: string; campaignId: string }>(sql`
    select p.id, c.name, c.id as campaign_id from payouts p join campaigns c on c.id = p.campaign_id
     where c.organization_id = ${organizationId} and p.state in ('paid', 'sending') order by p.id desc limit 100`)
  const payouts = await db.query<Row>(sql`
    ${select} where p.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) order by p.id desc`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return payouts.map((row) => ({ ...toPayout(row), campaignName: names.get(row.id) ?? '' }))
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

type Approval = {
  by: string
  at: Date
  method: Payout['method']
  destination: string | null
}

/** Sent by hand: it is paid with the approval (R38). */
export async function payByHand(
  db: Db,
  payoutId: string,
  { by, at, method, destination, ...sent }: Approval & { paidOn: string; reference: string },
): Promise<void> {
  await db.query(sql`
    update payouts set state = 'paid', approved_by = ${by}, approved_at = ${at}, method = ${method}, destination = ${destination},
           paid_on = ${sent.paidOn}::date, reference = ${sent.reference}
     where id = ${payoutId} and state = 'prepared'`)
}

/** Approved, and Stripe's to send: the job that asks it finds the row (R34). */
export async function approveTransfer(
  db: Db,
  payoutId: string,
  { by, at, method, destination, account }: Approval & { account: string },
): Promise<void> {
  await db.query(sql`
    update payouts set state = 'sending', approved_by = ${by}, approved_at = ${at}, method = ${method}, destination = ${destination},
           provider_account = ${account}, lease_until = ${at}
     where id = ${payoutId} and state = 'prepared'`)
}

export async function withdraw(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`update payouts set state = 'withdrawn' where id = ${payoutId} and state = 'prepared'`)
}

/** All that moved the organisation's share and is in no payout yet is in this one: what its statement adds up. */
export async function claimEntries(db: Db, campaignId: string, payoutId: string): Promise<void> {
  await db.query(sql`
    insert into payout_entries (entry_id, payout_id, campaign_id)
    select e.id, ${payoutId}::uuid, e.campaign_id from journal_entries e
     where e.campaign_id = ${campaignId} and e.kind <> 'payout'
       and not exists (select from payout_entries x where x.entry_id = e.id)
       and exists (select from journal_postings p where p.entry_id = e.id and p.account in ('organization_payable', 'commission'))`)
}
