import type { Posting } from '#domain/billing/journal.ts'
import { type Cents, cents, subtract, toDecimal } from '#domain/money.ts'
import type { Balance, JournalEntry } from '#domain/schemas/settlement.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { announceCollected } from './announce-collected.ts'

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
  | 'set_off'
  | 'payout'
  | 'payout_reversed'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'unexplained'
  | 'unexplained_returned'
  | 'adjustment'
  | 'card_fee'
  | 'card_payout'

type NewEntry = {
  id: string
  /** Null: its postings say of which campaign each is, if any. */
  campaignId: string | null
  kind: EntryKind
  description: string
  pledgeId: string | null
  /** The event behind the entry: posted once per kind, even if a job runs again. */
  sourceId: string
  reversesId?: string | null
  moneyMode: 'live' | 'sandbox'
  occurredAt: Date
}

export type Posted = { entry: NewEntry; postings: readonly Posting[] }

export const insertEntry = (tx: Db, entry: NewEntry, postings: readonly Posting[]): Promise<void> =>
  insertEntries(tx, [{ entry, postings }])

/** The same for many at once, in one statement; systems that listen are told. */
export async function insertEntries(tx: Db, posted: readonly Posted[]): Promise<void> {
  const list = (name: keyof NewEntry) => sql.param(posted.map(({ entry }) => entry[name] ?? null))
  const lines = posted.flatMap(({ entry, postings }) =>
    postings.map(({ campaignId = entry.campaignId, paymentId = null, ...posting }, line) => ({
      ...posting,
      line,
      entryId: entry.id,
      campaignId,
      paymentId,
    })),
  )
  const ofLine = (name: keyof (typeof lines)[number]) => sql.param(lines.map((line) => line[name]))
  await tx.query(sql`
    with entry as (
      insert into journal_entries (
        id, campaign_id, kind, description, pledge_id, source_id, reverses_id, money_mode,
        occurred_at
      )
      select *
      from unnest(
        ${list('id')}::uuid[], ${list('campaignId')}::uuid[], ${list('kind')}::text[],
        ${list('description')}::text[], ${list('pledgeId')}::uuid[], ${list('sourceId')}::uuid[],
        ${list('reversesId')}::uuid[], ${list('moneyMode')}::text[],
        ${list('occurredAt')}::timestamptz[]
      )
    )
    insert into journal_postings (entry_id, line, campaign_id, payment_id, account, amount_cents)
    select *
    from unnest(
      ${ofLine('entryId')}::uuid[], ${ofLine('line')}::smallint[], ${ofLine('campaignId')}::uuid[],
      ${ofLine('paymentId')}::uuid[], ${ofLine('account')}::text[], ${ofLine('amount')}::bigint[]
    )
  `)
  await announceCollected(tx, posted)
}

/** The entry that was posted for this source, to be reversed. */
export async function entryOf(db: Db, sourceId: string, kind: EntryKind): Promise<string> {
  const id = await findEntry(db, sourceId, kind)
  if (id === null) throw new Error('nothing was posted that could be reversed')
  return id
}

/** Null for a refund that was split from another one, whose entry covers both. */
export async function findEntry(db: Db, sourceId: string, kind: EntryKind): Promise<string | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from journal_entries
    where source_id = ${sourceId}
      and kind = ${kind}
  `)
  return first(rows)?.id ?? null
}

/** The campaign's running sums, locked until the transaction ends, because commission is computed on them. */
export async function lockBooks(db: Db, campaignId: string): Promise<Books> {
  return only([...(await lockAllBooks(db, [campaignId])).values()])
}

/** The same of several campaigns, locked in a fixed order to avoid deadlocks. */
export async function lockAllBooks(db: Db, campaignIds: readonly string[]): Promise<Map<string, Books>> {
  const rows = await db.query<Books & { campaignId: string }>(sql`
    select campaign_id, collected_cents, commission_cents, paid_out_cents
    from campaign_books
    where campaign_id = any(${sql.param([...campaignIds])}::uuid[])
    order by campaign_id
    for update
  `)
  return new Map(rows.map(({ campaignId, ...books }) => [campaignId, books]))
}

type BooksChange = {
  campaignId: string
  collected?: Cents
  commission?: Cents
  paidOut?: Cents
}

/** In a cancelled campaign every figure is what was collected, so they change together. One change per campaign. */
export async function addToBooks(db: Db, changes: readonly BooksChange[]): Promise<void> {
  const list = (name: keyof BooksChange) => sql.param(changes.map((change) => change[name] ?? 0))
  await db.query(sql`
    with change as (
      select given.*, case when c.status = 'cancelled' then given.collected else 0 end as others
      from unnest(
        ${list('campaignId')}::uuid[], ${list('collected')}::bigint[],
        ${list('commission')}::bigint[], ${list('paidOut')}::bigint[]
      ) as given (id, collected, commission, paid_out)
      join campaigns c on c.id = given.id
    ),
    totals as (
      update campaign_totals t
      set
        collected_cents = t.collected_cents + change.collected,
        pledged_cents = t.pledged_cents + change.others,
        earned_cents = t.earned_cents + change.others
      from change
      where t.campaign_id = change.id
    )
    update campaign_books b
    set
      collected_cents = b.collected_cents + change.collected,
      commission_cents = b.commission_cents + change.commission,
      paid_out_cents = b.paid_out_cents + change.paid_out
    from change
    where b.campaign_id = change.id
  `)
}

type Books = { collectedCents: Cents; commissionCents: Cents; paidOutCents: Cents }

export async function readBooks(db: Db, campaignId: string): Promise<Books> {
  return only(
    await db.query<Books>(sql`
      select collected_cents, commission_cents, paid_out_cents
      from campaign_books
      where campaign_id = ${campaignId}
    `),
  )
}

/** Owed to the organization = collected − commission − paid out; below zero it is carried and shown. */
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
    select
      e.id, e.occurred_at, e.kind, e.description, e.pledge_id, e.money_mode,
      (
        select json_agg(json_build_array(p.account, p.amount_cents) order by p.line)
        from journal_postings p
        where p.entry_id = e.id
          and p.campaign_id = ${campaignId}
      ) as postings
    from (
      select * from journal_entries where campaign_id = ${campaignId}
      union all
      select *
      from journal_entries
      where campaign_id is null
        and id in (
          select entry_id
          from journal_postings
          where campaign_id = ${campaignId}
            and account = 'cash'
        )
    ) e
    where e.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by e.id desc
    limit ${limit}
  `)
  return rows.map((row) => ({
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    postings: row.postings.map(([account, amount]) => ({ account, amount: toDecimal(cents(amount)) })),
  }))
}
