import { useState } from 'react'
import { dateIn } from '#domain/zone.ts'
import { useNow } from '#web/site/session.ts'
import type { OneEntry } from '#web/touchline/entry.ts'
import { ADD, type Count, countOf, keepCount, keptCount } from './count.ts'
import { matchChoices, standingOf } from './matches.ts'
import { fromEvent, newMatchFor } from './new-match.tsx'
import type { Touchline } from './use-count.ts'

/** For the chosen match: continues an unsent entry of it on this device. */
function countFor(choice: string, { data, entries }: Touchline, today: string): Count {
  const entry = entries.find(({ match }) => match.eventId === choice && choice !== ADD)
  const added = { ...newMatchFor(data.campaign.vocabulary), day: today }
  if (entry) return countOf(entry, fromEvent(entry.match.event, data.campaign.timeZone))
  return { choice, added, typed: {}, note: '', evidenceUrl: '' }
}

/** The match being counted and what is typed for it, stored on this device while typing. */
export function useTyped(screen: Touchline, onChange: () => void) {
  const { data, userId, standings, mended } = screen
  const { id: campaignId, timeZone } = data.campaign
  const now = useNow()
  const today = dateIn(timeZone, new Date(now))
  const choices = matchChoices(data.events, standings, { now, timeZone })
  const standing = standingOf(standings)
  const [count, setCount] = useState<Count>(() => {
    if (mended) return countOf(mended, fromEvent(mended.match.event, timeZone))
    const kept = keptCount(userId, campaignId)
    const isThere = kept && (kept.choice === ADD || choices.some(({ id }) => id === kept.choice))
    if (screen.at && kept?.choice !== screen.at) return countFor(screen.at, screen, today)
    return isThere ? kept : countFor(choices[0]?.id ?? ADD, screen, today)
  })
  const change = (next: Count): void => {
    setCount(next)
    onChange()
    if (!mended) keepCount(userId, campaignId, next)
  }
  return {
    ...{ count, change, choices, standing, now },
    choose: (choice: string): void => change(countFor(choice, screen, today)),
    /** What the plate shows: as typed, otherwise the current result. */
    shown: (statisticId: string): string =>
      count.typed[statisticId]?.value ?? String(standing(count.choice, statisticId) ?? ''),
    type: (statisticId: string, value: string): void => {
      const typed = count.typed[statisticId]
      const stood = typed ? typed.standing : standing(count.choice, statisticId)
      // An emptied plate stays empty: with the current result back in it, the next digit would be added to that.
      change({ ...count, typed: { ...count.typed, [statisticId]: { value, standing: stood } } })
    },
    /** The outcome of an achievement; null: unchanged. */
    answer: (statisticId: string, kind: OneEntry['kind'] | null): void => {
      const { [statisticId]: _before, ...others } = count.answers ?? {}
      change({ ...count, answers: kind === null ? others : { ...others, [statisticId]: kind } })
    },
    /** That something did not happen is a result too (R31). */
    zero: (statistics: readonly { id: string }[]): void =>
      change({
        ...count,
        typed: {
          ...count.typed,
          ...Object.fromEntries(
            statistics.map(({ id }) => [
              id,
              { value: '0', standing: count.typed[id]?.standing ?? standing(count.choice, id) },
            ]),
          ),
        },
      }),
  }
}
