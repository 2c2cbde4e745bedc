/** What a representative's steps and an owner's have in common. `c` is always the campaign. */
import { cents, toDecimal } from '#domain/money.ts'
import type { StepsQuery, WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { STEPS } from '#domain/work-queue.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

type StepRow = Omit<WorkQueueStep, 'amount' | 'at'> & {
  amountCents: number | null
  at: Date | null
}
/** What orders the steps and names their organization, and is not answered. */
type Placed = { place: number; aboutOrganizationId: string | null }
type PlacedRow = StepRow & Placed
type Counted = { kinds: NonNullable<WorkQueueSteps['kinds']> }
export type Reader = { userId: string; now: Date } & StepsQuery

export const DAY_MS = 86_400_000
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Result `r` is final and waits for a second person, and the reader may be that person (R18). */
export const waitsForReader = (userId: string): SQL => sql`
  (
    (
      (r.confirmed_at is null and r.voided_at is null and r.is_final)
      or (r.void_requested_at is not null and r.voided_at is null)
    )
    and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
    and c.status <> 'cancelled'
  )
`

/** The reader does not approve what an organization of theirs is paid (R68). The organization is a column of the outer query. */
export const isNoMember = (userId: string, organizationId: SQL): SQL => sql`
  not exists (
    select from organization_members m
    where m.organization_id = ${organizationId}
      and m.user_id = ${userId}
  )
`

/** What entry `r` is about: its match, or its statistic where it has none. */
const matchOf = sql`coalesce(r.event_id, r.statistic_id)`

/**
 * What waits for a second person (R18): one step for each match or, where a list must not be filled by them, for each
 * campaign. `campaigns` is a table or a name from a `with`.
 */
export const resultsToConfirm = (
  campaigns: SQL,
  { userId, confirmations }: Pick<Reader, 'userId' | 'confirmations'>,
): SQL => sql`
  select
    'confirm_results' as kind, r.campaign_id,
    count(*)::integer as count,
    null::bigint as amount_cents,
    case when count(distinct ${matchOf}) = 1 then min(coalesce(e.name, s.name)) end as subject,
    case when count(distinct ${matchOf}) = 1 then (array_agg(r.event_id))[1] end as event_id,
    min(coalesce(e.start_time, r.entered_at)) as at
  from ${campaigns} c
  join results r on r.campaign_id = c.id
  join statistics s on s.id = r.statistic_id
  left join events e on e.id = r.event_id
  where ${waitsForReader(userId)}
  group by r.campaign_id ${confirmations === 'match' ? sql`, ${matchOf}` : sql``}
`

/** Messages that were reported and are still shown (R43). */
export const reportedComments = (campaigns: SQL): SQL => sql`
  select
    'reported_comments' as kind, q.campaign_id,
    count(distinct q.comment_id)::integer as count,
    null::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(q.created_at) as at
  from ${campaigns} c
  join comment_reports q on q.campaign_id = c.id
  join comments t on t.id = q.comment_id
  where q.closed_at is null
    and t.hidden_at is null
  group by q.campaign_id
`

/**
 * A page of them, the most urgent first, with the count of each kind (R51, R73). `ctes` define `steps`, whose
 * `about_organization_id` is what one without a campaign is about.
 */
export async function readSteps(db: Db, ctes: SQL, query: Reader): Promise<WorkQueueSteps> {
  const { kind = null, page, limit, withoutCampaign } = query
  const rows = await db.query<(PlacedRow | { [Column in keyof PlacedRow]: null }) & Counted>(sql`
    with ${ctes},
    listed as (
      select *
      from steps
      where campaign_id is not null
        or ${withoutCampaign === 'list'}
    ),
    kinds as (
      select coalesce(jsonb_object_agg(kind, count), '{}') as kinds
      from (
        select kind, count(*) as count
        from listed
        group by kind
      ) k
    ),
    shown as (
      select
        s.*,
        c.name as campaign_name, o.id as organization_id, o.name as organization_name,
        coalesce(c.time_zone, 'UTC') as time_zone,
        row_number() over (
          order by
            array_position(${sql.param([...STEPS])}::text[], s.kind),
            s.at,
            s.campaign_id,
            s.event_id,
            s.about_organization_id,
            s.subject
        ) as place
      from listed s
      left join campaigns c on c.id = s.campaign_id
      left join organizations o on o.id = coalesce(c.organization_id, s.about_organization_id)
      where ${kind}::text is null
        or s.kind = ${kind}::text
      order by place
      limit ${limit}
      offset ${(page - 1) * limit}
    )
    select shown.*, kinds.kinds
    from kinds
    left join shown on true
    order by shown.place
  `)
  const kinds = rows[0]?.kinds ?? {}
  const counts = kind === null ? Object.values(kinds) : [kinds[kind] ?? 0]
  return {
    steps: rows.flatMap(({ kinds: _kinds, ...row }) => (row.kind === null ? [] : [toStep(row as PlacedRow)])),
    count: counts.reduce((sum, count) => sum + count, 0),
    kinds,
  }
}

const toStep = ({
  amountCents,
  at,
  place: _place,
  aboutOrganizationId: _organizationId,
  ...row
}: PlacedRow): WorkQueueStep => ({
  ...row,
  amount: amountCents === null ? null : toDecimal(cents(amountCents)),
  at: at?.toISOString() ?? null,
})
