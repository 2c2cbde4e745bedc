import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { STATISTIC_RULES } from '#domain/statistic-types.ts'
import { dateText, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

export function Agreed({ pledge }: { pledge: ShownPledge }) {
  return (
    <section className="card pad" aria-labelledby="agreed">
      <Heading level={2} id="agreed" className="mb-3">
        What you agreed to
      </Heading>
      <ul>
        {pledge.pledgeStatistics.map(({ statisticId, name, type, pledgeAmount }) => (
          <li
            key={statisticId}
            className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-0"
          >
            <strong>{name}</strong>
            <span className="whitespace-nowrap">
              <Figure text={usd(pledgeAmount)} size="t" />{' '}
              <span className="quiet fine">{STATISTIC_RULES[type].each}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-3">{pledge.consentText}</p>
      <p className="quiet fine mt-3">Pledged on {dateText(pledge.createdAt, pledge.timeZone)}.</p>
    </section>
  )
}
