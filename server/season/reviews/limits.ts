import { DomainError } from '#domain/errors.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { HOUR_MS } from '#server/messaging/mails/index.ts'
import { lockKey } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'

/** In any 24 hours, of one account. */
const A_DAY = { drafts: 100, requests: 10 }

type Counted = keyof typeof A_DAY

const WORDS: Record<Counted, string> = {
  drafts: `You have created ${A_DAY.drafts} drafts within 24 hours. Once a representative has activated one of your campaigns, there is no limit.`,
  requests: `You have requested ${A_DAY.requests} reviews within 24 hours. A representative looks at them first.`,
}

/** @throws a 409 that says from when more is accepted. */
export async function refuseTooMany(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  actor: Actor,
  organizationId: string,
  what: Counted,
): Promise<void> {
  const { isExempt } = only(
    await tx.query<{ isExempt: boolean }>(sql`select ${isRepresentative(actor)} as is_exempt`),
  )
  if (isExempt || (await isKnownOrganization(tx, organizationId))) return
  const { userId } = actor
  await holdAccount(tx, userId)
  const now = clock.now().getTime()
  const by = { userId, since: new Date(now - 24 * HOUR_MS) }
  const { count, firstAt } = await (what === 'drafts' ? draftsOf(tx, by) : requestsBy(tx, by))
  if (count < A_DAY[what] || !firstAt) return
  const hours = Math.max(1, Math.ceil((firstAt.getTime() + 24 * HOUR_MS - now) / HOUR_MS))
  throw new DomainError('conflict', `${WORDS[what]} Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`)
}

type Made = { count: number; firstAt: Date | null }
type By = { userId: string; since: Date }

/** Others who ask for the same account wait until the transaction ends. */
async function holdAccount(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey('drafts', userId)}::bigint)`)
}

/** Whether a campaign of the organization was ever activated: only then is it known. */
const isKnown = sql`
  exists (
    select from campaigns known
    where known.organization_id = c.organization_id
      and known.status in ('active', 'paused', 'completed')
  )
`

async function isKnownOrganization(db: Db, organizationId: string): Promise<boolean> {
  const row = only(
    await db.query<{ isKnown: boolean }>(sql`
      select ${isKnown} as is_known
      from (select ${organizationId}::uuid as organization_id) c
    `),
  )
  return row.isKnown
}

/** The drafts that this account made since then, in its organizations that nobody has checked yet. */
async function draftsOf(db: Db, { userId, since }: By): Promise<Made> {
  return only(
    await db.query<Made>(sql`
      select count(*)::integer as count, min(c.created_at) as first_at
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      where m.user_id = ${userId}
        and c.created_by = ${userId}
        and c.created_at > ${since}
        and c.status = 'draft'
        and not ${isKnown}
    `),
  )
}

/** The reviews that it requested of them, answered or not. */
async function requestsBy(db: Db, { userId, since }: By): Promise<Made> {
  return only(
    await db.query<Made>(sql`
      select count(*)::integer as count, min(r.asked_at) as first_at
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      join review_requests r on r.campaign_id = c.id
      where m.user_id = ${userId}
        and r.asked_by = ${userId}
        and r.asked_at > ${since}
        and not ${isKnown}
    `),
  )
}
