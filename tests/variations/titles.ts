/** A table whose rows have titles, as calendars export them. */
import { list } from '#tests/list.ts'
import { titlerOf } from './calendars.ts'
import type { Dice } from './dice.ts'
import { gamesOf, teamOf, truthOf, type Variation } from './games.ts'
import { finished, whenPart } from './schedules.ts'
import { column, type SheetRow, styleOf } from './text.ts'

const TITLES = list(`Event | Title | Summary | Subject | Name | Game | Matchup | Event Name | Match
  | Event Title`)

export function titledTable(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = styleOf(dice)
  const games = gamesOf(dice, team.sport, { calledOff: 0.1, unknownTimes: 0.1, hasNeutral: false })
  const when = whenPart(dice, games, style)
  const title = titlerOf(dice, team)
  const mark = dice.pick([' (CANCELED)', ' - PPD', ' (Postponed)'])
  const others = dice.chance(0.4) ? dice.pick(['Practice', 'Team dinner', 'Picture day']) : null
  const rows = games.flatMap((game): SheetRow[] => {
    const named = `${title(game)}${game.isCalledOff ? mark : ''}`
    const cells = { ...when.cells(game), title: named, place: game.place }
    const truth = truthOf(game)
    if (when.losesTime) truth.time = null
    if (others === null || !dice.chance(0.2)) return [{ cells, truth }]
    const other = { ...truth, lines: [], opponent: null, venue: null, isCalledOff: false }
    const row = { cells, truth }
    return [row, { cells: { ...cells, title: others }, truth: other }]
  })
  const all = [...when.columns, column('title', dice.pick(TITLES)), column('place', 'Location')]
  const columns = dice.chance(0.6) ? all : dice.shuffled(all)
  return finished(dice, 'titles', { columns, rows }, style, team, [])
}
