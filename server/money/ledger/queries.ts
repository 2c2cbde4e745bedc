import { type Cents, cents, subtract, toDecimal } from '#domain/money.ts'
import type { Balance, JournalEntry } from '#domain/schemas/settlement.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type Books = { collectedCents: Cents; commissionCents: Cents; paidOutCents: Cents }

export async function readBooks(db: Db, campaignId: string): Promise<Books> {
  return only(
    await db.query<Books>(sql`
      select collected_cents, commission_cents, paid_out_cents
      from campaign_books
      where campaign_id = ${campaignId}
    `),
  )
}

/** Owed to the organization = collected − commission − paid out; below zero it is carried and shown (R38). */
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
      ) as postings
    from journal_entries e
    where e.campaign_id = ${campaignId}
      and e.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by e.id desc
    limit ${limit}
  `)
  return rows.map((row) => ({
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    postings: row.postings.map(([account, amount]) => ({ account, amount: toDecimal(cents(amount)) })),
  }))
}
