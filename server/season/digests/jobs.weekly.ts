/** On Mondays, mails each owner of an organization how its campaigns are doing and what to do next. */
import { unlinked } from '#domain/links.ts'
import { formatUsd } from '#domain/money.ts'
import { addDays, startOfDay } from '#domain/zone.ts'
import { queueMails, weeklyDigestMail } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  type After,
  type CampaignWeek,
  campaignWeeks,
  type Recipient,
  recipients,
  weekOf,
} from './store.weekly.ts'

const BATCH = 200
const MAX_BATCHES = 5_000

/** Each owner once a week, however often this runs or is interrupted. @returns how many were notified. */
export async function notifyWeeks(deps: Deps): Promise<number> {
  let after: After | null = null
  let notified = 0
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const batch: Recipient[] = await recipients(deps.db, deps.clock.now(), { after, limit: BATCH })
    const last = batch.at(-1)
    if (!last) break
    await notifyBatch(deps, batch)
    await deps.checkpoint('week.queued')
    notified += batch.length
    after = last
  }
  return notified
}

async function notifyBatch(deps: Deps, batch: readonly Recipient[]): Promise<void> {
  const now = deps.clock.now()
  const organizations = new Map(batch.map((one) => [one.organizationId, one]))
  const weeks = Map.groupBy(
    await campaignWeeks(deps.db, [...organizations.values()].map(reportedWeek), now),
    ({ organizationId }) => organizationId,
  )
  await deps.db.transaction(async (tx) => {
    const linkFor = await unsubscribeLinks(deps, tx)
    await queueMails(
      tx,
      deps.clock,
      batch.map((recipient) => ({
        kind: 'weekly_digest',
        idempotencyKey: weekOf(recipient),
        to: recipient.email,
        userId: recipient.userId,
        ...mailOf(
          deps,
          recipient,
          weeks.get(recipient.organizationId) ?? [],
          linkFor(recipient.userId, 'weekly_digest'),
        ),
        quietZone: recipient.timeZone,
      })),
    )
  })
}

/** The week before, from Monday to Monday on the organization's clock, on whichever day the mail leaves. */
const reportedWeek = ({ organizationId, timeZone, weekOn }: Recipient) => ({
  organizationId,
  since: startOfDay(timeZone, addDays(weekOn, -7)),
  until: startOfDay(timeZone, weekOn),
})

function mailOf(
  { config }: Deps,
  { organizationName, weekOn }: Recipient,
  campaigns: readonly CampaignWeek[],
  unsubscribeUrl: string,
) {
  return weeklyDigestMail({
    organizationName,
    weekOn,
    unsubscribeUrl,
    campaigns: campaigns.map(({ pledged, earned, unplayed, ...campaign }) => ({
      ...campaign,
      pledged: formatUsd(pledged),
      earned: formatUsd(earned),
      unplayed: unplayed.map(({ name, at }) => ({ name: unlinked(name), at: new Date(at) })),
      manageUrl: `${config.appUrl}/dashboard/campaigns/${campaign.id}`,
      pageUrl: `${config.appUrl}/campaigns/${campaign.id}`,
    })),
  })
}
