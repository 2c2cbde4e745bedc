/** Who is mailed about their year-end statement, and what the mail says (R75). */
import { type Cents, cents } from '#domain/money.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { moved, nameOn, zoneOf } from './store.giving.ts'

/** Days of January. Checks that came in the last days of December are still entered in the first week. */
const FROM_DAY = 8
const TO_DAY = 31

export type Addressee = {
  userId: string
  email: string
  timeZone: string
  /** Their account was made by confirming a guest pledge (R59), and nothing to sign in with was set since. */
  needsLinks: boolean
}

export const keyOfYearEnd = (year: number, userId: string): string => `year-end:${year}:${userId}`

const needsLinks: SQL = sql`
  exists (select from guest_pledges g where g.id = u.id)
  and not exists (
    select from user_identities i
    where i.user_id = u.id
      and (
        i.provider = 'clerk'
        or exists (select from identity.account a where a.user_id = i.subject and a.password is not null)
        or exists (select from identity.passkey k where k.user_id = i.subject)
      )
  )
`

/** Verified addresses with real money received in the year. Nobody deletes one of these accounts until `tx` ends. */
export const nextAddressees = (
  tx: Db,
  { year, now, afterId, limit }: { year: number; now: Date; afterId: string | null; limit: number },
): Promise<Addressee[]> =>
  tx.query<Addressee>(sql`
    select u.id as user_id, u.email, z.time_zone, ${needsLinks} as needs_links
    from users u
    cross join lateral (${zoneOf(sql`u.id`)}) z
    where u.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
      and u.email_verified_at is not null
      and u.deleted_at is null
      and wall_clock(z.time_zone, ${now})::date
        between make_date(${year + 1}, 1, ${FROM_DAY}) and make_date(${year + 1}, 1, ${TO_DAY})
      and not exists (
        select from mails q
        where q.idempotency_key = 'year-end:' || ${year}::integer || ':' || u.id
      )
      and exists (
        select from (${moved(sql`p.pledger_id = u.id`)}) m
        where m.kind in ('charge', 'payment')
          and m.money_mode = 'live'
          and extract(year from m.on_day) = ${year}::integer
      )
    order by u.id
    limit ${limit}
    for share of u
  `)

export type GivenOnPledge = {
  userId: string
  /** Whose papers the pledge has. */
  supporterName: string
  pledgeId: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  is501c3: boolean
  total: Cents
  isRefunded: boolean
}

/** The real money of these supporters in the year: for each pledge, and as their statement has it, for each name of the organization (R70). */
export async function givenOnPledges(
  db: Db,
  { year, userIds }: { year: number; userIds: readonly string[] },
): Promise<GivenOnPledge[]> {
  const rows = await db.query<Omit<GivenOnPledge, 'total'> & { totalCents: number }>(sql`
    select
      m.pledger_id as user_id, ${nameOn} as supporter_name, m.pledge_id, m.campaign_id, c.name as campaign_name,
      o.id as organization_id, was.name as organization_name, was.is_501c3 as "is501c3",
      sum(m.amount_cents)::bigint as total_cents,
      bool_or(m.kind = 'refund') as is_refunded
    from (${moved(sql`p.pledger_id = any(${sql.param([...userIds])}::uuid[])`)}) m
    join campaigns c on c.id = m.campaign_id
    join organizations o on o.id = c.organization_id
    ${supporterOf(sql`m.pledge_id`, sql`m.pledger_id`)}
    ${organizationOn(sql`coalesce(m.paid_on, m.on_day)`)}
    where extract(year from m.on_day) = ${year}::integer
      and m.money_mode = 'live'
      and m.amount_cents <> 0
    group by m.pledger_id, supporter_name, m.pledge_id, m.campaign_id, c.name, o.id, was.name, was.is_501c3
    order by o.name, o.id, was.name, m.pledge_id
  `)
  return rows.map(({ totalCents, ...row }) => ({ ...row, total: cents(totalCents) }))
}
