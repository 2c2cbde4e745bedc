/** The journal entries that a payout covers: those since the previous payout. */

import { type Cents, cents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { Payout, PayoutEntry, PayoutFigure, PayoutStatement } from '#domain/schemas/payout.ts'
import { hasRoleWho, isRepresentative } from '#server/accounts/access/index.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { isDebit } from '#server/money/charges/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

export type FoundPayout = {
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  timeZone: string
  commissionBasisPoints: number
  isRepresentative: boolean
}

/** Found and authorized in one query: for representatives, and for owners and treasurers of its organization. */
export async function findPayout(db: Db, payoutId: string, actor: Actor): Promise<FoundPayout | undefined> {
  return first(
    await db.query<FoundPayout>(sql`
      select
        c.id as campaign_id, c.name as campaign_name, o.id as organization_id,
        was.name as organization_name, c.time_zone, c.commission_basis_points,
        r.is as is_representative
      from payouts p
      join campaigns c on c.id = p.campaign_id
      join organizations o on o.id = c.organization_id
      ${organizationOn(sql`coalesce(p.paid_on, 'infinity'::date)`)}
      cross join lateral (
        select ${isRepresentative(actor)} as is
      ) r
      where p.id = ${payoutId}
        and (
          r.is
          or (
            p.paid_on is not null
            and ${hasRoleWho('readMoney', actor.userId, sql`o.id`)}
          )
        )
    `),
  )
}

type Key = { campaignId: string; payoutId: string; isPaid: boolean }

/** A sent payout's own entries; otherwise all entries that are in no payout yet. */
const entriesFor = ({ campaignId, payoutId, isPaid }: Key): SQL =>
  isPaid
    ? sql`journal_entries e join payout_entries x on x.entry_id = e.id and x.payout_id = ${payoutId}`
    : sql`
      (
        select *
        from journal_entries j
        where j.campaign_id = ${campaignId}
          and j.kind <> 'payout'
          and not exists (select from payout_entries x where x.entry_id = j.id)
      ) e
    `

/** A reversal undoes a payment, or a refund. */
const figure = sql`
  case e.kind
    when 'charge' then 'cards'
    when 'payment' then 'by_hand'
    when 'reversal' then
      case when exists (select from refunds f where f.id = e.source_id) then 'refunds' else 'bounced' end
    when 'refund' then 'refunds'
    when 'set_off' then 'refunds'
    else 'disputes'
  end
`
const ofDebit = sql`e.kind = 'charge' and ${isDebit(sql`e.source_id`)}`
const parts = sql.raw(`
  cross join lateral (
    select
      coalesce(sum(-p.amount_cents), 0)::bigint as collected,
      coalesce(
        sum(-p.amount_cents) filter (where p.account = 'commission'),
        0
      )::bigint as commission,
      count(*) as postings
    from journal_postings p
    where p.entry_id = e.id
      and p.account in ('organization_payable', 'commission')
  ) a
`)

type Sums = { collected: number; commission: number }
const toParts = ({ collected, commission }: Sums) => ({
  collected: toDecimal(cents(collected)),
  commission: toDecimal(cents(commission)),
  share: toDecimal(subtract(cents(collected), cents(commission))),
})

async function figuresOf(
  db: Db,
  key: Key,
): Promise<(Sums & { figure: PayoutFigure; entries: number; hasDebits: boolean })[]> {
  return db.query(sql`
    select
      ${figure} as figure,
      sum(a.collected)::bigint as collected,
      sum(a.commission)::bigint as commission,
      count(*) as entries,
      bool_or(${ofDebit}) as has_debits
    from ${entriesFor(key)}
    ${parts}
    where a.postings > 0
      and e.kind <> 'payout_reversed'
    group by 1
    order by array_position(array['cards', 'by_hand', 'bounced', 'refunds', 'disputes'], ${figure})
  `)
}

/** The opening balance: all earlier entries less all earlier payouts; a negative one was carried over. */
async function openingOf(
  db: Db,
  { campaignId, payoutId, isPaid }: Key,
): Promise<{ opening: Cents; previousPaidOn: string | null }> {
  const earlier = isPaid ? sql`o.id < ${payoutId}` : sql`true`
  const row = only(
    await db.query<{ opening: number; previousPaidOn: string | null }>(sql`
      with earlier as (
        select o.id, o.amount_cents, o.paid_on
        from payouts o
        where o.campaign_id = ${campaignId}
          and o.paid_on is not null
          and ${earlier}
      )
      select
        (
          coalesce((
            select sum(-p.amount_cents)
            from payout_entries x
            join earlier o on o.id = x.payout_id
            join journal_postings p
              on p.entry_id = x.entry_id
              and p.account = 'organization_payable'
          ), 0) - coalesce((select sum(amount_cents) from earlier), 0)
        )::bigint as opening,
        (select paid_on from earlier order by id desc limit 1) as previous_paid_on
    `),
  )
  return { opening: cents(row.opening), previousPaidOn: row.previousPaidOn }
}

/** Reversals of earlier payouts: owed again, but collected before. */
async function returnedTo(db: Db, key: Key): Promise<Cents> {
  const { returned } = only(
    await db.query<{ returned: number }>(sql`
      select coalesce(sum(-p.amount_cents), 0)::bigint as returned
      from ${entriesFor(key)}
      join journal_postings p on p.entry_id = e.id and p.account = 'organization_payable'
      where e.kind = 'payout_reversed'
    `),
  )
  return cents(returned)
}

/** Entries are claimed when a payout is recorded as sent: what arrived since it was mailed is among them. */
async function recordedOn(db: Db, { campaignId, payoutId, isPaid }: Key): Promise<string | null> {
  if (!isPaid) return null
  const rows = await db.query<{ day: string }>(sql`
    select wall_clock(c.time_zone, e.occurred_at)::date::text as day
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    where e.campaign_id = ${campaignId}
      and e.source_id = ${payoutId}
      and e.kind = 'payout'
  `)
  return first(rows)?.day ?? null
}

type StatementSums = Pick<
  PayoutStatement,
  'opening' | 'previousPaidOn' | 'figuresOn' | 'figures' | 'total' | 'returned' | 'owed' | 'closing'
>

/** What the payout takes out of what is owed: nothing if it was never sent and will not be. */
export const takenBy = ({ state, amountCents }: { state: Payout['state']; amountCents: Cents }): Cents =>
  state === 'withdrawn' ? ZERO : amountCents

/** From opening to closing balance, each figure with its share of the commission. */
export async function statementSums(db: Db, key: Key, amount: Cents): Promise<StatementSums> {
  const figures = await figuresOf(db, key)
  const { opening, previousPaidOn } = await openingOf(db, key)
  const returned = await returnedTo(db, key)
  const figuresOn = await recordedOn(db, key)
  const total = {
    collected: sum(figures.map(({ collected }) => cents(collected))),
    commission: sum(figures.map(({ commission }) => cents(commission))),
  }
  const owed = sum([opening, subtract(total.collected, total.commission), returned])
  return {
    previousPaidOn,
    figuresOn,
    opening: toDecimal(opening),
    total: toParts(total),
    returned: toDecimal(returned),
    figures: figures.map((one) => ({
      figure: one.figure,
      entries: one.entries,
      ...toParts(one),
      ...(one.hasDebits ? { hasDebits: one.hasDebits } : {}),
    })),
    owed: toDecimal(owed),
    closing: toDecimal(subtract(owed, amount)),
  }
}

/** The entries behind a figure, newest first. */
export async function entriesOf(
  db: Db,
  key: Key,
  given: { figure: PayoutFigure | null; beforeId: string | null; limit: number },
): Promise<PayoutEntry[]> {
  type Row = Sums &
    Pick<PayoutEntry, 'id' | 'figure' | 'description' | 'pledgeId'> & { isDebit: boolean; occurredAt: Date }
  const rows = await db.query<Row>(sql`
    select
      e.id, e.occurred_at,
      ${figure} as figure,
      ${ofDebit} as is_debit,
      e.description, e.pledge_id, a.collected, a.commission
    from ${entriesFor(key)}
    ${parts}
    where a.postings > 0
      and e.kind <> 'payout_reversed'
      and (${given.figure}::text is null or ${figure} = ${given.figure})
      and e.id < ${given.beforeId ?? AFTER_ALL_IDS}::uuid
    order by e.id desc
    limit ${given.limit}
  `)
  return rows.map(({ collected, commission, occurredAt, isDebit: ofBank, ...row }) => ({
    ...row,
    ...(ofBank ? { isDebit: ofBank } : {}),
    occurredAt: occurredAt.toISOString(),
    ...toParts({ collected, commission }),
  }))
}
