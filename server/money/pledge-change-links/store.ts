/** Changes of a pledge that were requested by its link, and wait for a tap in a mail. */

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { notFound } from '#domain/errors.ts'
import type { Cents } from '#domain/money.ts'
import type { LineChangeKind } from '#domain/pledges/line-changes.ts'
import type { WholeChangeKind } from '#domain/pledges/pledge-changes.ts'
import type { MailAnswer } from '#domain/schemas/mail.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import type { Deps } from '#server/money/deps.ts'
import { hashOfLink } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Asked, Browser } from '#server/platform/http/begun-here.ts'
import { demandRight } from '#server/season/pledges/guests/index.ts'

export type NewRequest = {
  id: string
  campaignId: string
  pledgeId: string
  kind: LineChangeKind | WholeChangeKind
  /** Null where the pledge as a whole is changed. */
  statisticId: string | null
  rate: Cents | null
  cap: Cents | null
  requestedAt: Date
  expiresAt: Date
}

export type Requested = NewRequest & {
  pledgerId: string
  confirmedAt: Date | null
  /** A newer one replaced it, it was refused, or the links of its pledge were revoked: its own link has ended. */
  isEnded: boolean
  campaignName: string
  organizationName: string
  timeZone: string
  vocabulary: Vocabulary
  isTest: boolean
}

/** Of a pledge whose supporter still has an account. */
async function find(db: Db, which: SQL): Promise<Requested | undefined> {
  return first(
    await db.query<Requested>(sql`
      select
        r.id, r.campaign_id, r.pledge_id, r.kind, r.statistic_id, r.rate_cents as rate,
        r.maximum_cents as cap, r.requested_at, r.expires_at, r.confirmed_at, p.pledger_id,
        c.name as campaign_name, o.name as organization_name, c.time_zone, c.vocabulary,
        c.money_mode = 'sandbox' as is_test, l.ended_at is not null as is_ended
      from requested_changes r
      join mailed_links l on l.kind = 'change' and l.subject_id = r.id
      join pledges p on p.id = r.pledge_id
      join users u on u.id = p.pledger_id
      join campaigns c on c.id = r.campaign_id
      join organizations o on o.id = c.organization_id
      where ${which}
        and u.deleted_at is null
    `),
  )
}

export const findByToken = (db: Db, token: string): Promise<Requested | undefined> =>
  find(db, sql`l.token_hash = ${hashOfLink(token)}`)

export async function lockById(tx: Db, id: string): Promise<Requested | undefined> {
  await tx.query(sql`select from requested_changes where id = ${id} for update`)
  return find(tx, sql`r.id = ${id}`)
}

/** How many were mailed for this pledge since then, and when the last one that nobody has confirmed was. */
export async function mailedSince(
  db: Db,
  pledgeId: string,
  since: Date,
): Promise<{ count: number; last: Date | null }> {
  return only(
    await db.query<{ count: number; last: Date | null }>(sql`
      select count(*) as count, max(requested_at) filter (where confirmed_at is null) as last
      from requested_changes
      where pledge_id = ${pledgeId}
        and requested_at > ${since}
    `),
  )
}

/** Only one waits at a time, so that a tap confirms the latest request. */
export async function endWaiting(tx: Db, pledgeId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update mailed_links l
    set ended_at = ${at}
    from requested_changes r
    where l.kind = 'change'
      and l.subject_id = r.id
      and l.ended_at is null
      and r.pledge_id = ${pledgeId}
      and r.confirmed_at is null
  `)
}

export async function insert(tx: Db, request: NewRequest): Promise<void> {
  await tx.query(sql`
    insert into requested_changes (
      id, campaign_id, pledge_id, kind, statistic_id, rate_cents, maximum_cents, requested_at, expires_at
    )
    values (
      ${request.id}, ${request.campaignId}, ${request.pledgeId}, ${request.kind}, ${request.statisticId},
      ${request.rate}, ${request.cap}, ${request.requestedAt}, ${request.expiresAt}
    )
  `)
}

export async function confirm(tx: Db, id: string, at: Date): Promise<void> {
  await tx.query(sql`update requested_changes set confirmed_at = ${at} where id = ${id}`)
}

type AskedAbout = { name: string; unitName: string | null; type: StatisticType; rates: number[] }

/** The statistic of a requested change, or the pledge's first one; its rates in cents, agreed so far and requested. */
async function askedAbout(db: Db, requestId: string): Promise<AskedAbout | undefined> {
  return first(
    await db.query<AskedAbout>(sql`
      select
        s.name, s.unit_name, s.type,
        to_json(array(
          select l.rate_cents
          from pledge_lines l
          where l.pledge_id = r.pledge_id
            and l.statistic_id = s.id
          union
          select r.rate_cents
          where r.rate_cents is not null
            and r.statistic_id = s.id
        )) as rates
      from requested_changes r
      join statistics s on s.id = coalesce(
        r.statistic_id,
        (
          select statistic_id
          from pledge_lines
          where pledge_id = r.pledge_id
          order by number, statistic_id
          limit 1
        )
      )
      where r.id = ${requestId}
    `),
  )
}

/** How much was pledged, or is to be, for the statistic that changes; for a change of something else, for the first one. */
export async function askedFor(db: Db, requestId: string): Promise<Asked | null> {
  const line = await askedAbout(db, requestId)
  if (!line) return null
  const { name, unitName, type, rates } = line
  return { question: { name, unitName, type }, amounts: rates }
}

/** @throws a 400 for a wrong answer; a 409 after five. */
export async function answerQuestion(
  deps: Deps,
  browser: Browser,
  token: string,
  answer: MailAnswer,
): Promise<void> {
  const request = await findByToken(deps.db, token)
  const asked = request && (await askedFor(deps.db, request.id))
  if (!request || !asked) throw notFound('Change')
  await demandRight(deps, { token, asked }, answer)
  await browser.remember(request.id)
}
