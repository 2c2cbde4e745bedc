/** Pledges by check and cash that wait for a representative. */

import type { Instrument } from '#domain/billing/instruments.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { LinePart } from '#domain/forecast/likely.ts'
import { type Cents, cents } from '#domain/money.ts'
import { mailboxOf } from '#domain/people/email.ts'
import { type HeldState, WINDOW_DAYS } from '#domain/pledges/held-pledge.ts'
import { fromNumeric } from '#domain/quantity.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { lockKey } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import { partialUnits, partToCome, unitsOfLine } from './lines/index.ts'
import type { NewPledge } from './store.ts'

const DAY_MS = 86_400_000
/** The newest are enough: this bounds what is read, not what may be promised. */
const MAX_READ = 1_000

/** Locked until the transaction ends, so that each of several simultaneous pledges sees those before it. */
export const lockPromises = (tx: Db, whose: string): Promise<unknown> =>
  tx.query(sql`select pg_advisory_xact_lock(${lockKey('promises', whose)}::bigint)`)

/** One mailbox is one person, with any number of accounts. */
const ofMailbox = (mailbox: string): SQL => sql`
  select id
  from users
  where mailbox_of(email) = ${mailbox}
    and deleted_at is null
`

export async function mailboxOfUser(db: Db, userId: string): Promise<string> {
  const rows = await db.query<{ email: string }>(sql`select email from users where id = ${userId}`)
  return mailboxOf(only(rows).email)
}

export async function campaignOfPledge(db: Db, pledgeId: string): Promise<string> {
  return only(
    await db.query<{ campaignId: string }>(sql`select campaign_id from pledges where id = ${pledgeId}`),
  ).campaignId
}

/**
 * The larger of what strangers promised in large amounts in this campaign, and from this network: what was paid, or released by a
 * representative, counts no longer. Read behind a lock for each.
 */
export async function promisedAround(
  tx: Db,
  {
    campaignId,
    network,
    above,
    now,
  }: { campaignId: string; network: string | null; above: Cents; now: Date },
): Promise<{ most: Cents }> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  await lockPromises(tx, campaignId)
  if (network !== null) await lockPromises(tx, network)
  const open = sql`
    p.created_at > ${since}
    and p.card_id is null
    and p.status <> 'cancelled'
    and p.agreed_maximum_cents > ${above}
    and not exists (select from held_pledges h where h.id = p.id and h.state = 'released')
    and not exists (select from received_money m where m.pledge_id = p.id and m.kept_cents > 0)
  `
  const row = only(
    await tx.query<{ here: number; network: number }>(sql`
      select
        (
          select coalesce(sum(agreed_maximum_cents), 0)
          from pledges p
          where p.campaign_id = ${campaignId}
            and ${open}
        )::bigint as here,
        (
          select coalesce(sum(agreed_maximum_cents), 0)
          from pledge_details d
          join pledges p on p.id = d.pledge_id
          where d.network = ${network}
            and ${open}
        )::bigint as network
    `),
  )
  return { most: cents(Math.max(row.here, row.network)) }
}

/** What they recently promised by check and cash, plus this pledge however old it is. */
export async function promisedBy(
  db: Db,
  mailbox: string,
  { now, pledgeId }: { now: Date; pledgeId: string | null },
): Promise<{ count: number; most: Cents }> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  const row = only(
    await db.query<{ count: number; most: number }>(sql`
      select count(*) as count, coalesce(sum(agreed_maximum_cents), 0)::bigint as most
      from (
        (
          select agreed_maximum_cents
          from pledges
          where pledger_id in (${ofMailbox(mailbox)})
            and (created_at > ${since} or id = ${pledgeId}::uuid)
            and card_id is null
            and status <> 'cancelled'
          order by id = ${pledgeId}::uuid desc nulls last, id desc
          limit ${MAX_READ}
        )
        union all
        (
          select agreed_maximum_cents
          from held_pledges
          where pledger_id in (${ofMailbox(mailbox)})
            and created_at > ${since}
            and state = 'held'
          order by id desc
          limit ${MAX_READ}
        )
      ) promised
    `),
  )
  return { count: row.count, most: cents(row.most) }
}

export async function paidBy(db: Db, mailbox: string): Promise<Cents> {
  const row = only(
    await db.query<{ paid: number }>(sql`
      select coalesce(sum(m.kept_cents), 0)::bigint as paid
      from pledges p
      join received_money m on m.pledge_id = p.id
      where p.pledger_id in (${ofMailbox(mailbox)})
    `),
  )
  return cents(row.paid)
}

/** Whether a representative has ever released one of theirs. */
export async function wasReleased(db: Db, mailbox: string): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from held_pledges
    where pledger_id in (${ofMailbox(mailbox)})
      and state = 'released'
    limit 1
  `)
  return rows.length > 0
}

/** Whether this person has made this decision. */
export async function hasDecided(
  db: Db,
  id: string,
  { by, decision }: { by: string; decision: 'release' | 'decline' },
): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from held_pledges
    where id = ${id}
      and decided_by = ${by}
      and state = ${decision === 'release' ? 'released' : 'declined'}
  `)
  return rows.length > 0
}

export async function insertHeld(db: Db, pledge: NewPledge): Promise<void> {
  await db.query(sql`
    with unconfirmed as (
      insert into pledge_confirmations (pledge_id)
      select ${pledge.id}
      where ${pledge.isConfirmedByMail}
    )
    insert into held_pledges (
      id, campaign_id, pledger_id, ambassador_id, payment_method, maximum_cents,
      agreed_maximum_cents, estimate_cents, is_anonymous, thanks, note, consent_text, lines, created_at, known
    )
    values (
      ${pledge.id}, ${pledge.campaignId}, ${pledge.pledgerId}, ${pledge.ambassadorId},
      ${pledge.paymentMethod}, ${pledge.maximumCents}, ${pledge.agreedMaximumCents},
      ${pledge.estimateCents}, ${pledge.isAnonymous}, ${pledge.thanks}, ${pledge.note}, ${pledge.consentText},
      ${JSON.stringify(pledge.lines)}::jsonb, ${pledge.createdAt}, ${sql.param([...pledge.known])}::uuid[]
    )
  `)
}

/**
 * The matches that held lines count alone, in their current state: a merged match is replaced by the one it was merged
 * into, and one taken off the schedule is missing.
 */
export async function matchesNow(
  db: Db,
  { campaignId, lines }: Pick<NewPledge, 'campaignId' | 'lines'>,
): Promise<Map<string, string>> {
  const ids = lines.flatMap(({ eventId }) => (eventId ? [eventId] : []))
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; nowId: string }>(sql`
    select e.id, now.id as now_id
    from events e
    join events now on now.id = coalesce(e.merged_into, e.id) and now.archived_at is null
    where e.campaign_id = ${campaignId}
      and e.id = any(${sql.param(ids)}::uuid[])
  `)
  return new Map(rows.map(({ id, nowId }) => [id, nowId]))
}

/** What lines that count a part of the season have counted, and which part of what is to come they count, in order. */
export async function partialUnitsOf(
  db: Db,
  { campaignId, known }: Pick<NewPledge, 'campaignId' | 'known'>,
  lines: readonly Pick<NewPledge['lines'][number], 'statisticId' | 'fromAt' | 'eventId' | 'type'>[],
): Promise<Omit<LinePart, 'confirmed'>[]> {
  if (lines.length === 0) return []
  const rows = await db.query<{ units: string; part: [parts: number, all: number] }>(sql`
    with ${partialUnits(sql`select ${campaignId}::uuid as campaign_id`)}
    select (${unitsOfLine})::text as units, ${partToCome(sql`${campaignId}::uuid`)} as part
    from (
      select
        type, statistic_id, from_at, null::timestamptz as until_at, event_id, place, null::uuid[] as until_known,
        case when type = 'per_increment' then nullif(${sql.param([...known])}::uuid[], '{}') end as from_known
      from unnest(
        ${sql.param(lines.map(({ statisticId }) => statisticId))}::uuid[],
        ${sql.param(lines.map(({ fromAt }) => fromAt))}::timestamptz[],
        ${sql.param(lines.map(({ eventId }) => eventId))}::uuid[],
        ${sql.param(lines.map(({ type }) => type))}::text[]
      ) with ordinality as given (statistic_id, from_at, event_id, type, place)
    ) l
    order by l.place
  `)
  return rows.map(({ units, part: [parts, all] }) => ({ counted: fromNumeric(units), parts, all }))
}

export type HeldRow = {
  id: string
  campaignId: string
  campaignName: string
  campaignStatus: CampaignStatus
  isFinalLocked: boolean
  moneyMode: 'live' | 'sandbox'
  organizationName: string
  timeZone: string
  vocabulary: Vocabulary
  pledgerId: string
  firstName: string | null
  lastName: string | null
  email: string
  isVerified: boolean
  supporterSince: Date
  ambassadorId: string | null
  paymentMethod: Instrument
  maximumCents: Cents | null
  agreedMaximumCents: Cents
  estimateCents: Cents
  isAnonymous: boolean
  thanks: NewPledge['thanks']
  note: string | null
  consentText: string
  /** Made without an account. */
  isByGuest: boolean
  lines: NewPledge['lines']
  known: NewPledge['known']
  createdAt: Date
  state: HeldState
}

const selected = sql`
  select
    h.id, h.campaign_id, c.name as campaign_name, c.status as campaign_status,
    c.final_locked_at is not null as is_final_locked, c.money_mode,
    o.name as organization_name, c.time_zone, c.vocabulary, h.pledger_id, u.first_name, u.last_name, u.email,
    u.email_verified_at is not null and u.deleted_at is null as is_verified,
    u.created_at as supporter_since, h.ambassador_id, h.payment_method, h.maximum_cents,
    h.agreed_maximum_cents, h.estimate_cents, h.is_anonymous, h.thanks, h.note, h.consent_text, h.lines,
    coalesce(h.known, '{}') as known, h.created_at, h.state,
    exists (select from guest_pledges g where g.held_pledge_id = h.id) as is_by_guest
  from held_pledges h
  join campaigns c on c.id = h.campaign_id
  join organizations o on o.id = c.organization_id
  ${supporterOf(sql`h.id`, sql`h.pledger_id`)}
`

/** Whatever was decided; after its release it is a pledge and no longer found here. */
export async function findHeld(db: Db, id: string, which: SQL = sql`true`): Promise<HeldRow | undefined> {
  return first(
    await db.query<HeldRow>(sql`${selected} where h.id = ${id} and h.state <> 'released' and ${which}`),
  )
}

/** One that is still held, locked until the transaction ends. */
export async function lockHeld(tx: Db, id: string): Promise<HeldRow | undefined> {
  return first(
    await tx.query<HeldRow>(sql`${selected} where h.id = ${id} and h.state = 'held' for update of h`),
  )
}

type Page = { limit: number; beforeId: string | null }
const before = (id: string | null): SQL => (id === null ? sql`true` : sql`h.id < ${id}::uuid`)

/** Across all campaigns, newest first. */
export const heldPledges = (db: Db, { limit, beforeId }: Page): Promise<HeldRow[]> =>
  db.query<HeldRow>(sql`
    ${selected}
    where h.state = 'held'
      and ${before(beforeId)}
    order by h.id desc
    limit ${limit}
  `)

export async function countHeld(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*) as count from held_pledges where state = 'held'`,
  )
  return only(rows).count
}

/** A supporter's own, including declined and withdrawn ones, newest first. */
export const heldBy = (
  db: Db,
  userId: string,
  { limit, beforeId, campaignId = null }: Page & { campaignId?: string | null },
): Promise<HeldRow[]> =>
  db.query<HeldRow>(sql`
    ${selected}
    where h.pledger_id = ${userId}
      and h.state <> 'released'
      and ${inCampaign(campaignId)}
      and ${before(beforeId)}
    order by h.id desc
    limit ${limit}
  `)

const inCampaign = (id: string | null): SQL => (id === null ? sql`true` : sql`h.campaign_id = ${id}`)

export async function countHeldBy(db: Db, userId: string, campaignId: string | null): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count
    from held_pledges h
    where h.pledger_id = ${userId}
      and h.state = 'held'
      and ${inCampaign(campaignId)}
  `)
  return only(rows).count
}

export async function setDecided(
  tx: Db,
  id: string,
  { state, by, at, message }: { state: HeldState; by: string; at: Date; message: string | null },
): Promise<void> {
  await tx.query(sql`
    update held_pledges
    set state = ${state}, decided_by = ${by}, decided_at = ${at}, message = ${message}
    where id = ${id}
  `)
}
