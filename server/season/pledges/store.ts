import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { type Db, type Prepared, type SQL, sql } from '#server/platform/db/database.ts'

/** The number of rows that a campaign's totals are spread over (R11). */

type NewLine = {
  statisticId: string
  name: string
  type: StatisticType
  rate: Cents
  estimate: Cents
  /** Null: the whole season. */
  fromAt: Date | null
  eventId: string | null
}

export type NewPledge = {
  id: string
  campaignId: string
  pledgerId: string
  ambassadorId: string | null
  paymentTiming: string
  paymentMethod: string
  cardId: string | null
  maximumCents: Cents | null
  agreedMaximumCents: Cents
  estimateCents: Cents
  isAnonymous: boolean
  /** Wants to be thanked by name; null: does not. */
  thanks: 'asked' | null
  note: string | null
  consentText: string
  createdAt: Date
  lines: NewLine[]
  /** Matches that had begun when it was agreed to, although they start later now. */
  known: readonly string[]
  /** What the pledge adds to the campaign's totals at this moment. */
  expectedCents: Cents
  earnedCents: Cents
  auditId: string
  /** Queues the mail with what was agreed to; other pledges have a mail of their own. */
  isConfirmedByMail: boolean
}

/** Pledge, lines, totals, audit row and what is left to mail in one statement: one round trip, and the shortest lock on the totals. */
const INSERT: Prepared = {
  name: 'pledge_insert',
  text: `
    with pledge as (
      insert into pledges (
        id, campaign_id, pledger_id, ambassador_id, status, payment_timing, payment_method, card_id,
        maximum_cents, agreed_maximum_cents, estimate_cents, is_anonymous, note, consent_text,
        created_at, thanks
      )
      values ($1, $2, $3, $4, 'active', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $28)
    ),
    lines as (
      insert into pledge_lines (
        campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents,
        from_at, event_id, from_known
      )
      select
        $2, $1, g.*,
        case when g.from_at is not null and g.type = 'per_increment' then nullif($27::uuid[], '{}') end
      from unnest(
        $15::uuid[], $16::text[], $17::text[], $18::bigint[], $19::bigint[], $24::timestamptz[], $25::uuid[]
      ) as g (statistic_id, name, type, rate, estimate, from_at, event_id)
    ),
    noted as (
      insert into audit_log (id, at, actor_id, action, subject, subject_id, campaign_id, after)
      values ($20, $14, $3, 'pledge.create', 'pledge', $1, $2, $21::jsonb)
    ),
    unconfirmed as (
      insert into pledge_confirmations (pledge_id)
      select $1
      where $26::boolean
    )
    update campaign_totals
    set
      pledged_cents = pledged_cents + $22,
      earned_cents = earned_cents + $23,
      supporters_count = supporters_count + 1
    where campaign_id = $2
  `,
}

export async function insertPledge(db: Db, pledge: NewPledge): Promise<void> {
  const { lines } = pledge
  const after = {
    agreedMaximum: toDecimal(pledge.agreedMaximumCents),
    paymentMethod: pledge.paymentMethod,
    lines: lines.length,
  }
  await db.prepared(INSERT, [
    pledge.id,
    pledge.campaignId,
    pledge.pledgerId,
    pledge.ambassadorId,
    pledge.paymentTiming,
    pledge.paymentMethod,
    pledge.cardId,
    pledge.maximumCents,
    pledge.agreedMaximumCents,
    pledge.estimateCents,
    pledge.isAnonymous,
    pledge.note,
    pledge.consentText,
    pledge.createdAt,
    lines.map(({ statisticId }) => statisticId),
    lines.map(({ name }) => name),
    lines.map(({ type }) => type),
    lines.map(({ rate }) => rate),
    lines.map(({ estimate }) => estimate),
    pledge.auditId,
    JSON.stringify(after),
    pledge.expectedCents,
    pledge.earnedCents,
    lines.map(({ fromAt }) => fromAt),
    lines.map(({ eventId }) => eventId),
    pledge.isConfirmedByMail,
    [...pledge.known],
    pledge.thanks,
  ])
}

/** The oldest pledges whose confirmation was not mailed yet, which stop waiting; those another instance has taken are left out. */
export async function takeUnconfirmed(tx: Db, limit: number): Promise<string[]> {
  const rows = await tx.query<{ pledgeId: string }>(sql`
    delete from pledge_confirmations
    where pledge_id in (
      select pledge_id
      from pledge_confirmations
      order by pledge_id
      limit ${limit}
      for update skip locked
    )
    returning pledge_id
  `)
  return rows.map(({ pledgeId }) => pledgeId)
}

type Unconfirmed = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** What the supporter agreed to. */
  consentText: string
  mostCents: Cents
}

/** Pledges `p` in `table`; to verified addresses only. */
async function among(tx: Db, ids: readonly string[], table: SQL, stillStands: SQL): Promise<Unconfirmed[]> {
  const rows = await tx.query<Unconfirmed>(sql`
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      p.consent_text, p.agreed_maximum_cents as most_cents
    from ${table} p
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    where p.id = any(${sql.param(ids)}::uuid[])
      and ${stillStands}
      and u.email_verified_at is not null
      and u.deleted_at is null
    order by p.id
  `)
  return rows.map((row) => ({ ...row, mostCents: cents(row.mostCents) }))
}

export const countedAmong = (tx: Db, ids: readonly string[]): Promise<Unconfirmed[]> =>
  among(
    tx,
    ids,
    sql`pledges`,
    sql`p.status <> 'cancelled' and not exists (select from held_pledges h where h.id = p.id)`,
  )

/** Held until a representative looks; one that was released since has its own mail. */
export const heldAmong = (tx: Db, ids: readonly string[]): Promise<Unconfirmed[]> =>
  among(tx, ids, sql`held_pledges`, sql`p.state = 'held'`)
