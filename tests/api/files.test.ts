/** R19, R72: files as people have them, each with its right outcome. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { asked, fileOf, type Importing, openImport, read } from '#tests/file-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const WINTER = { dates: { startDate: '2026-11-15', endDate: '2027-03-15' } }
const WEEKS = {
  match: 'week',
  matches: 'weeks',
  season: 'term',
  team: 'school',
  achieved: 'Only if they do it',
  hasOpponents: false,
}
const READING = {
  more: { campaignType: 'academic', vocabulary: WEEKS },
  statistics: ['Minutes', 'Books'],
}

describe('statistics of players', () => {
  it('of a GameChanger season are its totals, thirds of innings among them', async () => {
    const ours = await openImport(app, { statistics: ['Hits', 'Home Runs', 'Innings'] })
    const file = fileOf('gamechanger-season.csv')
    const first = await ours.preview(file)
    expect(first.file.name).toBe('GameChanger, statistics of a season by player')
    expect(first.columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Batting H', 'Pitching H', 'Pitching IP']),
    )
    expect(asked(first)).toEqual(['thirds Pitching IP', 'match'])
    expect(first.skipped.map(({ line }) => line)).toEqual([7, 9])
    const answers = { 'thirds Pitching IP': 'thirds', match: 'season' }
    const whole = await ours.preview({ ...file, answers })
    expect(whole.rows).toMatchObject([{ kind: 'season', lineCount: 4 }])
    expect(read(whole)).toEqual([expect.stringMatching(/: Hits 12, Home Runs 1, Innings 9\.666667$/)])
    await ours.enter({ ...file, answers, previewId: whole.previewId })
    const again = await ours.preview({ ...file, answers })
    expect(again.totals.results).toBe(0)
  })

  it('of one MaxPreps game add up, and belong to the match that a person names', async () => {
    const ours = await openImport(app, { statistics: ['Touchdowns', 'Points'] })
    await ours.enter({ text: 'Date,Time,Opponent\n9/4/2026,7:00 PM,Ridgeview\n9/11/2026,7:00 PM,Cove' })
    const file = fileOf('maxpreps-football.txt')
    const first = await ours.preview(file)
    expect(asked(first)).toEqual(['match'])
    const [game] = (await ours.events()).filter(({ opponent }) => opponent === 'Cove')
    const whole = await ours.preview({ ...file, answers: { match: game?.id ?? '' } })
    expect(read(whole)).toEqual(['vs. Cove, 2026-09-12T02:00:00.000Z, unchanged: Touchdowns 2, Points 12'])
  })
})

describe('a StatCrew scorebook', () => {
  const statistics = ['Points', 'Wins', 'Points against']
  const GIVEN = { organization: 'Harbor High', name: 'Basketball', statistics, ...WINTER }

  it('is a game with its score', async () => {
    const ours = await openImport(app, GIVEN)
    const preview = await ours.preview(fileOf('statcrew-final.xml'))
    expect(read(preview)).toEqual([
      'vs. Ridgeview, home, 2027-02-07T03:00:00.000Z: Points against 61, Wins 1, Points 65',
    ])
    expect(preview.questions).toEqual([])
  })

  it('that is not final waits for the finished one', async () => {
    const ours = await openImport(app, GIVEN)
    const unfinished = fileOf('statcrew-unfinished.xml')
    expect((await ours.preview(unfinished)).file.isFinal).toBe(false)
    const { entered } = await ours.enter(unfinished)
    const representative = await app.representative('Morgan')
    const confirm = () =>
      representative.post<ResultEntry[]>(`${ours.path}/results/confirmations`, { resultIds: entered })
    expect((await confirm()).status).not.toBe(201)
    await ours.enter(fileOf('statcrew-final.xml'))
    expectStatus(await confirm(), 201)
  })
})

describe('a calendar', () => {
  it('of a team has its opponents on both sides of "vs.", and does not confuse us with them', async () => {
    const ours = await openImport(app, { organization: 'Island Club', state: 'HI', name: 'U10' })
    const preview = await ours.preview({ ...fileOf('teamsnap-hawaii.ics'), answers: { outside: 'skip' } })
    expect(read(preview)).toEqual([
      'vs. Reef, home, 2026-08-30T00:00:00.000Z',
      'at Lagoon, away, 2026-09-05T19:30:00.000Z',
    ])
    expect(preview.skipped.map(({ reason }) => reason)).toContain('Called off, and not on the schedule')
  })

  it('of Outlook has the right hours, whatever it calls the zone', async () => {
    const ours = await openImport(app, { organization: 'Kahala Club', state: 'CA' })
    expect(read(await ours.preview(fileOf('outlook-zones.ics')))).toEqual([
      'vs. Harbor, home, 2026-10-11T02:00:00.000Z',
      'vs. Ridgeview, home, 2026-10-17T23:00:00.000Z',
      'at Cove, away, 2026-10-24T23:00:00.000Z',
      'vs. Dune, home, 2026-11-08T02:00:00.000Z',
      'vs. Mesa, home, 2026-11-08T02:00:00.000Z',
    ])
  })

  it('with swapped offsets keeps the hours of its zone’s name', async () => {
    const ours = await openImport(app, { organization: 'Kahala Club', ...WINTER })
    const preview = await ours.preview({ ...fileOf('swapped-zone.ics'), answers: { outside: 'keep' } })
    expect(read(preview)).toEqual([
      'vs. Harbor, home, 2026-12-05T00:00:00.000Z',
      'at Ridgeview, away, 2026-03-20T23:00:00.000Z',
    ])
  })
})

describe('a schedule', () => {
  it('of SportsEngine has home and away teams, scores, and a forfeit that is asked about', async () => {
    const ours = await openImport(app)
    const file = fileOf('sportsengine-season.csv')
    const first = await ours.preview(file)
    expect(asked(first)).toEqual(['line 4 forfeit'])
    const whole = await ours.preview({ ...file, answers: { 'line 4 forfeit': 'win' } })
    expect(read(whole)).toEqual([
      'vs. Ridgeview SC, home, 2026-09-13T02:00:00.000Z: Goals 3, Wins 1',
      'at Cove United, away, 2026-09-19 (time unknown)',
      'at Dune Athletic, away, 2026-09-27T01:30:00.000Z: Wins 1',
    ])
    const called = whole.skipped.filter(({ reason }) => reason.startsWith('Called off'))
    expect(called.map(({ line }) => line)).toEqual([5, 6])
  })

  it('for SportsEngine says by a figure where we play', async () => {
    const ours = await openImport(app)
    const preview = await ours.preview(fileOf('sportsengine-upload.csv'))
    expect(read(preview)).toEqual([
      'vs. Ridgeview SC, home, 2026-09-13T02:00:00.000Z',
      'at Cove, away, 2026-09-19 (time unknown)',
      'Team photos, 2026-09-20 (time unknown)',
    ])
    expect(preview.rows.map(({ eventType }) => eventType)).toEqual(['game', 'game', 'other'])
    expect(preview.questions).toEqual([])
    await ours.enter(fileOf('sportsengine-upload.csv'))
    expect((await ours.events()).map(({ hasTime }) => hasTime)).toEqual([true, false, false])
  })

  it('of a school keeps its levels apart', async () => {
    const ours = await openImport(app)
    const file = fileOf('arbiter.csv')
    expect(asked(await ours.preview(file))).toContain('level')
    const answers = { level: 'Varsity', 'line 5 forfeit': 'nothing', 'line 6 status': 'yes' }
    const preview = await ours.preview({ ...file, answers })
    expect(read(preview)).toEqual([
      'vs. Ridgeview, home, 2026-09-05T02:00:00.000Z',
      'vs. Dune, home, 2026-09-19T02:00:00.000Z',
      'vs. Mesa, home, 2026-09-26T02:00:00.000Z',
    ])
    expect(preview.rows.map(({ level }) => level)).toEqual(['Varsity', 'Varsity', 'Varsity'])
  })
})

describe('a table', () => {
  const files = ['excel-utf16.txt', 'excel-windows.csv']
  it.each(files)('in another encoding has its letters: %s', async (name) => {
    const ours = await openImport(app)
    const { rows, questions } = await ours.preview(fileOf(name))
    expect(rows[0]).toMatchObject({ opponent: 'San José', figures: [{ after: 3 }] })
    expect(rows[1]?.opponent).toContain('O’Brien Prep')
    expect(questions).toEqual([])
  })

  it('with semicolons has its days and decimals as its row of the 25th proves', async () => {
    const ours = await openImport(app, { organization: 'Kahala Club', statistics: ['Goals', 'Distance'] })
    const preview = await ours.preview(fileOf('semicolons-day-first.csv'))
    expect(read(preview)).toEqual([
      'vs. Harbor, 2026-10-03 (time unknown): Goals 3, Distance 2.5',
      'vs. Ridgeview, 2026-10-10 (time unknown): Goals 1, Distance 3',
      'vs. Cove, 2026-10-25 (time unknown): Goals 0, Distance 2.5',
    ])
  })

  it('whose days can be read both ways is asked about once', async () => {
    const ours = await openImport(app, { organization: 'Kahala Club' })
    const text = 'Date,Opponent,Goals\n03/10/2026,Harbor,3\n10/10/2026,Ridgeview,1'
    const first = await ours.preview({ text })
    expect(asked(first)).toEqual(['order'])
    expect(first.rows).toEqual([])
    expect(read(await ours.preview({ text, answers: { order: 'day' } }))).toEqual([
      'vs. Harbor, 2026-10-03 (time unknown): Goals 3',
      'vs. Ridgeview, 2026-10-10 (time unknown): Goals 1',
    ])
    expect(asked(await ours.preview(fileOf('commas-day-first.csv')))).toEqual([])
  })

  it('of a league’s page has goals for, goals against and wins in one cell', async () => {
    const statistics = ['Goals', 'Wins', 'Goals against']
    const ours = await openImport(app, { organization: 'Kahala Club', statistics })
    const file = fileOf('league-page.csv')
    expect(asked(await ours.preview(file))).toEqual(['line 4 forfeit'])
    expect(read(await ours.preview({ ...file, answers: { 'line 4 forfeit': 'win' } }))).toEqual([
      'at Ridgeview, away, 2026-09-04 (time unknown): Goals 3, Goals against 1, Wins 1',
      'vs. Harbor, 2026-09-11 (time unknown): Goals 0, Goals against 2, Wins 0',
      'vs. Cove, 2026-09-19 (time unknown): Wins 1',
      'vs. Dune, 2026-09-25 (time unknown): Goals 2, Goals against 2, Wins 0',
      'vs. Bay, 2026-09-26 (time unknown): Goals 2, Goals against 1, Wins 1',
    ])
  })
})

describe('a reading log', () => {
  it('adds up its children, and asks about a row that is there twice', async () => {
    const ours = await openImport(app, READING)
    const file = fileOf('reading-log.csv')
    expect(asked(await ours.preview(file))).toEqual(['line 4 again', 'days'])
    const answers = { 'line 4 again': 'skip', days: 'new' }
    const preview = await ours.preview({ ...file, answers })
    expect(read(preview)).toEqual([
      'Week of Oct 5, 2026-10-05 (time unknown): Minutes 40, Books 2',
      'Week of Oct 6, 2026-10-06 (time unknown): Minutes 1320, Books 4',
      'Week of Oct 7, 2026-10-07 (time unknown): Minutes 30, Books 0.5',
    ])
    await ours.enter({ ...file, answers })
    const results = await ours.owner.get(`${ours.path}/results`)
    const stored = JSON.stringify([await ours.events(), results.body])
    expect(stored).not.toMatch(/mail\.example|Maya|000123/)
  })

  it('by week has figures in three notations', async () => {
    const ours = await openImport(app, READING)
    expect(read(await ours.preview(fileOf('reading-weeks.csv')))).toEqual([
      'Week 1, 2026-10-05 (time unknown): Minutes 1240',
      'Week 2, 2026-10-12 (time unknown): Minutes 1180',
      'Week 3, 2026-10-19 (time unknown): Minutes 980.5',
    ])
  })
})

describe('what is about one match', () => {
  const goalsOf = async ({ owner, path }: Importing) => {
    const results = expectStatus(await owner.get<ResultEntry[]>(`${path}/results`), 200)
    return results.map(({ total }) => total).sort((a, b) => a - b)
  }

  it('adds up where days of a log go to the week before them', async () => {
    const ours = await openImport(app, READING)
    await ours.enter({ text: 'Week,Date,Minutes\nWeek 1,9/14/2026,100' })
    const text = 'Student,Date,Minutes\nMaya,9/15/2026,20\nLiam,9/16/2026,15\nMaya,9/17/2026,30'
    const preview = await ours.preview({ text, answers: { days: 'before' } })
    expect(read(preview)).toEqual(['Week 1, 2026-09-14 (time unknown), unchanged: Minutes 65'])
  })

  it('adds up lines of totals without a day, once', async () => {
    const ours = await openImport(app, READING)
    const answers = { match: 'season' }
    const text = 'Week,Minutes\nWeek 1,120\nWeek 2,150'
    await ours.enter({ text, answers })
    expect(await goalsOf(ours)).toEqual([270])
    expect((await ours.preview({ text, answers })).totals.results).toBe(0)
  })

  it('has our score, wherever it is played', async () => {
    const ours = await openImport(app)
    const head = 'Date,Home Team,Home Team Score,Away Team,Away Team Score,H/A'
    const text = `${head}\n9/12/2026,Ridgeview,0,Harbor,2,Neutral\n9/19/2026,Harbor,1,Cove,3,Neutral`
    expect(read(await ours.preview({ text }))).toEqual([
      'vs. Ridgeview, neutral, 2026-09-12 (time unknown): Goals 2, Wins 1',
      'vs. Cove, neutral, 2026-09-19 (time unknown): Goals 1, Wins 0',
    ])
  })

  it('is asked about where two rows of one day could be the same', async () => {
    const ours = await openImport(app)
    const text = 'Date,Opponent,Goals\n9/12/2026,Redmond,3\n9/12/2026,Redmond HS,3\n9/19/2026,Bay,1'
    expect(asked(await ours.preview({ text }))).toEqual(['line 3 same'])
    expect(read(await ours.preview({ text, answers: { 'line 3 same': 'skip' } }))).toHaveLength(2)
    expect(read(await ours.preview({ text, answers: { 'line 3 same': 'new' } }))).toHaveLength(3)
  })

  it('is not the tournament whose id several games share', async () => {
    const ours = await openImport(app)
    const text =
      'Event ID,Date,Time,Opponent\nT1,9/12/2026,9 AM,Bay\nT1,9/12/2026,1 PM,Cove\nT1,9/13/2026,9 AM,Dune'
    await ours.enter({ text })
    expect((await ours.events()).map(({ name }) => name)).toEqual(['vs. Bay', 'vs. Cove', 'vs. Dune'])
  })
})

describe('a file that belongs elsewhere says what it is', () => {
  it.each([
    ['hytek.txt', /HY-TEK.*one row for each meet/],
    ['bank-three-columns.csv', /bank account.*provider’s books/],
    ['bank-four-columns.csv', /bank account/],
    ['google-contacts.csv', /Ambassadors/],
    ['oneroster.zip', /zip archive/],
  ])('%s', async (name, words) => {
    const ours = await openImport(app)
    const answer = await ours.owner.post(`${ours.path}/imports/preview`, fileOf(name))
    expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(words) } } })
  })
})
