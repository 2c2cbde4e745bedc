/** The card provider does not take a charge, for no reason of the card's: a setting of its account, or a mistake of ours. */
import { PROVIDER_REFUSED } from '#domain/charge-words.ts'
import { dateIn } from '#domain/zone.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { chargeRefusedMail } from '#server/messaging/mails/index.ts'
import { type ChargeOutcome, ChargeRefused } from '#server/money/providers/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mayBeForgotten } from '#server/platform/jobs/attempts.ts'
import type { ClaimedAttempt } from './queries.claiming.ts'
import { pledgeOf } from './store.strays.ts'

/**
 * Tried again for 20 hours, so that someone can correct it before supporters are asked for another card; then it is past due.
 * Representatives are mailed once a day for each campaign.
 */
export async function refused(deps: Deps, attempt: ClaimedAttempt, error: unknown): Promise<ChargeOutcome> {
  if (!(error instanceof ChargeRefused)) throw error
  await mailAbout(deps, attempt, error.message)
  if (!mayBeForgotten(attempt.startedAt, deps.clock.now())) throw error
  return { outcome: 'declined', reference: null, code: PROVIDER_REFUSED, isHard: true }
}

async function mailAbout(deps: Deps, { pledgeId }: ClaimedAttempt, reason: string): Promise<void> {
  const { moneyMode } = deps.cards
  const about = await pledgeOf(deps.db, pledgeId, moneyMode)
  if (!about) return
  const { campaignId } = about
  const mail = chargeRefusedMail({
    ...{ ...about, reason, isTest: moneyMode === 'sandbox' },
    manageUrl: `${deps.config.appUrl}/dashboard/campaigns/${campaignId}`,
  })
  const idempotencyKey = `charge-refused:${campaignId}:${dateIn('UTC', deps.clock.now())}`
  await deps.db.transaction((tx) =>
    mailRepresentatives(tx, deps.clock, { ...mail, kind: 'payment', idempotencyKey, campaignId }),
  )
}
