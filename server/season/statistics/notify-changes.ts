/** Supporters are mailed once when the wording of a statistic that they pledged on changes (R15). */
import { reasonAgainstLine } from '#domain/line-changes.ts'
import { unlinked } from '#domain/links.ts'
import { ZERO } from '#domain/money.ts'
import { NONE, ONE } from '#domain/quantity.ts'
import { isGift } from '#domain/statistic-types.ts'
import { areWordsSettled } from '#domain/statistic-words.ts'
import { queueMails, type Reworded, statisticsChangedMail } from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import * as store from './changes-store.ts'

/** Supporters per transaction: bounds memory for a campaign of any size. */
const BATCH = 200
const MAX_BATCHES = 100
/** A change of longer ago is not news. */
const NEWS_MS = 3 * 86_400_000
/** Bounds the size of one mail, which says how many more there are. */
const MAX_PLEDGES = 20

export async function notifyChangedStatistics(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - NEWS_MS)
  const changed = await store.changedCampaigns(deps.db, since, now)
  const settled = changed.filter(({ changes }) =>
    areWordsSettled(
      changes.map((at) => at.getTime()),
      now.getTime(),
    ),
  )
  await settleEach(settled, ({ campaignId }) => notify(deps, campaignId, since))
}

async function notify(deps: Deps, campaignId: string, since: Date): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    // Read without the campaign's lock first: for three days there is usually nobody left.
    const now = deps.clock.now()
    const waiting = await store.untoldSupporters(deps.db, campaignId, { since, now, limit: 1 })
    if (waiting.length === 0) return
    const told = await deps.db.transaction((tx) => notifyBatch(deps, tx, campaignId, since), {
      campaignId,
      mode: 'exclusive' as const,
    })
    if (told < BATCH) return
  }
}

async function notifyBatch(deps: Deps, tx: Transaction, campaignId: string, since: Date): Promise<number> {
  const now = deps.clock.now()
  const supporters = await store.untoldSupporters(tx, campaignId, { since, now, limit: BATCH })
  const linked = supporters.flatMap(({ pledges }) =>
    pledges.slice(0, MAX_PLEDGES).map(({ pledgeId }) => ({ pledgeId, campaignId })),
  )
  const urls = await pledgeLinks(deps, tx, linked)
  const urlOf = new Map(linked.map(({ pledgeId }, index) => [pledgeId, urls[index] as string]))
  await queueMails(
    tx,
    deps.clock,
    supporters.map((one) => ({
      kind: 'statistics_changed',
      idempotencyKey: one.idempotencyKey,
      to: one.email,
      ...statisticsChangedMail({
        ...one,
        pledges: one.pledges.map(({ pledgeId, changed }) => ({
          changed: changed.map((line) => reworded(line, one)),
          pledgeUrl: urlOf.get(pledgeId) ?? null,
        })),
        allUrl: `${deps.config.appUrl}/pledges`,
      }),
      userId: one.pledgerId,
      campaignId,
      pledgeId: one.pledges[0]?.pledgeId ?? null,
      quietZone: one.timeZone,
    })),
  )
  return supporters.length
}

/** With why the line cannot be stopped, so that the mail does not say that it can (R58). */
function reworded(
  { before, after, type, achievement, isEntered, isMatchOver }: store.ChangedWords,
  { isActive, vocabulary }: Pick<store.Untold, 'isActive' | 'vocabulary'>,
): Reworded {
  const words = { before: readable(before), after: readable(after) }
  const line = { name: words.after.name, type, achievement, isMatchOver, rate: ZERO }
  const reason = reasonAgainstLine('stop', { ...line, entered: isEntered ? ONE : NONE }, vocabulary)
  return { ...words, isGift: isGift(type), canStop: isActive && reason === null, reason }
}

/** In a mail to others nothing that an owner wrote becomes a link (R44). */
const readable = ({ name, unitName, description }: store.ChangedWords['before']) => ({
  name: unlinked(name),
  unitName: unitName && unlinked(unitName),
  description: description && unlinked(description.replace(/\s+/g, ' ')),
})
