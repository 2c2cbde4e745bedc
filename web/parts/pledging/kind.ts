import { type PledgeKind, pledgeKind } from '#domain/pledges/pledge-kind.ts'
import type { CountsFrom } from '#domain/pledges/scope.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'

/** What a pledge of these is made of. */
export const kindOf = (
  chosen: readonly { statistic: Pick<Statistic, 'type'> }[],
  from: CountsFrom,
): PledgeKind =>
  pledgeKind(
    chosen.map(({ statistic }) => statistic.type),
    from,
  )
