import type { Posting } from '#domain/journal.ts'
import { type Cents, cents, subtract, toDecimal } from '#domain/money.ts'
import type { Balance, JournalEntry } from '#domain/schemas/settlement.ts'
import { type Db, only, sql } from '#server/db/database.ts'

export type EntryKind =
  | 'charge'
  | 'payment'
  | 'overpayment'
  | 'overpayment_paid'
  | 'deposit'
  | 'refund'
  | 'refund_paid'
  | 'refund_failed'
  | 'reversal'
  | 'payout'
  | 'payout_reversed'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'

export type NewEntry = {
  id: string
  campaignId: string
  kind: EntryKind
  description: string
  pledgeId: string | null
  /** What happened: posted once per kind, whatever runs again (R34). */
  sourceId: string
  reversesId?: string | null
  moneyMode: 'live' | 'sandbox'
  occurredAt: Date
}

export async function insertEntry(db: Db, entry: NewEntry, postings: readonly Posting[]): Promise<void> {
  await db.query(sql`
    with entry as (
      insert into journal_entries (id, campaign_id, kind, description, pledge_id, source_id, reverses_id, money_mode, occurred_at)
      values (${entry.id}, ${entry.campaignId}, ${entry.kind}, ${entry.description}, ${entry.pledgeId}, ${entry.sourceId},
              ${entry.reversesId ?? null}, ${entry.moneyMode}, ${entry.occurredAt}))
    insert into journal_postings (entry_id, line, campaign_id, account, amount_cents)
    select ${entry.id}::uuid, line, ${entry.campaignId}::uuid, account, amount
      from unnest(${sql.param(postings.map((_, line) => line))}::smallint[], ${sql.param(postings.map(({ account }) => account))}::text[],
                  ${sql.param(postings.map(({ amount }) => amount))}::bigint[]) as given (line, account, amount)`)
}

/** What was posted for this, to be reversed. */
export async function entryOf(db: Db, sourceId: string, kind: EntryKind): Promise<string> {
  const { id } = only(
    await db.query<{ id: string }>(sql`
      select id from journal_entries where source_id = ${sourceId} and kind = ${kind}`),
  )
  return id
}

export type Books = { collectedCents: Cents; commissionCents: Cents; paidOutCents: Cents }

/** The campaign's running sums, held until the transaction ends: commission is computed on them (R4). */
export async function lockBooks(db: Db, campaignId: string): Promise<Books> {
  return only(
    await db.query<Books>(sql`
      select collected_cents, commission_cents, paid_out_cents from campaign_books where campaign_id = ${campaignId} for update`),
  )
}

export async function readBooks(db: Db, campaignId: string): Promise<Books> {
  return only(
    await db.query<Books>(sql`
      select collected_cents, commission_cents, paid_out_cents from campaign_books where campaign_id = ${campaignId}`),
  )
}

/** In a cancelled campaign every figure is what was collected: they go down together (R21). */
export async function addToBooks(
  db: Db,
  campaignId: string,
  change: { collected?: Cents; commission?: Cents; paidOut?: Cents; shard: number },
): Promise<void> {
  await db.query(sql`
    with change as (
      select ${change.collected ?? 0}::bigint as collected,
             case when status = 'cancelled' then ${change.collected ?? 0}::bigint else 0 end as others
        from campaigns where id = ${campaignId}),
    totals as (
      update campaign_totals t set collected_cents = t.collected_cents + c.collected,
             pledged_cents = t.pledged_cents + c.others, earned_cents = t.earned_cents + c.others
        from change c where t.campaign_id = ${campaignId} and t.shard = ${change.shard})
    update campaign_books set collected_cents = collected_cents + ${change.collected ?? 0},
           commission_cents = commission_cents + ${change.commission ?? 0}, paid_out_cents = paid_out_cents + ${change.paidOut ?? 0}
     where campaign_id = ${campaignId}`)
}

/** Owed to the organisation = collected − commission − paid out; below zero it is carried and shown (R38). */
export function toBalance({ collectedCents, commissionCents, paidOutCents }: Books): Balance {
  const share = subtract(collectedCents, commissionCents)
  return {
    collected: toDecimal(collectedCents),
    commission: toDecimal(commissionCents),
    organizationShare: toDecimal(share),
    paidOut: toDecimal(paidOutCents),
    owed: toDecimal(subtract(share, paidOutCents)),
  }
}

type EntryRow = Omit<JournalEntry, 'occurredAt' | 'postings'> & {
  occurredAt: Date
  postings: [account: string, amount: number][]
}

export async function entriesOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null },
): Promise<JournalEntry[]> {
  const rows = await db.query<EntryRow>(sql`
    select e.id, e.occurred_at, e.kind, e.description, e.pledge_id, e.money_mode,
           (select json_agg(json_build_array(p.account, p.amount_cents) order by p.line)
              from journal_postings p where p.entry_id = e.id) as postings
      from journal_entries e
     where e.campaign_id = ${campaignId} and (${beforeId}::uuid is null or e.id < ${beforeId}::uuid)
     order by e.id desc limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    postings: row.postings.map(([account, amount]) => ({ account, amount: toDecimal(cents(amount)) })),
  }))
}
