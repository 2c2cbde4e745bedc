import { type CampaignStatus, runsOn } from '#domain/campaigns/campaign-state.ts'
import { notFound } from '#domain/errors.ts'
import { cents, formatUsd, sum } from '#domain/money.ts'
import type { NextCampaign } from '#domain/schemas/campaign.ts'
import { GIFT_TYPES } from '#domain/season/statistic-types.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { laterEndMail, queueMails } from '#server/messaging/mails/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, type SQL, sql, type Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'

/** Per statement: bounds memory. */
const BATCH = 500
/** Bounds the size of one mail. */
const MAX_LINKS = 20

type Dated = { endOn: string; status: CampaignStatus }

/**
 * Supporters of whom results until the new end can count toward what they pledged, up to the same maximum, once it is more than a
 * week after the end that they agreed to or were last told: several small steps add up.
 */
export async function notifyOfLaterEnd(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  campaignId: string,
  [before, after]: [Dated, Dated],
): Promise<void> {
  if (after.endOn <= before.endOn || after.status === 'draft' || after.status === 'cancelled') return
  let afterId: string | null = null
  do {
    const { endOn } = before
    const concerned = await concernedByEnd(tx, { campaignId, endOn }, { afterId, limit: BATCH })
    await mailLaterEnd(deps, tx, campaignId, {
      endOn: after.endOn,
      untold: concerned.flatMap((one) => unnotifiedSupporters(one, after.endOn)),
    })
    afterId = concerned.length === BATCH ? (concerned.at(-1)?.pledgerId ?? null) : null
  } while (afterId)
}

type Untold = Concerned & { knownEndOn: string }

/** With the pledges for which the end is news; empty where it is news for none. */
function unnotifiedSupporters(supporter: Concerned, endOn: string): Untold[] {
  const known = ({ agreedEndOn }: Concerned['pledges'][number]) =>
    [agreedEndOn, supporter.toldEndOn ?? agreedEndOn].toSorted().at(-1) as string
  const pledges = supporter.pledges.filter((one) => runsOn({ endOn: known(one) }, { endOn }))
  const [knownEndOn] = pledges.map(known).toSorted()
  return knownEndOn === undefined ? [] : [{ ...supporter, pledges, knownEndOn }]
}

async function mailLaterEnd(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  campaignId: string,
  { endOn, untold }: { endOn: string; untold: readonly Untold[] },
): Promise<void> {
  if (untold.length === 0) return
  const linked = untold.flatMap(({ pledges }) =>
    pledges.slice(0, MAX_LINKS).map(({ pledgeId }) => ({ pledgeId, campaignId })),
  )
  const urls = await pledgeLinks(deps, tx, linked)
  const urlOf = new Map(linked.map(({ pledgeId }, index) => [pledgeId, urls[index] as string]))
  await queueMails(
    tx,
    deps.clock,
    untold.map(({ pledgerId, email, pledges, knownEndOn, ...about }) => ({
      kind: 'later_end',
      idempotencyKey: keyOfLaterEnd(campaignId, pledgerId, endOn),
      to: email,
      ...laterEndMail({
        ...about,
        before: knownEndOn,
        now: endOn,
        most: formatUsd(sum(pledges.map(({ mostCents }) => cents(mostCents)))),
        pledgeUrls: pledges.flatMap(({ pledgeId }) => urlOf.get(pledgeId) ?? []),
      }),
      userId: pledgerId,
      campaignId,
      pledgeId: pledges[0]?.pledgeId ?? null,
      quietZone: about.timeZone,
    })),
  )
}

type Concerned = {
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** The latest last day that a mail has told them of. */
  toldEndOn: string | null
  /** `agreedEndOn`: the campaign's last day when the pledge was made. */
  pledges: { pledgeId: string; mostCents: number; agreedEndOn: string }[]
}

/** A mail is recorded by the last day that it tells of. */
const keyOfLaterEnd = (campaignId: string, pledgerId: string, endOn: string): string =>
  `later_end:${campaignId}:${pledgerId}:${endOn}`

/**
 * Supporters with the pledges to which results until a later last day can add something, in order of id; to verified addresses
 * only. Not a gift, what is achieved already, or one match. `endOn`: the last day before the change that is being made,
 * which the history does not have yet.
 */
function concernedByEnd(
  db: Db,
  { campaignId, endOn }: { campaignId: string; endOn: string },
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<Concerned[]> {
  return db.query<Concerned>(sql`
    with moves as materialized (
      select a.id, a.at, a.before ->> 'endDate' as was, a.after ->> 'endDate' as became
      from audit_log a
      where a.subject_id = ${campaignId}
        and a.action = 'campaign.update'
        and a.before ->> 'endDate' <> a.after ->> 'endDate'
    ),
    supporters as (
      select p.pledger_id, json_agg(
        json_build_object(
          'pledgeId', p.id,
          'mostCents', p.agreed_maximum_cents,
          'agreedEndOn', coalesce(
            (select v.was from moves v where v.at >= p.created_at order by v.id limit 1),
            ${endOn}::text
          )
        )
        order by p.id
      ) as pledges
      from pledges p
      where p.campaign_id = ${campaignId}
        and p.pledger_id > ${afterId ?? BEFORE_ALL_IDS}::uuid
        and p.status in ('active', 'past_due')
        and exists (
          select from pledge_lines l
          left join statistic_totals t on t.statistic_id = l.statistic_id
          where l.pledge_id = p.id
            and l.until_at is null
            and l.event_id is null
            and l.type <> all(${sql.param([...GIFT_TYPES])}::text[])
            and t.achievement is distinct from 'achieved'
        )
      group by p.pledger_id
    )
    select
      u.id as pledger_id, u.email, c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test, own.pledges,
      (
        select max(v.became)
        from moves v
        join mails m
          on m.idempotency_key = 'later_end:' || c.id || ':' || u.id || ':' || v.became
      ) as told_end_on
    from supporters own
    join users u on u.id = own.pledger_id
    join campaigns c on c.id = ${campaignId}
    join organizations o on o.id = c.organization_id
    where u.email_verified_at is not null
      and u.deleted_at is null
    order by u.id
    limit ${limit}
  `)
}

/** Of which something can be pledged on. */
const hasStatistics = (of: SQL): SQL => sql`
  exists (
    select
    from statistics t
    where t.campaign_id = ${of}.id
      and t.is_active
  )
`

type Row = { nextId: string | null; nextName: string | null; hasSimilar: boolean }

/** The organization's campaign that takes pledges, else its next one to start; of the same kind of money. */
export async function nextCampaign(db: Db, campaignId: string, now: Date): Promise<NextCampaign> {
  const row = first(
    await db.query<Row>(sql`
      select
        n.id as next_id, n.name as next_name,
        exists (
          select
          from campaigns s
          where s.status = 'active'
            and s.id <> c.id
            and s.template = c.template
            and (s.template <> 'custom' or s.cause = c.cause)
            and s.money_mode = c.money_mode
            and ${now} between s.starts_at and s.ends_at
            and ${hasStatistics(sql`s`)}
        ) as has_similar
      from campaigns c
      left join lateral (
        select o.id, o.name
        from campaigns o
        where o.organization_id = c.organization_id
          and o.id <> c.id
          and o.status = 'active'
          and o.money_mode = c.money_mode
          and o.ends_at >= ${now}
          and ${hasStatistics(sql`o`)}
        order by o.starts_at > ${now}, o.starts_at, o.id
        limit 1
      ) n on true
      where c.id = ${campaignId}
        and not ${isKeptPrivate}
    `),
  )
  if (!row) throw notFound('Campaign')
  const { nextId, nextName, hasSimilar } = row
  return { next: nextId === null || nextName === null ? null : { id: nextId, name: nextName }, hasSimilar }
}
