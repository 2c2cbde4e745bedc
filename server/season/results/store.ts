import { fromNumeric, type Quantity, toNumber, toNumeric } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ResultEntry, SecondPeople } from '#domain/schemas/result.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { roleWho } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

/** Waits for a second person: an entry, or the void of a confirmed one. */
const isWaiting = sql`
  (
    (r.confirmed_at is null and r.voided_at is null)
    or (r.void_requested_at is not null and r.voided_at is null)
  )
`

/** `eventId`: of one match, or `none` for results without a match. */
type Filter = {
  statisticId?: string | null
  state?: 'waiting' | undefined
  eventId?: string | 'none' | undefined
}

const ofEvent = (eventId: string | 'none' | undefined) => {
  if (eventId === undefined) return sql`true`
  return eventId === 'none' ? sql`r.event_id is null` : sql`r.event_id = ${eventId}::uuid`
}

const matching = ({ statisticId, state, eventId }: Filter) => sql`
  ${statisticId ? sql`r.statistic_id = ${statisticId}::uuid` : sql`true`}
  and ${state === 'waiting' ? isWaiting : sql`true`}
  and ${ofEvent(eventId)}
`

export async function countResults(
  db: Db,
  campaignId: string,
  filter: Filter = {},
): Promise<{ all: number; waiting: number }> {
  const [row] = await db.query<{ all: number; waiting: number }>(sql`
    select count(*) as all, count(*) filter (where ${isWaiting}) as waiting
    from results r
    where r.campaign_id = ${campaignId}
      and ${matching(filter)}
  `)
  return row ?? { all: 0, waiting: 0 }
}

/** What the public sees of the season: everything not voided, newest first, without names. */
export async function publicResults(
  db: Db,
  campaignId: string,
  limit: number,
): Promise<CampaignDetail['results']> {
  type Row = Omit<CampaignDetail['results'][number], 'quantity' | 'state' | 'occursAt'> & {
    quantity: string
    isConfirmed: boolean
    isVoidRequested: boolean
    occursAt: Date
  }
  const rows = await db.query<Row>(sql`
    select
      r.id, r.statistic_id, r.event_id, r.difference as quantity, r.kind,
      r.confirmed_at is not null as is_confirmed,
      r.void_requested_at is not null as is_void_requested,
      coalesce(e.start_time, r.entered_at) as occurs_at
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
    order by r.id desc
    limit ${limit}
  `)
  return rows.map(({ isConfirmed, isVoidRequested, ...row }) => ({
    ...row,
    quantity: toNumber(fromNumeric(row.quantity)),
    state: !isConfirmed ? 'entered' : isVoidRequested ? 'void_requested' : 'confirmed',
    occursAt: row.occursAt.toISOString(),
  }))
}

type Row = {
  id: string
  statisticId: string
  eventId: string | null
  kind: ResultEntry['kind']
  quantity: string
  total: string
  isFinal: boolean
  isReplaced: boolean
  fallsBackTo: string | null
  occursAt: Date
  note: string | null
  evidenceUrl: string | null
  enteredBy: string
  enteredByName: string
  enteredAt: Date
  confirmedBy: string | null
  confirmedByName: string | null
  confirmedAt: Date | null
  voidRequestedBy: string | null
  voidRequestedByName: string | null
  voidRequestedAt: Date | null
  voidReason: string | null
  voidedBy: string | null
  voidedByName: string | null
  voidedAt: Date | null
  before: string | null
}

export type StoredResult = Omit<
  ResultEntry,
  'cannotConfirmReason' | 'cannotKeepReason' | 'voidEffect' | 'unusual'
> & {
  voidRequestedBy: string | null
  /** The total of its match without it; null for none. */
  fallsBackTo: number | null
}

/** A name for those who run the campaign, never the address. */
const name = (user: string) => sql.raw(`trim(concat(${user}.first_name, ' ', ${user}.last_name))`)

const columns = sql`
  r.id, r.statistic_id, r.event_id, r.kind,
  coalesce(x.difference, r.quantity) as quantity,
  r.total, r.previous_total as before, r.is_final,
  coalesce(x.is_replaced, false) as is_replaced,
  x.falls_back_to,
  coalesce(e.start_time, r.entered_at) as occurs_at,
  r.note, r.evidence_url, r.entered_by,
  ${name('entered')} as entered_by_name,
  r.entered_at, r.confirmed_by,
  ${name('confirmed')} as confirmed_by_name,
  r.confirmed_at, r.void_requested_by,
  ${name('asked')} as void_requested_by_name,
  r.void_requested_at, r.void_reason, r.voided_by,
  ${name('voided')} as voided_by_name,
  r.voided_at
`

/**
 * The entries that `page` chooses from this campaign's. The campaign is named twice: joining by a column instead would
 * compute the view for every campaign.
 */
const described = (campaignId: string, page: SQL) => sql`
  (${page}) r
  left join events e on e.id = r.event_id
  left join (
    select id, difference, is_replaced, falls_back_to
    from effective_results
    where campaign_id = ${campaignId}
  ) x on x.id = r.id
  join users entered on entered.id = r.entered_by
  left join users confirmed on confirmed.id = r.confirmed_by
  left join users asked on asked.id = r.void_requested_by
  left join users voided on voided.id = r.voided_by
`

function stateOf(row: Row): ResultEntry['state'] {
  if (row.voidedAt) return 'voided'
  if (!row.confirmedAt) return 'entered'
  return row.voidRequestedBy ? 'void_requested' : 'confirmed'
}

const person = (id: string | null, called: string | null) =>
  id === null ? null : { id, name: called || 'A team member' }

const toResult = (row: Row): StoredResult => ({
  id: row.id,
  statisticId: row.statisticId,
  eventId: row.eventId,
  kind: row.kind,
  quantity: toNumber(fromNumeric(row.quantity)),
  total: toNumber(fromNumeric(row.total)),
  isFinal: row.isFinal,
  isReplaced: row.isReplaced,
  fallsBackTo: row.fallsBackTo === null ? null : toNumber(fromNumeric(row.fallsBackTo)),
  state: stateOf(row),
  occursAt: row.occursAt.toISOString(),
  note: row.note,
  evidenceUrl: row.evidenceUrl,
  enteredBy: { id: row.enteredBy, name: row.enteredByName || 'A team member' },
  enteredAt: row.enteredAt.toISOString(),
  confirmedBy: person(row.confirmedBy, row.confirmedByName),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  before: row.before === null ? null : toNumber(fromNumeric(row.before)),
  voidedBy: person(row.voidRequestedBy, row.voidRequestedByName),
  voidAskedAt: row.voidRequestedAt?.toISOString() ?? null,
  voidReason: row.voidReason,
  voidConfirmedBy: row.confirmedAt ? person(row.voidedBy, row.voidedByName) : null,
  voidedAt: row.voidedAt?.toISOString() ?? null,
  voidRequestedBy: row.voidRequestedBy,
})

export type ResultsPage = Filter & { limit: number; beforeId?: string | null }

/** Newest first. `limit` bounds the page; `beforeId` continues after it. */
export async function resultsOf(db: Db, campaignId: string, page: ResultsPage): Promise<StoredResult[]> {
  const { limit, beforeId = null } = page
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${described(
      campaignId,
      sql`
      select *
      from results r
      where r.campaign_id = ${campaignId}
        and r.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
        and ${matching(page)}
      order by r.id desc
      limit ${limit}
    `,
    )}
    order by r.id desc
  `)
  return rows.map(toResult)
}

export async function findResults(
  db: Db,
  campaignId: string,
  ids: readonly string[],
): Promise<StoredResult[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${described(
      campaignId,
      sql`
      select *
      from results
      where campaign_id = ${campaignId}
        and id = any(${sql.param([...ids])}::uuid[])
    `,
    )}
    order by r.id
  `)
  return rows.map(toResult)
}

const MAX_NAMED = 10

/** Who, besides this person, may confirm results here. */
export async function secondPeopleOf(
  db: Db,
  organizationId: string,
  exceptUserId: string,
): Promise<SecondPeople> {
  const members = await db.query<{ id: string; name: string }>(sql`
    select u.id, ${name('u')} as name
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
      and ${roleWho('confirmResults', 'm')}
      and u.id <> ${exceptUserId}
    order by m.created_at, u.id
    limit ${MAX_NAMED}
  `)
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count
    from user_roles
    where role = ${REPRESENTATIVE}
      and user_id <> ${exceptUserId}
  `)
  return {
    members: members.map((member) => ({ ...member, name: member.name || 'A team member' })),
    representatives: row?.count ?? 0,
  }
}

export type NewResult = {
  id: string
  statisticId: string
  eventId: string | null
  kind: ResultEntry['kind']
  /** The difference from the total when it was entered. */
  quantity: Quantity
  /** The total of its match once it is confirmed; without a match, the quantity itself. */
  total: Quantity
  /** The match's total when it was entered; null for none. */
  previousTotal: Quantity | null
  /** False: its source says that counting goes on. */
  isFinal: boolean
  note: string | null
  evidenceUrl: string | null
}

export async function insertResults(
  db: Db,
  key: { campaignId: string; enteredBy: string; enteredAt: Date },
  entries: readonly NewResult[],
): Promise<void> {
  const list = <K extends keyof NewResult>(name: K) => sql.param(entries.map((entry) => entry[name]))
  const numerics = (name: 'quantity' | 'total' | 'previousTotal') =>
    sql.param(entries.map(({ [name]: value }) => (value === null ? null : toNumeric(value))))
  await db.query(sql`
    insert into results (
      id, campaign_id, statistic_id, event_id, kind, quantity, total, previous_total,
      is_final, note, evidence_url, entered_by, entered_at
    )
    select
      id, ${key.campaignId}::uuid, statistic_id, event_id, kind, quantity, total, previous_total,
      is_final, note, evidence_url, ${key.enteredBy}::uuid, ${key.enteredAt}::timestamptz
    from unnest(
      ${list('id')}::uuid[], ${list('statisticId')}::uuid[], ${list('eventId')}::uuid[],
      ${list('kind')}::text[], ${numerics('quantity')}::numeric[], ${numerics('total')}::numeric[],
      ${numerics('previousTotal')}::numeric[], ${list('isFinal')}::boolean[], ${list('note')}::text[],
      ${list('evidenceUrl')}::text[]
    ) as given (
      id, statistic_id, event_id, kind, quantity, total, previous_total, is_final, note, evidence_url
    )
  `)
}

/**
 * Confirms entries, each ordered after all that the campaign confirmed before; if several are for one match, the one
 * entered last counts.
 */
export async function confirmEntries(
  db: Db,
  { campaignId, ids, by, at }: { campaignId: string; ids: readonly string[]; by: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update results r
    set confirmed_by = ${by}, confirmed_at = ${at}, confirmation = n.confirmation
    from (
      select
        id,
        row_number() over (order by id) + coalesce((
          select max(confirmation)
          from results
          where campaign_id = ${campaignId}
        ), 0) as confirmation
      from results
      where campaign_id = ${campaignId}
        and id = any(${sql.param([...ids])}::uuid[])
        and confirmed_at is null
        and voided_at is null
    ) n
    where r.id = n.id
  `)
}

export async function confirmVoids(db: Db, ids: readonly string[], by: string, at: Date): Promise<void> {
  await db.query(sql`
    update results
    set voided_by = ${by}, voided_at = ${at}
    where id = any(${sql.param([...ids])}::uuid[])
      and void_requested_at is not null
      and voided_at is null
  `)
}

/** Voids an unconfirmed entry at once; a confirmed one waits for a second person. */
export async function requestVoid(db: Db, id: string, by: string, at: Date, reason: string): Promise<void> {
  await db.query(sql`
    update results
    set
      void_requested_by = ${by},
      void_requested_at = ${at},
      void_reason = ${reason},
      voided_by = case when confirmed_at is null then ${by}::uuid end,
      voided_at = case when confirmed_at is null then ${at}::timestamptz end
    where id = ${id}
      and voided_at is null
      and void_requested_at is null
  `)
}

/** Who requested it, when and why is in the audit log; the entry itself is as it was before. */
export async function declineVoid(db: Db, id: string): Promise<void> {
  await db.query(sql`
    update results
    set void_requested_by = null, void_requested_at = null, void_reason = null
    where id = ${id}
      and voided_at is null
      and void_requested_at is not null
  `)
}

/** Recomputes running totals from the entries themselves; the database refuses totals below 0. */
export async function recomputeTotals(
  db: Db,
  campaignId: string,
  statisticIds: readonly string[],
): Promise<void> {
  await db.query(sql`
    update statistic_totals t
    set
      confirmed = coalesce(c.confirmed, 0),
      entered = coalesce(c.entered, 0),
      achievement = case
        when t.achievement is not null
          then case
            when coalesce(c.confirmed, 0) > 0 then 'achieved'
            when c.last_kind = 'not_achieved' then 'not_achieved'
            else 'open'
          end
      end
    from statistics s
    left join lateral (
      select
        nearest_quantity(sum(difference) filter (where confirmed_at is not null)) as confirmed,
        nearest_quantity(sum(difference) filter (where confirmed_at is null)) as entered,
        (
          array_agg(kind order by confirmation desc) filter (where confirmed_at is not null)
        )[1] as last_kind
      from effective_results r
      where r.campaign_id = ${campaignId}
        and r.statistic_id = s.id
    ) c on true
    where s.campaign_id = ${campaignId}
      and s.id = any(${sql.param([...statisticIds])}::uuid[])
      and t.statistic_id = s.id
  `)
}

export type Totals = { statisticId: string; confirmed: Quantity; entered: Quantity }

export async function totalsOf(db: Db, campaignId: string): Promise<Map<string, Totals>> {
  const rows = await db.query<{ statisticId: string; confirmed: string; entered: string }>(sql`
    select statistic_id, confirmed, entered
    from statistic_totals
    where campaign_id = ${campaignId}
  `)
  return new Map(
    rows.map((row) => [
      row.statisticId,
      {
        statisticId: row.statisticId,
        confirmed: fromNumeric(row.confirmed),
        entered: fromNumeric(row.entered),
      },
    ]),
  )
}

/** A match is completed once all its results are confirmed. */
export async function completeEvents(db: Db, campaignId: string, eventIds: readonly string[]): Promise<void> {
  await db.query(sql`
    update events e
    set is_completed = true, version = version + 1
    where e.campaign_id = ${campaignId}
      and e.id = any(${sql.param([...eventIds])}::uuid[])
      and not e.is_completed
      and exists (
        select from results r
        where r.event_id = e.id
          and r.confirmed_at is not null
          and r.voided_at is null
      )
      and not exists (
        select from results r
        where r.event_id = e.id
          and r.confirmed_at is null
          and r.voided_at is null
      )
  `)
}
