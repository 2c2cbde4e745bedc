import { type PledgeKind, pledgeKind } from '#domain/pledge-words.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import type { CountsFrom } from '#domain/scope.ts'

/** What a pledge of these is made of. */
export const kindOf = (
  chosen: readonly { statistic: Pick<Statistic, 'type'> }[],
  from: CountsFrom,
): PledgeKind =>
  pledgeKind(
    chosen.map(({ statistic }) => statistic.type),
    from,
  )
