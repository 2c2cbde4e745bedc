/** Tables of leagues: both sides, by where they play. */
import type { Dice } from './dice.ts'
import { figuresOf, gamesOf, teamOf, truthOf, type Variation } from './games.ts'
import { finished, OFF, STATUSES, whenPart } from './schedules.ts'
import { column, type SheetRow, styleOf } from './text.ts'

const SIDES = [
  ['Home Team', 'Away Team', 'Home Team Score', 'Away Team Score'],
  ['Home', 'Away', 'Home Score', 'Away Score'],
  ['Home', 'Visitor', 'Home Score', 'Visitor Score'],
  ['Home Team', 'Visiting Team', 'Home Score', 'Visiting Score'],
  ['Home School', 'Away School', 'Home Final', 'Away Final'],
  ['Host', 'Guest', 'Host Score', 'Guest Score'],
  ['Home Team Name', 'Away Team Name', 'Home Goals', 'Away Goals'],
  ['HOME', 'VISITORS', 'Home Pts', 'Visitors Pts'],
] as const

/** As leagues write them: both sides, by where they play. */
export function leagueTable(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = styleOf(dice)
  const games = gamesOf(dice, team.sport, {
    calledOff: 0.1,
    doubleheaders: 0.08,
    unknownTimes: 0.1,
    hasNeutral: false,
  })
  const when = whenPart(dice, games, style)
  const [home, away, homeScore, awayScore] = dice.pick(SIDES)
  const us = dice.pick(team.spellings)
  const hasScores = dice.chance(0.7)
  const says = hasScores ? [team.sport.counts, team.sport.against, 'Wins'] : []
  const word = dice.pick(OFF)
  const others: [string, string][] = [
    ['Division', 'U14'],
    ['Level', 'Varsity'],
    ['Location', 'Main Field'],
    ['Site', 'Bay HS'],
    ['Sport', 'Soccer'],
  ]
  const more = dice.some(others, dice.int(0, 3))
  const rows = when.shown.map((game): SheetRow => {
    const isHome = game.venue === 'home'
    const { ours, theirs } = game.score ?? { ours: '', theirs: '' }
    const cells: Record<string, string> = {
      ...when.cells(game),
      home: isHome ? us : game.opponent,
      away: isHome ? game.opponent : us,
      status: game.isCalledOff ? word : '',
      ...Object.fromEntries(more),
    }
    if (hasScores) {
      cells['figure home'] = String(isHome ? ours : theirs)
      cells['figure away'] = String(isHome ? theirs : ours)
    }
    const truth = truthOf(game, hasScores ? figuresOf(team.sport, game) : {})
    return { cells, truth: { ...truth, time: when.losesTime ? null : truth.time } }
  })
  const columns = [
    ...when.columns,
    column('home', home),
    column('away', away),
    ...(hasScores ? [column('figure home', homeScore), column('figure away', awayScore)] : []),
    ...more.map(([name]) => column(name, name)),
    column('status', dice.pick(STATUSES)),
  ]
  const sheet = { columns: dice.chance(0.7) ? columns : dice.shuffled(columns), rows }
  return finished(dice, 'league table', sheet, style, team, says)
}
