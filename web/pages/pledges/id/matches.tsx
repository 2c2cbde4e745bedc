import { capital } from '#domain/campaigns/vocabulary.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { dayTextAmong, toCents, usd } from '#web/format.ts'
import { ResultAlerts } from '#web/parts/alerts/result-alerts.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useReaderWords } from './head.tsx'

/** What each match added, newest first, with the running total. */
export function Matches({ pledge }: { pledge: ShownPledge }) {
  const { shares, timeZone, settled, isSettledOutdated, vocabulary: words } = pledge
  const { your } = useReaderWords()
  const dayOf = dayTextAmong(
    shares.map(({ at }) => at),
    timeZone,
  )
  return (
    <section className="card pad" aria-labelledby="matches">
      <Heading level={2} id="matches" className="mb-3">
        What each {words.match} added
      </Heading>
      {isSettledOutdated && settled !== null && (
        <p className="quiet mb-3">
          As {your} pledge was settled: {usd(settled)} in total.
        </p>
      )}
      {shares.length === 0 ? (
        <p className="quiet">{noneYet(pledge)}</p>
      ) : (
        <table className="w-full border-collapse">
          <caption className="sr-only">
            What each {words.match} added to {your} pledge, newest first
          </caption>
          <thead>
            <tr className="quiet fine">
              <th scope="col" className="pb-2 text-left font-semibold">
                {capital(words.match)}
              </th>
              <th scope="col" className="pb-2 pl-3 text-right font-semibold">
                Added
              </th>
              <th scope="col" className="pb-2 pl-4 text-right font-semibold">
                In all
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.toReversed().map((share) => (
              <tr key={`${share.eventId ?? ''}${share.at}${share.running}`} className="border-t border-line">
                <th scope="row" className="py-3 text-left font-semibold wrap-anywhere">
                  {share.eventName}
                  <span className="quiet fine block font-normal">{dayOf(share.at)}</span>
                  {share.lines?.map(({ statisticId, name, words: counted, amount }) => (
                    <span key={`${statisticId}${counted}${amount}`} className="quiet fine block font-normal">
                      {name}: {counted}
                    </span>
                  ))}
                </th>
                <td className="py-3 pl-3 text-right">
                  <Figure text={usd(share.amount)} size="t" />
                </td>
                <td className="quiet py-3 pl-4 text-right">
                  <Figure text={usd(share.running)} size="t" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function noneYet({ status, campaignStatus, vocabulary: { match, matches } }: ShownPledge): string {
  if (status === 'cancelled') return `This pledge was cancelled: no ${match} adds anything.`
  if (campaignStatus === 'cancelled') return `The campaign was cancelled: ${matches} no longer add anything.`
  return 'Nothing yet. Results count once a second person has confirmed them.'
}

type Props = { pledge: Pick<ShownPledge, 'status' | 'isHeld' | 'earned' | 'agreedMaximum'>; path: string }

/**
 * For a pledge to which a result can still add something: no alert follows the one that reaches the maximum, and a held
 * pledge counts nothing yet.
 */
export function AlertsCard({ pledge: { status, isHeld, earned, agreedMaximum }, path }: Props) {
  const isRunning = status === 'active' || status === 'past_due'
  if (!isRunning || isHeld || toCents(earned) >= toCents(agreedMaximum)) return null
  return <ResultAlerts path={path} level={2} size="section" className="card pad" />
}
