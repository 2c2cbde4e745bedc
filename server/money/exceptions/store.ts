/** What is rare goes to a person (R34). */
import type { ExceptionKind } from '#domain/exception.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

export type NewException = {
  id: string
  kind: ExceptionKind
  campaignId: string
  pledgeId: string
  subject: Exception['subject']
  subjectId: string | null
  /** At the card provider: each opens one. */
  reference: string
  amount: Cents
  happened: string
  openedAt: Date
}

/** False if it was opened before. */
export async function insertException(db: Db, row: NewException): Promise<boolean> {
  const rows = await db.query(sql`
    insert into exceptions (
      id, kind, campaign_id, pledge_id, subject, subject_id, reference, amount_cents, happened,
      opened_at
    )
    values (
      ${row.id}, ${row.kind}, ${row.campaignId}, ${row.pledgeId}, ${row.subject},
      ${row.subjectId}::uuid, ${row.reference}, ${row.amount}, ${row.happened}, ${row.openedAt}
    )
    on conflict (reference) do nothing
    returning id
  `)
  return rows.length === 1
}

export type OpenException = Pick<NewException, 'id' | 'kind' | 'campaignId' | 'pledgeId' | 'reference'> & {
  amountCents: Cents
  moneyMode: 'live' | 'sandbox'
  pledgerId: string
}

/** Locked until the transaction ends; undefined if there is none, or it is resolved. */
export async function holdOpen(db: Db, where: SQL): Promise<OpenException | undefined> {
  return first(
    await db.query<OpenException>(sql`
      select
        x.id, x.kind, x.campaign_id, x.pledge_id, x.reference, x.amount_cents, c.money_mode,
        p.pledger_id
      from exceptions x
      join campaigns c on c.id = x.campaign_id
      join pledges p on p.id = x.pledge_id
      where ${where}
        and x.resolved_at is null
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

/** In practice there are never more than this; the oldest are listed first. */
const MOST = 200

type Row = Omit<Exception, 'amount' | 'openedAt' | 'cannotAdjustReason'> & {
  amountCents: number
  openedAt: Date
  isOwn: boolean
  isPrepared: boolean
}

const PREPARED = 'It is prepared: another representative must approve it'
export const OWN = 'This is your own pledge: someone else must do it'

/** Across all campaigns, oldest first. Empty for all but representatives (R27, R51). */
export async function openExceptions(db: Db, actor: Actor): Promise<Exception[]> {
  const rows = await db.query<Row>(sql`
    select
      x.id, x.kind, x.campaign_id, c.name as campaign_name, o.name as organization_name, x.pledge_id,
      x.subject, x.reference, x.amount_cents, c.money_mode, x.happened, x.opened_at,
      p.pledger_id = ${actor.userId} as is_own,
      exists (
        select from sign_offs s
        where s.subject_id = x.id
          and s.state = 'prepared'
      ) as is_prepared
    from exceptions x
    join campaigns c on c.id = x.campaign_id
    join organizations o on o.id = c.organization_id
    join pledges p on p.id = x.pledge_id
    where x.resolved_at is null
      and ${isRepresentative(actor)}
    order by x.opened_at, x.id
    limit ${MOST}
  `)
  return rows.map(({ amountCents, openedAt, isOwn, isPrepared, ...row }) => ({
    ...row,
    amount: toDecimal(cents(amountCents)),
    openedAt: openedAt.toISOString(),
    cannotAdjustReason: isOwn ? OWN : isPrepared ? PREPARED : null,
  }))
}
