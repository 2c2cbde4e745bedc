import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { quantityText } from '#web/format.ts'
import { campaignForecastQuery } from '#web/queries/forecasts.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { FORECAST_ROOM } from './forecast-height.ts'

const SeasonForecast = lazily(async () => (await import('./season-forecast.tsx')).SeasonForecast)

/** Fetched when this far below the screen, so that it has loaded by the time it is scrolled to. */
const AHEAD = '100px'

/** Its frame comes with the page; its figures and its drawing when it is nearly in view. */
export function ForecastSection({ detail }: { detail: CampaignDetail }) {
  const { id, status, timeZone } = detail.campaigns
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useWasNear(frame)
  const words = useWords()
  const isCounted = detail.statistics.some(({ type }) => countsUnits(type))
  if (!isCounted || status === 'draft' || status === 'cancelled') return null
  return (
    <Fold
      id="forecast"
      title="Forecast"
      figure={<Likely campaignId={id} />}
      note={
        status === 'completed'
          ? 'What was forecast, and what happened'
          : `What the ${words.season} will likely come to`
      }
    >
      <p className="quiet">
        What the {words.season} will likely come to.{' '}
        <strong className="font-semibold">Forecast: not used for billing.</strong> Supporters pay for
        confirmed results only.
      </p>
      <div ref={frame} className="min-h-[43.125rem] md:min-h-150">
        {isNear ? (
          <Suspense fallback={<Skeleton className={FORECAST_ROOM} />}>
            <SeasonForecast campaignId={id} timeZone={timeZone} />
          </Suspense>
        ) : (
          <Skeleton className={FORECAST_ROOM} />
        )}
      </div>
    </Fold>
  )
}

/** `63 likely`: the first statistic's, once its heading is nearly in view. */
function Likely({ campaignId }: { campaignId: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const isNear = useWasNear(place)
  const { data } = useQuery({ ...campaignForecastQuery(campaignId), enabled: isNear })
  const range = data?.statistics.find((statistic) => statistic.range !== null)?.range
  return (
    <span ref={place} className="block min-h-7">
      {range && data && (
        <>
          {quantityText(range.likely)}{' '}
          <span className="text-[1.1875rem] text-ink2">{data.isOver ? 'final' : 'likely'}</span>
        </>
      )}
    </span>
  )
}

/** Stays true once it has been near. */
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
