import { formatQuantity, fromNumeric } from '#domain/quantity.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

export type StoredEntry = {
  id: string
  at: Date
  actorId: string | null
  actorName: string
  /** The name of the API key that did it for them. */
  apiKeyName: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
  /** What the action was about: a name, or a result in words. */
  name: string | null
  /** The member affected by a change of an organization. */
  whom: string | null
  /** The pledge that was changed, charged, paid or refunded. */
  pledgeId: string | null
}
type Row = Omit<StoredEntry, 'name'> & {
  thing: string | null
  message: string | null
  statistic: string | null
  event: string | null
  quantity: string | null
  resultKind: string | null
}
type LogFilter = {
  campaignId: string
  organizationId: string
  subjects: readonly string[]
  /** Without what the program did by itself. */
  isByPeople: boolean
}
type Page = { limit: number; beforeId: string | null }

const isOf = ({ subjects, isByPeople }: LogFilter) => sql`
  l.subject = any(${sql.param([...subjects])}::text[])
  and (l.actor_id is not null or not ${isByPeople})
`

/** The campaign's own rows, and those of its organization, each found through its own index. */
const sources = (filter: LogFilter): [SQL, SQL] => [
  sql`audit_log l where l.campaign_id = ${filter.campaignId} and ${isOf(filter)}`,
  sql`
    audit_log l
    where l.subject_id = ${filter.organizationId}
      and l.subject = 'organization'
      and ${isOf(filter)}
  `,
]

const fullName = (user: SQL) => sql`nullif(trim(concat(${user}.first_name, ' ', ${user}.last_name)), '')`

/** The person affected by a change of an organization: a member, or an invitation. */
const idIn = (field: 'userId' | 'invitationId') => sql`
  (
    case
      when r.subject = 'organization'
        then coalesce(r.after->>${field}::text, r.before->>${field}::text)
    end
  )::uuid
`

/** Newest first; `beforeId` continues after it. Ids are shown with their current names. */
export async function readLog(db: Db, filter: LogFilter, page: Page): Promise<StoredEntry[]> {
  const [own, organization] = sources(filter)
  const part = (source: SQL) => sql`
    (
      select l.*
      from ${source}
        and l.id < ${page.beforeId ?? AFTER_ALL_IDS}::uuid
      order by l.id desc
      limit ${page.limit}
    )
  `
  const rows = await db.query<Row>(sql`
    select
      r.id, r.at, r.actor_id,
      coalesce(${fullName(sql`u`)}, 'Someone who has left') as actor_name, k.name as api_key_name,
      r.action, r.subject, r.before, r.after,
      coalesce(
        s.name, e.name,
        case when r.subject in ('event', 'statistic') then coalesce(r.before->>'name', r.after->>'name') end,
        w.title, ${fullName(sql`au`)}, a.email
      ) as thing,
      left(c.message, 120) as message,
      xs.name as statistic, xe.name as event, x.quantity, x.kind as result_kind,
      coalesce(${fullName(sql`m`)}, m.email, v.email) as whom,
      coalesce(pl.id, ch.pledge_id, pm.pledge_id, mr.pledge_id, rf.pledge_id) as pledge_id
    from (
      ${part(own)}
      union all
      ${part(organization)}
      order by id desc
      limit ${page.limit}
    ) r
    left join users u on u.id = r.actor_id
    left join api_keys k on k.id = r.api_key_id
    left join statistics s on r.subject = 'statistic' and s.id = r.subject_id
    left join events e on r.subject = 'event' and e.id = r.subject_id
    left join rewards w on r.subject = 'reward' and w.id = r.subject_id
    left join ambassadors a on r.subject = 'ambassador' and a.id = r.subject_id
    left join users au on au.id = a.user_id
    left join comments c on r.subject = 'comment' and c.id = r.subject_id
    left join results x on r.subject = 'result' and x.id = r.subject_id
    left join statistics xs on xs.id = x.statistic_id
    left join events xe on xe.id = x.event_id
    left join pledges pl on r.subject = 'pledge' and pl.id = r.subject_id
    left join charges ch on r.subject = 'charge' and ch.id = r.subject_id
    left join payments pm on r.subject = 'payment' and pm.id = r.subject_id
    left join manual_refunds mr on r.subject = 'payment' and mr.id = r.subject_id
    left join refunds rf on r.subject = 'refund' and rf.id = r.subject_id
    left join users m on m.id = ${idIn('userId')}
    left join organization_invitations v on v.id = ${idIn('invitationId')}
    order by r.id desc
  `)
  return rows.map(({ thing, message, statistic, event, quantity, resultKind, ...row }) => ({
    ...row,
    name:
      thing ??
      (message && `the message “${message}”`) ??
      resultText({ statistic, event, quantity, resultKind }),
  }))
}

const KINDS: Record<string, string> = {
  achieved: 'achieved',
  withdrawn: 'withdrawn',
  not_achieved: 'not achieved',
}

/** `Goals: 3 (vs. Summit)` */
function resultText(row: Pick<Row, 'statistic' | 'event' | 'quantity' | 'resultKind'>): string | null {
  if (row.statistic === null || row.quantity === null) return null
  const figure = KINDS[row.resultKind ?? ''] ?? formatQuantity(fromNumeric(row.quantity))
  return `${row.statistic}: ${figure}${row.event ? ` (${row.event})` : ''}`
}

export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const [own, organization] = sources(filter)
  const row = only(
    await db.query<{ count: number }>(sql`
      select (select count(*) from ${own}) + (select count(*) from ${organization}) as count
    `),
  )
  return row.count
}

/** The names of the campaign's statistics, by id: a reward names the one that it counts. */
export async function statisticNames(db: Db, campaignId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name
    from statistics
    where campaign_id = ${campaignId}
  `)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
