import { formatUsd, negate } from '#domain/money.ts'
import { toCents } from '#web/format.ts'

/** What a campaign has earned, against what was settled: "$15.00 less is earned than was settled". */
export function correctionText(difference: string): string {
  const amount = toCents(difference)
  if (amount === 0) return 'some supporters owe less than was settled and others more, the same in total'
  return amount < 0
    ? `${formatUsd(negate(amount))} less is earned than was settled`
    : `${formatUsd(amount)} more is earned than was settled`
}
