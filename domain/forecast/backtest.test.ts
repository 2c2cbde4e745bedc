/** The ranges hold about as often as they claim, on generated seasons that the forecast was not fitted on (R61). */
import { describe, expect, test } from 'vitest'
import { forecastsOf } from '../../benches/backtest/forecasts.ts'
import { generatedForecasts, KINDS } from '../../benches/backtest/generated.ts'
import { errorOf, heldOf, rowsAsCsv } from '../../benches/backtest/report.ts'
import { pairsOf, readTeamSeasons, WrongFile } from '../../benches/backtest/team-seasons.ts'

/** Generous: 40 seasons are few, and before the first match nothing tells how much a kind of statistic varies. */
const SEASONS = 40
const LEAST = { start: 0.58, later: 0.72 }

describe('on generated seasons', () => {
  test.each(KINDS)(
    'of $name a range holds about 8 times in 10, and is not so wide that it always does',
    (kind) => {
      const forecasts = [20, 38].flatMap((matches) => generatedForecasts(kind, matches, SEASONS))
      const start = forecasts.filter(({ quarter }) => quarter === 0)
      const later = forecasts.filter(({ quarter }) => quarter > 0)
      expect(heldOf(start)).toBeGreaterThan(LEAST.start)
      expect(heldOf(later)).toBeGreaterThan(LEAST.later)
      expect(heldOf(later)).toBeLessThan(0.89)
      expect(errorOf(forecasts, 'here')).toBeLessThan(1.1 * errorOf(forecasts, 'pace'))
    },
  )

  test('the range narrows from quarter to quarter on average', () => {
    const forecasts = KINDS.slice(1, 3).flatMap((kind) => generatedForecasts(kind, 20, SEASONS))
    const widths = [0, 0.25, 0.5, 0.75].map((quarter) => {
      const some = forecasts.filter((one) => one.quarter === quarter)
      return (
        some.reduce((sum, { ways }) => sum + (ways.here.high ?? 0) - (ways.here.low ?? 0), 0) / some.length
      )
    })
    expect(widths).toEqual([...widths].sort((a, b) => b - a))
  })
})

const HEAD = 'league,season,team,date,opponent,venue,goals,conceded,win,clean_sheet'
const season = (name: string, year: number) =>
  Array.from(
    { length: 8 },
    (_, index) =>
      `Cup,${name},"Redmond, Reds",${year}-09-0${index + 1},Harbor,home,${index % 3},1,${index % 2},0`,
  )
const good = [HEAD, ...season('2014-15', 2014), ...season('2015-16', 2015)].join('\n')

describe('a backtest', () => {
  test('writes every forecast with exactly the columns of the format', () => {
    const rows = rowsAsCsv(pairsOf(readTeamSeasons(good)).flatMap((pair) => forecastsOf(pair)))
      .trim()
      .split('\n')
    expect(rows[0]).toBe('league,season,team,statistic,played,matches,so_far,low,likely,high,final')
    expect(rows).toHaveLength(1 + 3 * 4)
    expect(rows[1]).toMatch(/^Cup,2015-16,"Redmond, Reds",goals,0,8,0,\d+,\d+,\d+,7$/)
    expect(rows[2]).toMatch(/^Cup,2015-16,"Redmond, Reds",goals,2,8,1,/)
  })

  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['a missing column', HEAD.replace('win,', ''), /win is missing/],
    ['no rows', HEAD, 'The file has column names and no matches.'],
    [
      'a word for a number',
      good.replace('home,0,', 'home,zero,'),
      'Row 2: goals is “zero” and not a number of 0 or more.',
    ],
    [
      'a date that is none',
      good.replace('2014-09-02', '9/2/2014'),
      'Row 3: date is “9/2/2014” and not like 2014-08-16.',
    ],
    ['a cell too many', good.replace(',home,', ',home,,'), 'Row 2: 11 cells instead of 10.'],
    ['one season only', [HEAD, ...season('2014-15', 2014)].join('\n'), /two seasons in a row/],
    ['no CSV', 'a "b" c\n"', /^The file is not CSV/],
  ])('of %s says in one sentence what is wrong', (_, text, sentence) => {
    const read = () => pairsOf(readTeamSeasons(text))
    expect(read).toThrow(WrongFile)
    expect(read).toThrow(sentence)
  })
})
