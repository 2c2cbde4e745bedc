import { Suspense } from 'react'
import { byMatch, capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { COUNTS_FROM, type CountsFrom } from '#domain/pledges/scope.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'
import { shortEventTimeText } from '#web/format.ts'
import { useNow } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Chips } from '#web/ui/chips.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import type { Panel } from './use-panel.ts'

/** Loaded when someone first pledges on one match. */
const SelectField = lazily(async () => (await import('#web/ui/select-field.tsx')).SelectField)

const labelOf = (from: CountsFrom, { season, match }: Vocabulary): string =>
  ({ season: `All ${season}`, now: 'From now on', match: `One ${match}` })[from]
const MAX_MATCHES = 10

/** The next matches that have not begun: the ones a pledge can be limited to. The server refuses what began since. */
export function useNextMatches({ events, results }: CampaignDetail): CampaignDetail['events'] {
  const now = useNow()
  const entered = new Set(results.map(({ eventId }) => eventId))
  return events
    .filter(
      ({ id, eventType, startTime }) => isMatch(eventType) && Date.parse(startTime) > now && !entered.has(id),
    )
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .slice(0, MAX_MATCHES)
}
const isMatch = (type: string): boolean => type === 'game' || type === 'tournament'

/** Which results the pledge counts. A single match is offered where one is upcoming and everything is counted by it. */
export function CountsChoice({ detail, selection, chosen, dispatch }: Panel & { detail: CampaignDetail }) {
  const matches = useNextMatches(detail)
  const { counts } = selection
  const words = useWords()
  const isByMatch = matches.length > 0 && chosen.every(({ statistic }) => countsUnits(statistic.type))
  const choices = COUNTS_FROM.filter((from) => from !== 'match' || isByMatch || counts.from === 'match')
  if (chosen.length > 0 && chosen.every(({ statistic }) => isGift(statistic.type))) return null
  const choose = (from: CountsFrom, eventId = matches[0]?.id ?? null): void =>
    dispatch({ do: 'counts', counts: { from, eventId: from === 'match' ? eventId : null } })
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4">
      <p className="field-label" aria-hidden="true">
        What counts
      </p>
      <Chips
        words
        legend="What counts"
        options={choices.map((value) => ({ value, label: labelOf(value, words) }))}
        value={counts.from}
        onChange={(from) => choose(from as CountsFrom)}
      />
      {counts.from === 'match' && (
        <Suspense fallback={<Skeleton className="h-19" />}>
          <SelectField
            label={capital(words.match)}
            value={counts.eventId ?? ''}
            options={matches.map((match) => ({
              value: match.id,
              label: `${match.name}, ${shortEventTimeText(match, detail.campaigns.timeZone)}`,
            }))}
            error={problemWith(words, { chosen, matches, eventId: counts.eventId })}
            onChange={(eventId) => choose('match', eventId)}
          />
        </Suspense>
      )}
      {counts.from === 'now' && (
        <p className="quiet fine">
          {capital(words.matches)} that start after you pledge. Earlier results don’t count.
        </p>
      )}
    </div>
  )
}

type Asked = { chosen: Panel['chosen']; matches: CampaignDetail['events']; eventId: string | null }

function problemWith(words: Vocabulary, { chosen, matches, eventId }: Asked): string | undefined {
  if (!matches.some(({ id }) => id === eventId)) return `That ${words.match} has started: choose another one`
  const other = chosen.find(({ statistic }) => !countsUnits(statistic.type))
  const instead = labelOf('season', words)
  return other && `${other.statistic.name} is not counted ${byMatch(words)}: choose ${instead} for it`
}

/** What the pledge counts, for the review: "Every goal of vs. Cove, Sep 11". */
export function countsWords(
  { from, eventId }: Panel['selection']['counts'],
  { events, campaigns }: CampaignDetail,
): string {
  const words = campaigns.vocabulary
  if (from === 'season') return `this ${words.season}, including the ones before today`
  if (from === 'now') return `in ${words.matches} that start after you pledge`
  const match = events.find(({ id }) => id === eventId)
  return match
    ? `of ${match.name}, ${shortEventTimeText(match, campaigns.timeZone)}`
    : `of one ${words.match}`
}
