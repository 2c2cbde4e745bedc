import { capital, withArticle } from '#domain/campaigns/vocabulary.ts'
import { eventTimeText, shortEventTimeText } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { ChoiceField } from '#web/ui/field.tsx'
import { ADD } from './count.ts'
import { GROUPS } from './matches.ts'
import { NewMatchFields } from './new-match.tsx'
import type { Counting, Touchline } from './use-count.ts'

const VENUES = { home: 'Home', away: 'Away', neutral: 'Neutral site' }

type Part = Touchline & { counting: Counting }

/** Which match this is, so that nobody counts the wrong one. */
export function MatchBoard({ data, counting: { choices, count } }: Part) {
  const match = choices.find(({ id }) => id === count.choice)
  if (!match) return null
  return (
    <div className="board px-6 py-4 text-center">
      <p className="label text-boardmuted">{match.group}</p>
      <p className="mt-1 break-words large-[2.125] font-extrabold leading-none [font-family:var(--display)]">
        {match.name}
      </p>
      <p className="fine mt-1.5 text-boardmuted">
        {[match.venue && VENUES[match.venue], shortEventTimeText(match, data.campaign.timeZone)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** Of a changed entry too: it may have been counted for the wrong match, or that is no longer on the schedule. */
export function WhichMatch({ data, mended, entries, counting }: Part) {
  const { choices, count, choose, change, newMatch, isTried } = counting
  const words = useWords()
  const { timeZone } = data.campaign
  const isListed = count.choice === ADD || choices.some(({ id }) => id === count.choice)
  /** Another entry of this device is for that match: it is changed there. */
  const isCounted = (id: string): boolean =>
    mended !== null && entries.some(({ key, match }) => key !== mended.key && match.eventId === id)
  return (
    <>
      <ChoiceField
        label={capital(words.match)}
        value={count.choice}
        onChange={(event) => choose(event.target.value)}
      >
        {!isListed && (
          <option value={count.choice} disabled>
            Choose {withArticle(words.match)}
          </option>
        )}
        {GROUPS.map((group) => {
          const those = choices.filter((choice) => choice.group === group)
          return (
            those.length > 0 && (
              <optgroup key={group} label={group}>
                {those.map((choice) => (
                  <option key={choice.id} value={choice.id} disabled={isCounted(choice.id)}>
                    {choice.name}, {eventTimeText(choice, timeZone)}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
        <option value={ADD}>Add an unscheduled {words.match}</option>
      </ChoiceField>
      {count.movedFrom !== undefined && <Moved counting={counting} from={count.movedFrom} />}
      {count.choice === ADD && (
        <NewMatchFields
          match={count.added}
          change={(added) => change({ ...count, added })}
          problems={isTried ? newMatch : {}}
          timeZone={timeZone}
        />
      )}
    </>
  )
}

/** Figures follow the chosen match; someone who meant to count another one starts over. */
function Moved({ counting, from }: { counting: Counting; from: string }) {
  return (
    <p className="quiet fine flex flex-wrap items-center gap-x-3" role="status">
      Your counts for {from} were moved here.
      <button type="button" className="text-button" onClick={counting.startOver}>
        Start over
      </button>
    </p>
  )
}
