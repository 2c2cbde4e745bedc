import { useState } from 'react'
import { dateIn } from '#domain/places/zone.ts'
import { useNow } from '#web/site/session.ts'
import { ADD, type Count, countOf, isBegun, moved } from './count.ts'
import { draftsOf, dropDraft, firstOf, keepDraft } from './drafts.ts'
import { currentResults, isOpenIn, matchChoices } from './matches.ts'
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
  const { id: campaignId, timeZone, vocabulary } = data.campaign
  const now = useNow()
  const today = dateIn(timeZone, new Date(now))
  const choices = matchChoices(data.events, standings, { now, timeZone })
  const currentOf = currentResults(standings)
  const whose = { userId, campaignId }
  const draftOf = (choice: string): Count | undefined =>
    draftsOf(whose, now).find((draft) => draft.count.choice === choice)?.count
  const [count, setCount] = useState<Count>(() => {
    if (mended) return countOf(mended, fromEvent(mended.match.event, timeZone))
    if (screen.at) return draftOf(screen.at) ?? countFor(screen.at, screen, today)
    return firstOf(draftsOf(whose, now), choices, today) ?? countFor(choices[0]?.id ?? ADD, screen, today)
  })
  const change = (next: Count): void => {
    setCount(next)
    onChange()
    if (mended) return
    if (next.choice !== count.choice) dropDraft(whose, count.choice)
    keepDraft(whose, next, now)
  }
  /** Another match: what was counted goes there, unless that one has a count of its own. */
  const choose = (choice: string): void => {
    const own = mended ? undefined : draftOf(choice)
    const isSaved = screen.entries.some(({ match }) => match.eventId === choice)
    const stays = own !== undefined || isSaved || count.from !== undefined || !isBegun(count)
    if (stays && !mended) {
      setCount(own ?? countFor(choice, screen, today))
      onChange()
    } else change({ ...moved(count, choice), movedFrom: nameOf(count) })
  }
  const isOpen = (statisticId: string): boolean => isOpenIn(standings, { eventId: count.choice, statisticId })
  const nameOf = ({ choice, added }: Count): string =>
    choices.find(({ id }) => id === choice)?.name ?? (added.opponent || `the unscheduled ${vocabulary.match}`)
  return {
    count,
    change,
    choices,
    currentOf,
    now,
    choose,
    /** Nothing that was counted for another match. */
    startOver: (): void => change(countFor(count.choice, screen, today)),
    isOpen,
    /** What the plate shows: as typed, otherwise the current result. */
    shown: (statisticId: string): string =>
      count.typed[statisticId]?.value ?? String(currentOf(count.choice, statisticId) ?? ''),
    type: (statisticId: string, value: string): void => {
      const typed = count.typed[statisticId]
      const stood = typed ? typed.standing : currentOf(count.choice, statisticId)
      // An emptied plate stays empty: with the current result back in it, the next digit would be added to that.
      const plate = { value, standing: stood, ...(isOpen(statisticId) && { isOpen: true }) }
      change({ ...count, typed: { ...count.typed, [statisticId]: plate } })
    },
    /** That something did not happen is a result too. */
    zero: (statistics: readonly { id: string }[]): void =>
      change({
        ...count,
        typed: {
          ...count.typed,
          ...Object.fromEntries(
            statistics.map(({ id }) => [
              id,
              { value: '0', standing: count.typed[id]?.standing ?? currentOf(count.choice, id) },
            ]),
          ),
        },
      }),
  }
}
