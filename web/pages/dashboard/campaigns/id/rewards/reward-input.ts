/** A reward as typed, and the part of it that is sent: fields of another type or of a closed switch are left out. */
import { z } from 'zod'
import type { Management } from '#domain/schemas/campaign.ts'
import { REWARD_LIMITS, type Reward, RewardForm, type RewardProgress } from '#domain/schemas/reward.ts'
import { counted } from '#web/format.ts'

export type Input = {
  title: string
  description: string
  type: string
  threshold: string
  maxWinners: string
  statisticId: string
  prizeDetails: string
  qualificationCriteria: string
  prizeTypes: string
  enableTieredRewards: boolean
  tieredRewards: { threshold: string; prize: string }[]
  hasAdditionalReward: boolean
  additionalReward: string
  sponsorshipsAvailable: string
}

const dollarsText = (amount: string | null): string => amount?.replace(/\.00$/, '') ?? ''

export const inputOf = (reward: Reward | null): Input => ({
  title: reward?.title ?? '',
  description: reward?.description ?? '',
  type: reward?.type ?? '',
  threshold: dollarsText(reward?.threshold ?? null),
  maxWinners: String(reward?.maxWinners ?? ''),
  statisticId: reward?.statisticId ?? '',
  prizeDetails: reward?.prizeDetails ?? '',
  qualificationCriteria: reward?.qualificationCriteria ?? '',
  prizeTypes: reward?.prizeTypes.join(', ') ?? '',
  enableTieredRewards: reward?.enableTieredRewards ?? false,
  tieredRewards:
    reward?.tieredRewards.map(({ threshold, prize }) => ({ threshold: dollarsText(threshold), prize })) ?? [],
  hasAdditionalReward: reward?.hasAdditionalReward ?? false,
  additionalReward: reward?.additionalReward ?? '',
  sponsorshipsAvailable: String(reward?.sponsorshipsAvailable ?? 1),
})

/** What the amount is called, for the types that have one; the others ignore it. */
export const THRESHOLD_LABELS: Readonly<Record<string, string>> = {
  elite_circle: 'Minimum Donation Amount',
  milestone_maker: 'Per-Statistic Amount',
  sponsorship: 'Minimum Pledge Amount',
}

/** Anything but a whole number becomes 0, which is below every minimum and refused with that message. */
const whole = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0)

export const payloadOf = (values: Input) => ({
  ...values,
  threshold: values.type in THRESHOLD_LABELS && values.threshold.trim() !== '' ? values.threshold : null,
  maxWinners:
    values.type !== 'sponsorship' && values.maxWinners.trim() !== '' ? whole(values.maxWinners) : null,
  statisticId: values.type === 'milestone_maker' && values.statisticId !== '' ? values.statisticId : null,
  prizeTypes: values.prizeTypes
    .split(',')
    .map((kind) => kind.trim())
    .filter(Boolean),
  tieredRewards: values.enableTieredRewards ? values.tieredRewards : [],
  additionalReward: values.hasAdditionalReward ? values.additionalReward : null,
  sponsorshipsAvailable: values.type === 'sponsorship' ? whole(values.sponsorshipsAvailable) : 1,
})

const NO_AMOUNT = 'Enter at least 0.01, or leave it empty'

/** The API's own rules and messages, on what is typed; an amount on the form starts at a cent. */
export const InputForm = z
  .custom<Input>()
  .refine((values) => !/^0+(\.0{1,2})?$/.test(values.threshold.trim()), {
    path: ['threshold'],
    message: NO_AMOUNT,
  })
  .transform((values) => payloadOf(values) as z.input<typeof RewardForm>)
  .pipe(RewardForm)

/** Why no further reward of a type can be added, or null. */
export function reasonAgainstType(
  type: Reward['type'],
  rewards: readonly Reward[],
  edited: Reward | null,
): string | null {
  const most = REWARD_LIMITS[type]
  const others = rewards.filter((reward) => reward.type === type && reward.id !== edited?.id).length
  if (most === null || others < most) return null
  return most === 1 ? 'the campaign has one' : `the campaign has ${most}`
}

/** Whether who wins, or what, is another: a title and a description promise nothing. */
export const hasOtherTerms = (one: Input, other: Input): boolean => termsOf(one) !== termsOf(other)

function termsOf(values: Input): string {
  const { type, threshold, maxWinners, statisticId, sponsorshipsAvailable, ...rest } = payloadOf(values)
  return JSON.stringify([
    type,
    threshold === null ? null : Number(threshold),
    maxWinners,
    statisticId,
    sponsorshipsAvailable,
    rest.prizeTypes,
    rest.prizeDetails.trim(),
    rest.qualificationCriteria.trim(),
    rest.tieredRewards.map((tier) => [Number(tier.threshold), tier.prize.trim()]),
    rest.additionalReward?.trim(),
  ])
}

/** Null once its winners are final: other rules apply then. Undefined until it is known. */
export const qualifiedOf = (standing: RewardProgress | undefined): number | null | undefined =>
  standing?.isFinal ? null : standing?.qualified

/** How many pledges qualify for a reward today: asked about before it is changed or deleted. */
export const isPromised = (
  qualified: number | null | undefined,
  { status }: Pick<Management['campaign'], 'status'>,
): boolean => status !== 'draft' && qualified !== null && qualified !== 0

export const qualifyWords = (title: string, qualified: number | null | undefined): string =>
  qualified === undefined || qualified === null
    ? `Pledges may qualify for “${title}” already.`
    : `${counted(qualified, 'pledge')} ${qualified === 1 ? 'qualifies' : 'qualify'} for “${title}” today.`
