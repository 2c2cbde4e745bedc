/** A table whose rows have titles, as calendars export them. */
import { titlerOf } from './calendars.ts'
import type { Dice } from './dice.ts'
import { type Game, gamesOf, teamOf, truthOf, type Variation } from './games.ts'
import { finished, whenPart } from './schedules.ts'
import { type SheetRow, styleOf } from './text.ts'

const TITLES = [
  'Event',
  'Title',
  'Summary',
  'Subject',
  'Name',
  'Game',
  'Matchup',
  'Event Name',
  'Match',
  'Event Title',
]

export function titledTable(dice: Dice): Variation {
  const [team, style] = [teamOf(dice), styleOf(dice)]
  const games = gamesOf(dice, team.sport, { calledOff: 0.1, unknownTimes: 0.1 }).map(
    (game): Game => ({ ...game, venue: game.venue === 'neutral' ? 'home' : game.venue }),
  )
  const when = whenPart(dice, games, style)
  const title = titlerOf(dice, team)
  const mark = dice.pick([' (CANCELED)', ' - PPD', ' (Postponed)'])
  const others = dice.chance(0.4) ? dice.pick(['Practice', 'Team dinner', 'Picture day']) : null
  const rows = games.flatMap((game): SheetRow[] => {
    const cells = {
      ...when.cells(game),
      title: `${title(game)}${game.isCalledOff ? mark : ''}`,
      place: game.place,
    }
    const truth = truthOf(game)
    if (when.losesTime) truth.time = null
    if (others === null || !dice.chance(0.2)) return [{ cells, truth }]
    const other = { ...truth, lines: [], opponent: null, venue: null, isCalledOff: false }
    return [
      { cells, truth },
      { cells: { ...cells, title: others }, truth: other },
    ]
  })
  const columns = [
    ...when.columns,
    { key: 'title', name: dice.pick(TITLES) },
    { key: 'place', name: 'Location' },
  ]
  return finished(
    dice,
    'titles',
    { columns: dice.chance(0.6) ? columns : dice.shuffled(columns), rows },
    style,
    team,
    [],
  )
}
