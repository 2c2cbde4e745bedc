/** What the board reports while it is up: a goal, and how many joined since the match began. */
import { useEffect, useRef, useState } from 'react'
import { minus, plus } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { matchWord, type Vocabulary } from '#domain/vocabulary.ts'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { read } from '#web/parts/campaign/season.ts'

/** Long enough to take a phone out and point it. */
const GOAL_SHOWN_MS = 20_000
/** A match that began longer ago than this is over. */
const UNDER_WAY_MS = 6 * 3_600_000

type Statistics = CampaignDetail['statistics']

/** `Goals +1`: what was entered since, confirmed or not; null where nothing was added. */
export function goalIn(before: Statistics, after: Statistics): string | null {
  const scored = after.flatMap((statistic) => {
    const was = before.find(({ id }) => id === statistic.id)
    if (!was || !countsUnits(statistic.type)) return []
    const added = minus(entered(statistic), entered(was))
    return added > 0 ? [`${statistic.name} ${withSign(added)}`] : []
  })
  return scored.length > 0 ? scored.join(', ') : null
}
const entered = ({ confirmedQuantity, unconfirmedQuantity }: Statistics[number]) =>
  plus(read(confirmedQuantity), read(unconfirmedQuantity))

/** For some seconds after it was entered: what was scored. */
export function useGoal(statistics: Statistics): string | null {
  const before = useRef(statistics)
  const [goal, setGoal] = useState<{ text: string } | null>(null)
  useEffect(() => {
    const text = goalIn(before.current, statistics)
    before.current = statistics
    if (text !== null) setGoal({ text })
  }, [statistics])
  useEffect(() => {
    if (!goal) return
    const timer = setTimeout(() => setGoal(null), GOAL_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [goal])
  return goal?.text ?? null
}

type Crowd = Pick<CampaignDetail, 'events' | 'pledges' | 'pledgesCount'>

/** `3 new pledges since the match began. Thank you!`: by number, never by name (R26). Null between matches, and without pledges. */
export function thanksFor(
  { events, pledges, pledgesCount }: Crowd,
  words: Vocabulary,
  now: number,
): string | null {
  const begun = events
    .filter(({ eventType }) => eventType === 'game' || eventType === 'tournament')
    .map(({ startTime }) => Date.parse(startTime))
    .filter((at) => at <= now && at > now - UNDER_WAY_MS)
  if (begun.length === 0) return null
  const start = Math.max(...begun)
  const count = pledges.filter(({ createdAt }) => Date.parse(createdAt) >= start).length
  if (count === 0) return null
  // The page knows only the newest ones.
  const more = count === pledges.length && pledgesCount > count ? '+' : ''
  const since = `the ${matchWord(words, 1)} began`
  return `${count}${more} new ${count === 1 ? 'pledge' : 'pledges'} since ${since}. Thank you!`
}
