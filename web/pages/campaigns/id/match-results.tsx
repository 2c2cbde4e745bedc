import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { byMatch, capital, type Vocabulary, withArticle } from '#domain/campaigns/vocabulary.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { countText, dayTextAmong } from '#web/format.ts'
import { AnimatedPlate, withSign } from '#web/parts/campaign/line-score.tsx'
import {
  isPlayed,
  type Occasion,
  occasionsOf,
  type Score,
  type SeasonData,
  scoresOf,
} from '#web/parts/campaign/season.ts'
import { ToConfirm } from '#web/parts/campaign/standings.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { ScoreRow, ScoreTable } from '#web/ui/score-table.tsx'

/** The rest of a long list has an address, `?all=messages`: it can be shared, and opens without a script, too. */
type LongList = 'matches' | 'timeline' | 'messages'
const NAME = 'all'

export function useIsWhole(list: LongList): boolean {
  const [params] = useSearchParams()
  return params.getAll(NAME).includes(list)
}

export function ShowWhole({ list, children }: { list: LongList; children: ReactNode }) {
  const [params] = useSearchParams()
  const more = new URLSearchParams(params)
  more.append(NAME, list)
  return (
    <Link
      to={`?${more}`}
      preventScrollReset
      replace
      rel="nofollow"
      className={`mt-4 ${buttonClass({ size: 'small' })}`}
    >
      {children}
    </Link>
  )
}

const SHOWN = 6
const VENUES = { home: 'Home', away: 'Away', neutral: 'Neutral site' }

/** Every match with its result per statistic, the newest first. */
export function MatchResults(data: SeasonData) {
  const isWhole = useIsWhole('matches')
  const words = useWords()
  const scoreOf = scoresOf(data)
  const statistics = data.statistics.filter(({ type }) => countsUnits(type))
  const played = occasionsOf(data)
    .map((occasion) => ({ ...occasion, scores: statistics.map(({ id }) => scoreOf(id, occasion)) }))
    .filter(({ scores }) => scores.some(isPlayed))
    .reverse()
  if (played.length === 0) return null
  const dayOf = dayTextAmong(
    played.map(({ at }) => at),
    data.timeZone,
  )
  const shown = isWhole ? played : played.slice(0, SHOWN)
  return (
    <Fold
      id="matches"
      title={capital(byMatch(words))}
      figure={countText(played.length)}
      note={lastText(played[0], words, dayOf)}
      isOpen={isWhole}
    >
      <ScoreTable
        label={`Results, ${byMatch(words)}`}
        columns={[{ id: 'match', name: capital(words.match) }, ...statistics]}
      >
        {shown.map(({ id, name, at, venue, scores }) => (
          <ScoreRow
            key={id}
            name={
              <>
                <span className="block">{name ?? `Without ${withArticle(words.match)}`}</span>
                <span className="quiet fine block font-normal">
                  {dayOf(at)}
                  {venue && ` · ${VENUES[venue]}`}
                </span>
              </>
            }
            scores={statistics.map((statistic, index) => ({
              id: statistic.id,
              score: scores[index] && <ScoreText {...scores[index]} />,
            }))}
          />
        ))}
      </ScoreTable>
      {shown.length < played.length && (
        <ShowWhole list="matches">
          Show all {played.length} {words.matches}
        </ShowWhole>
      )}
    </Fold>
  )
}

/** `Latest: Stoke City, Nov 21` */
const lastText = (last: Occasion | undefined, words: Vocabulary, dayOf: (at: string) => string) =>
  last && `Latest: ${last.name ?? `Without ${withArticle(words.match)}`}, ${dayOf(last.at)}`

function ScoreText({ confirmed, waiting }: Score) {
  if (confirmed === null && waiting === null) {
    return (
      <span className="quiet">
        <span aria-hidden="true">–</span>
        <span className="sr-only">no result</span>
      </span>
    )
  }
  return (
    <>
      {confirmed !== null && <AnimatedPlate className="fig-t fig" text={formatQuantity(confirmed)} />}
      {waiting !== null && (
        <ToConfirm
          figureClass="fig-t fig"
          text={confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          place="column"
          className={confirmed === null ? '' : 'md:ml-2.5'}
        />
      )}
    </>
  )
}
