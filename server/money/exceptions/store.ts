/** What is rare goes to a person. */
import type { ExceptionKind } from '#domain/billing/exception.ts'
import { notFound } from '#domain/errors.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import { IS_PREPARED, ownPledge } from '#domain/people/representative.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

export type NewException = {
  id: string
  kind: ExceptionKind
  /** Null: a movement on the account at the card provider, of no campaign. */
  campaignId: string | null
  /** Null for what belongs to no single pledge. */
  pledgeId: string | null
  subject: Exception['subject']
  subjectId: string | null
  /** What happened, so that it opens once. */
  key: string
  /** At the card provider. */
  reference: string | null
  amount: Cents
  happened: string
  /** What the card provider said. */
  answer?: string | null
  openedAt: Date
}

/** False if it was opened before. */
export async function insertException(db: Db, row: NewException): Promise<boolean> {
  const rows = await db.query(sql`
    insert into exceptions (
      id, kind, campaign_id, pledge_id, subject, subject_id, key, reference, amount_cents, happened,
      answer, opened_at
    )
    values (
      ${row.id}, ${row.kind}, ${row.campaignId}::uuid, ${row.pledgeId}::uuid, ${row.subject},
      ${row.subjectId}::uuid, ${row.key}, ${row.reference}, ${row.amount}, ${row.happened},
      ${row.answer ?? null}, ${row.openedAt}
    )
    on conflict (key) do nothing
    returning id
  `)
  return rows.length === 1
}

type CampaignFacts = { campaignName: string; organizationName: string; moneyMode: 'live' | 'sandbox' }

export async function campaignOf(db: Db, campaignId: string): Promise<CampaignFacts> {
  return only(
    await db.query<CampaignFacts>(sql`
      select c.name as campaign_name, o.name as organization_name, c.money_mode
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
    `),
  )
}

export type OpenException = Pick<
  NewException,
  'id' | 'kind' | 'campaignId' | 'pledgeId' | 'subject' | 'subjectId' | 'key' | 'reference'
> & {
  amountCents: Cents
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number | null
  pledgerId: string | null
  isOpen: boolean
  /** Null: it is open, or ended by itself. */
  resolvedBy: string | null
}

/** Locked until the transaction ends; undefined if there is none. */
export async function lockByKey(db: Db, where: SQL): Promise<OpenException | undefined> {
  return first(
    await db.query<OpenException>(sql`
      select
        x.id, x.kind, x.campaign_id, x.pledge_id, x.subject_id, x.key, x.reference, x.amount_cents,
        coalesce(c.money_mode, m.money_mode) as money_mode, c.commission_basis_points, p.pledger_id,
        x.resolved_at is null as is_open, x.resolved_by, x.subject
      from exceptions x
      left join campaigns c on c.id = x.campaign_id
      left join card_movements m on m.id = x.subject_id
      left join pledges p on p.id = x.pledge_id
      where ${where}
      for update of x
    `),
  )
}

export async function resolve(
  db: Db,
  id: string,
  { by, at, resolution }: { by: string | null; at: Date; resolution: string },
): Promise<void> {
  await db.query(sql`
    update exceptions
    set resolved_at = ${at}, resolved_by = ${by}::uuid, resolution = ${resolution}
    where id = ${id}
  `)
}

/** The same may happen again. */
export async function freeKey(db: Db, id: string): Promise<void> {
  await db.query(sql`update exceptions set key = key || ':' || id where id = ${id}`)
}

/** Of a campaign there are never more than this in practice. */
const MOST = 200

type Row = Omit<Exception, 'amount' | 'openedAt' | 'cannotResolveReason'> & {
  amountCents: number
  openedAt: Date
  isOwn: boolean
  isPrepared: boolean
}

/** Those of campaigns first, since they hold money of one, each oldest first. Empty for all but representatives. */
export async function openExceptions(db: Db, actor: Actor): Promise<Exception[]> {
  const rows = await db.query<Row>(sql`
    select
      x.id, x.kind, x.campaign_id, c.name as campaign_name, o.name as organization_name, x.pledge_id,
      x.subject, x.subject_id, x.reference, x.amount_cents, coalesce(c.money_mode, m.money_mode) as money_mode,
      x.happened, x.answer, x.opened_at, coalesce(p.pledger_id = ${actor.userId}, false) as is_own,
      exists (
        select from sign_offs s
        where s.subject_id = x.id
          and s.state = 'prepared'
      ) as is_prepared
    from exceptions x
    left join campaigns c on c.id = x.campaign_id
    left join organizations o on o.id = c.organization_id
    left join card_movements m on m.id = x.subject_id
    left join pledges p on p.id = x.pledge_id
    where x.resolved_at is null
      and ${isRepresentative(actor)}
    order by x.campaign_id is null, x.opened_at, x.id
    limit ${MOST}
  `)
  return rows.map(({ amountCents, openedAt, isOwn, isPrepared, ...row }) => ({
    ...row,
    amount: toDecimal(cents(amountCents)),
    openedAt: openedAt.toISOString(),
    cannotResolveReason: isOwn ? ownPledge() : isPrepared ? IS_PREPARED : null,
  }))
}

/** A person has not decided yet about the row with this id: it is neither charged, refunded nor paid out. */
export const isHeldByException = (id: SQL): SQL => sql`
  exists (
    select from exceptions
    where subject_id = ${id}
      and resolved_at is null
  )
`

/** Whether what this key names waits for a person, or one has decided about it. */
export async function exceptionAbout(db: Db, key: string): Promise<'none' | 'open' | 'resolved'> {
  const row = first(
    await db.query<{ isOpen: boolean }>(
      sql`select resolved_at is null as is_open from exceptions where key = ${key}`,
    ),
  )
  if (!row) return 'none'
  return row.isOpen ? 'open' : 'resolved'
}

/** Null if it belongs to none. @throws a 404 if there is no such exception. */
export async function campaignOfException(db: Db, id: string): Promise<string | null> {
  const rows = await db.query<{ campaignId: string | null }>(
    sql`select campaign_id from exceptions where id = ${id}`,
  )
  const found = first(rows)
  if (!found) throw notFound('Exception')
  return found.campaignId
}

/** Of the latest with this key, open or resolved; 0 if there is none. */
export async function amountOfException(db: Db, key: string): Promise<number> {
  const rows = await db.query<{ amountCents: number }>(
    sql`select amount_cents from exceptions where key = ${key}`,
  )
  return first(rows)?.amountCents ?? 0
}
