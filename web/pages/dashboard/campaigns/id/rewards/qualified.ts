/** How many pledges qualify for a reward today: asked about before it is changed or deleted (R41). */
import type { Management } from '#domain/schemas/campaign.ts'
import type { RewardStanding } from '#domain/schemas/reward.ts'
import { counted } from '#web/format.ts'

/** Null once its winners are final: other rules apply then. Undefined until it is known. */
export const qualifiedOf = (standing: RewardStanding | undefined): number | null | undefined =>
  standing?.isFinal ? null : standing?.qualified

export const isPromised = (
  qualified: number | null | undefined,
  { status }: Pick<Management['campaign'], 'status'>,
): boolean => status !== 'draft' && qualified !== null && qualified !== 0

export const qualifyWords = (title: string, qualified: number | null | undefined): string =>
  qualified === undefined || qualified === null
    ? `Pledges may qualify for “${title}” already.`
    : `${counted(qualified, 'pledge')} ${qualified === 1 ? 'qualifies' : 'qualify'} for “${title}” today.`
