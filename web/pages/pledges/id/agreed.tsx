import type { LineCounts } from '#domain/schemas/line-counts.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { STATISTIC_RULES } from '#domain/statistic-types.ts'
import { nameOfLine } from '#domain/statistic-words.ts'
import { capital } from '#domain/vocabulary.ts'
import { dateText, shortDateTimeText, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useReaderWords } from './reader.ts'

/** Which results a line counts, if not the whole season (R58). */
function Counts({ counts, pledge }: { counts: LineCounts; pledge: ShownPledge }) {
  const { fromAt, untilAt, eventName } = counts
  const at = (instant: string) => shortDateTimeText(instant, pledge.timeZone)
  const { matches } = pledge.vocabulary
  const words = [
    eventName && `${eventName} only`,
    fromAt && !eventName && `${capital(matches)} that start after ${at(fromAt)}`,
    untilAt && `${fromAt && !eventName ? 'until' : `${capital(matches)} until`} ${at(untilAt)}`,
  ].filter(Boolean)
  return words.length === 0 ? null : <p className="quiet fine">{words.join(', ')}</p>
}

export function Agreed({ pledge }: { pledge: ShownPledge }) {
  const { you } = useReaderWords()
  return (
    <section className="card pad" aria-labelledby="agreed">
      <Heading level={2} id="agreed" className="mb-3">
        What {you} agreed to
      </Heading>
      <ul>
        {pledge.pledgeStatistics.map(({ statisticId, name, nameNow, type, pledgeAmount, counts }) => (
          <li
            key={`${statisticId}${counts.fromAt ?? ''}`}
            className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0">
              <strong className="break-words">{nameOfLine(name, nameNow)}</strong>
              <Counts counts={counts} pledge={pledge} />
            </div>
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
