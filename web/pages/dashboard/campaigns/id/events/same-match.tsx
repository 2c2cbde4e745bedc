import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alikeOf, isMatch } from '#domain/match-identity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchStanding, PossibleDuplicate } from '#domain/schemas/result.ts'
import { dateIn } from '#domain/zone.ts'
import { SameMatchDialog } from '#web/pages/dashboard/campaigns/id/results/same-match-dialog.tsx'
import { standingOf } from '#web/pages/dashboard/campaigns/id/results/touchline/matches.ts'
import { useMergeEvents } from '#web/pages/dashboard/campaigns/id/results/writes.ts'
import { matchStandingsQuery } from '#web/queries/results.ts'
import { Button } from '#web/ui/button.tsx'

/** For each match, the first other one of its day that it could be, unless somebody said they are different (R19). */
export function alikeByEvent({ events, campaign, differentMatches }: Management): Map<string, Event> {
  const days = new Map<string, Event[]>()
  for (const event of events.filter(isMatch)) {
    const day = dateIn(campaign.timeZone, new Date(event.startTime))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  const areToldApart = (one: Event, other: Event): boolean =>
    differentMatches.some((pair) => pair.includes(one.id) && pair.includes(other.id))
  const found = new Map<string, Event>()
  for (const sameDay of days.values())
    for (const event of sameDay) {
      const { same, couldBe } = alikeOf(
        event,
        sameDay.filter(({ id }) => id !== event.id),
      )
      const other = [...same, ...couldBe].find((one) => !areToldApart(event, one))
      if (other) found.set(event.id, other)
    }
  return found
}

type Props = { data: Management; event: Event; other: Event }

/** Duplicates of a match on the schedule are merged here before any of its results is confirmed. */
export function SameMatch({ data, event, other }: Props) {
  const [isOpen, setOpen] = useState(false)
  const merge = useMergeEvents(data.campaign.id)
  const { data: standings = [] } = useQuery({ ...matchStandingsQuery(data.campaign.id), enabled: isOpen })
  const close = (): void => {
    setOpen(false)
    merge.reset()
  }
  return (
    <span className="quiet fine flex flex-wrap items-center gap-x-3 gap-y-1 font-normal">
      Could be the same {data.campaign.vocabulary.match} as {other.name}
      <Button size="dense" aria-label={`Merge ${event.name} and ${other.name}`} onClick={() => setOpen(true)}>
        Merge
      </Button>
      {isOpen && (
        <SameMatchDialog
          matches={[sideOf(event, data, standings), sideOf(other, data, standings)]}
          timeZone={data.campaign.timeZone}
          problem={merge.error?.message ?? null}
          pending={merge.isPending && 'Processing...'}
          onMerge={(given) => merge.mutate(given, { onSuccess: close })}
          onClose={close}
        />
      )}
    </span>
  )
}

function sideOf(
  { id, name, opponent, startTime, hasTime }: Event,
  { statistics }: Management,
  standings: readonly MatchStanding[],
): PossibleDuplicate['matches'][number] {
  const standing = standingOf(standings)
  return {
    eventId: id,
    name,
    opponent,
    startTime,
    hasTime,
    hasConfirmed: standings.some(({ eventId, confirmed }) => eventId === id && confirmed !== null),
    figures: statistics.flatMap((statistic) => {
      const quantity = standing(id, statistic.id)
      return quantity === null ? [] : [{ statisticId: statistic.id, statisticName: statistic.name, quantity }]
    }),
  }
}
