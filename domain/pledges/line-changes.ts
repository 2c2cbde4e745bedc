/** Raising, stopping or adding a line of a pledge in mid-season, and the most that can be owed afterwards (R58). Pure. */

import type { CampaignStatus } from '../campaigns/campaign-state.ts'
import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { add, type Cents, formatUsd, maximum, minimum, subtract, sum, ZERO } from '../money.ts'
import type { Quantity } from '../quantity.ts'
import { isGift, STATISTIC_RULES, type StatisticType } from '../season/statistic-types.ts'
import { agreedMaximum } from './maximum.ts'
import { estimateLine, type PledgeLine } from './pledge.ts'
import { lowestMaximum } from './pledge-changes.ts'

export const LINE_CHANGES = ['raise', 'stop', 'add'] as const
export type LineChangeKind = (typeof LINE_CHANGES)[number]

/** Lines of one pledge, those that were closed included. */
export const MAX_LINES = 120

type ChangeableState = {
  status: 'active' | 'settled' | 'cancelled' | 'past_due'
  campaignStatus: CampaignStatus
  isFinal: boolean
  vocabulary: Vocabulary
}

/** Null while lines may be changed. */
export function reasonNotToChangeLines({
  status,
  campaignStatus,
  isFinal,
  vocabulary,
}: ChangeableState): string | null {
  if (status === 'cancelled') return 'This pledge was cancelled: nothing is charged'
  if (status === 'settled' || isFinal) return `The ${vocabulary.season} is settled: nothing more counts`
  return campaignStatus === 'active'
    ? null
    : 'The campaign is not active: pledges can be changed only while it is'
}

/** A line that is open, and what is known of its statistic and its match. */
export type OpenLine = {
  name: string
  type: StatisticType
  rate: Cents
  achievement: 'open' | 'achieved' | 'not_achieved' | null
  /** Units waiting for a second person. */
  entered: Quantity
  /** It counts one match, which has begun. */
  isMatchOver: boolean
}

/** Why this line cannot be raised or stopped; null where it can. A change never affects what is already known. */
export function reasonAgainstLine(
  kind: 'raise' | 'stop',
  line: OpenLine,
  { match }: Vocabulary,
): string | null {
  if (isGift(line.type)) return `${line.name} is already owed`
  if (line.isMatchOver) return `That ${match} has started: it counts as agreed`
  if (line.achievement === 'achieved') return `${line.name} is achieved: it counts as agreed`
  if (kind === 'stop' && line.achievement === 'open' && line.entered > 0)
    return `${line.name} is entered and waiting for a second person to confirm it`
  return null
}

export type LineFigures = {
  most: Cents
  estimate: Cents
  earned: Cents
  billed: Cents
  /** What is earned once everything that waits is confirmed: a change does not cut off what was played before. */
  withWaiting: Cents
  /** The cap that the supporter set; null: none. */
  cap: Cents | null
}

/**
 * The new maximum and estimate: the old ones plus what all open lines together can still add now, less what they could before.
 * Together, because the suggested cap stands in once for all lines without figures. Never below what is earned, billed or
 * waiting to be confirmed. A cap stays unless another is given. `others` are the open lines that stay as they are.
 */
export function changedFigures(
  before: LineFigures,
  {
    removed,
    added,
    others,
    cap,
  }: {
    removed: PledgeLine | null
    added: PledgeLine | null
    others: readonly PledgeLine[]
    cap: Cents | null
  },
): { most: Cents; estimate: Cents; lowest: Cents } {
  const lowest = lowestMaximum(before)
  const most = (line: PledgeLine | null) => agreedMaximum(line ? [...others, line] : others, null)
  const estimate = (line: PledgeLine | null) => (line ? estimateLine(line) : ZERO)
  const kept = minimum(before.most, lowest)
  const moved = subtract(most(added), most(removed))
  return {
    most: cap ?? before.cap ?? maximum(kept, add(before.most, moved)),
    estimate: maximum(before.earned, add(before.estimate, subtract(estimate(added), estimate(removed)))),
    lowest,
  }
}

/** A closed line: what it has earned, and what began before it was closed and is not confirmed yet can still add. */
export type ClosedLine = { earned: Cents; toCome: Cents }

/**
 * The maximum and estimate once the last open line is stopped: what the lines earned, and in the maximum what began before.
 * The statistic's figures and the schedule may have changed since it was agreed, and subtracting what the line could earn
 * today would leave a rest that nothing can earn.
 */
export function stoppedFigures(
  before: LineFigures,
  closed: readonly ClosedLine[],
): { most: Cents; estimate: Cents; lowest: Cents } {
  const lowest = maximum(before.withWaiting, maximum(before.earned, before.billed))
  const earned = sum(closed.map((line) => line.earned))
  const still = add(earned, sum(closed.map((line) => line.toCome)))
  return {
    most: minimum(before.most, maximum(lowest, still)),
    estimate: earned,
    lowest,
  }
}

type ChangedLine = {
  name: string
  type: StatisticType
  unitName: string | null
  /** The rate until now, and the new one. */
  before: Cents | null
  rate: Cents | null
}

/** Once it is made: "raised Goals from $2.00 to $3.00 per goal, for what begins after that". */
export function changeWords(kind: LineChangeKind, line: ChangedLine): string {
  const before = rateOf(line, line.before)
  const rate = rateOf(line, line.rate)
  if (kind === 'stop') return `stopped ${line.name} (${before}), for what begins after that`
  return kind === 'raise'
    ? `raised ${line.name} from ${formatUsd(line.before ?? ZERO)} to ${rate}, for what begins after that`
    : `added ${line.name} at ${rate}, for what begins after that`
}

/** Before it is made, as it is agreed to: a sentence without its end. */
export function plannedWords(kind: LineChangeKind, line: ChangedLine): string {
  const after = 'For what begins after I confirm,'
  if (kind === 'stop') return `${after} I pay nothing more for ${line.name} (${rateOf(line, line.before)})`
  return kind === 'raise'
    ? `${after} I pay ${rateOf(line, line.rate)} for ${line.name} instead of ${formatUsd(line.before ?? ZERO)}`
    : `${after} I also pay ${rateOf(line, line.rate)} for ${line.name}`
}

const rateOf = ({ type, unitName }: ChangedLine, amount: Cents | null): string =>
  `${formatUsd(amount ?? ZERO)} ${STATISTIC_RULES[type].per(unitName?.toLowerCase() ?? 'unit')}`
