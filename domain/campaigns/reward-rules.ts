/** Who wins a reward, as a rule that can be explained in a sentence and run as a query (R41). */

import { type Cents, formatUsd, ZERO } from '../money.ts'
import type { Reward } from '../schemas/reward.ts'
import type { CampaignStatus } from './campaign-state.ts'

export type RewardRule = {
  /** What is compared: what a pledge comes to, its rate on the reward's statistic, or nothing but its time. */
  measure: 'amount' | 'rate' | 'none'
  /** The minimum to qualify. */
  least: Cents
  /** Ties go to the earlier pledge. */
  order: 'largest' | 'earliest'
  /** Null: everyone who qualifies wins. */
  places: number | null
}

type Terms = Pick<Reward, 'type' | 'maxWinners' | 'sponsorshipsAvailable'> & { threshold: Cents | null }

/** The smallest amount: a pledge of nothing wins nothing. */
const ONE_CENT = 1 as Cents

export function rewardRule({ type, threshold, maxWinners, sponsorshipsAvailable }: Terms): RewardRule {
  const least = threshold !== null && threshold > 0 ? threshold : ONE_CENT
  switch (type) {
    case 'top_supporter':
      return { measure: 'amount', least: ONE_CENT, order: 'largest', places: maxWinners ?? 1 }
    case 'milestone_maker':
      return { measure: 'rate', least, order: 'largest', places: maxWinners }
    case 'elite_circle':
      return { measure: 'amount', least, order: 'largest', places: maxWinners }
    case 'early_bird':
      return { measure: 'none', least: ZERO, order: 'earliest', places: maxWinners ?? 1 }
    case 'sponsorship':
      return { measure: 'amount', least, order: 'earliest', places: sponsorshipsAvailable }
  }
}

/** For the guard and the buttons alike: once winners are final, what they won by stays. */
export function reasonNotToChangeRewards({
  status,
  isFinalLocked,
}: {
  status: CampaignStatus
  isFinalLocked: boolean
}): string | null {
  if (isFinalLocked)
    return 'The final settlement is locked and the winners are final: rewards can no longer be added, changed or deleted'
  return status === 'cancelled'
    ? 'This campaign is cancelled: rewards can no longer be added, changed or deleted'
    : null
}

const places = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`)

/** The rule in words, to explain why someone won. `statistic` is the name of what a milestone counts. */
export function explainRule(terms: Terms, statistic: string | null): string {
  const { least, places: most } = rewardRule(terms)
  switch (terms.type) {
    case 'top_supporter':
      return most === 1
        ? 'Goes to the pledge with the largest amount settled at the end of the campaign.'
        : `Goes to the ${most} pledges with the largest amounts settled at the end of the campaign.`
    case 'milestone_maker': {
      const limit = most === null ? '' : `, the ${places(most, 'highest one', 'highest')} of them`
      return `Goes to every pledge of at least ${formatUsd(least)} on ${statistic ?? 'its statistic'}${limit}.`
    }
    case 'elite_circle': {
      const limit = most === null ? '' : `, the ${places(most, 'largest one', 'largest')} of them`
      return `Goes to every pledge whose amount settled is at least ${formatUsd(least)}${limit}.`
    }
    case 'early_bird':
      return `Goes to the first ${places(most ?? 1, 'pledge', 'pledges')}.`
    case 'sponsorship':
      return `Goes to the first ${places(most ?? 1, 'pledge', 'pledges')} whose amount settled is at least ${formatUsd(least)}.`
  }
}

type Tier = { threshold: Cents; prize: string }

/** The prize of the highest tier that was reached; null if there are none, or none was reached. */
export function tierPrize(tiers: readonly Tier[], reached: Cents): string | null {
  const open = tiers.filter(({ threshold }) => threshold <= reached)
  return open.toSorted((a, b) => b.threshold - a.threshold)[0]?.prize ?? null
}
