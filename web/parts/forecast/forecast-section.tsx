import { Suspense, useEffect, useRef, useState } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { say } from '#domain/vocabulary.ts'
import { useWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'

const SeasonForecast = lazily(async () => (await import('./season-forecast.tsx')).SeasonForecast)

/** So far below the screen it is fetched, so that it is there when it is scrolled to. */
const AHEAD = '100px'

/** Its frame comes with the page; its figures and its drawing when it is nearly scrolled to (R61). */
export function ForecastSection({ detail }: { detail: CampaignDetail }) {
  const { id, status, timeZone } = detail.campaigns
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useWasNear(frame)
  const words = useWords()
  const isCounted = detail.statistics.some(({ type }) => countsUnits(type))
  if (!isCounted || status === 'draft' || status === 'cancelled') return null
  return (
    <section className="card pad" aria-labelledby="forecast-title">
      <Heading level={2} id="forecast-title">
        Forecast
      </Heading>
      <p className="quiet mt-1">
        {say(words, 'What the season will likely come to.')}{' '}
        <strong className="font-semibold">Forecast: not used to bill.</strong> Supporters pay for confirmed
        results only.
      </p>
      <div ref={frame} className="forecast-frame">
        {isNear ? (
          <Suspense fallback={<Skeleton className="forecast-room" />}>
            <SeasonForecast campaignId={id} timeZone={timeZone} />
          </Suspense>
        ) : (
          <Skeleton className="forecast-room" />
        )}
      </div>
    </section>
  )
}

/** Stays true once it was near. */
function useWasNear(target: { current: HTMLElement | null }): boolean {
  const [wasNear, setNear] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element || wasNear) return
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${AHEAD} 0px` },
    )
    sight.observe(element)
    return () => sight.disconnect()
  }, [target, wasNear])
  return wasNear
}
