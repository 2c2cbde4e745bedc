/** R44, R72: no file, form or touchline brings a link into the name of a match; one from before may stay. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { countRows } from '#tests/fixtures.ts'
import {
  app,
  DAY,
  EVENING,
  file,
  goals,
  load,
  org,
  preview,
  schedule,
  season,
  setUpMatchSeason,
} from '#tests/match-season.ts'
import { calendar, game } from '#tests/schedule-import.ts'

setUpMatchSeason()

const LINK = 'https://evil.ai/x'
const LINKS = [LINK, 'evil.ai', 'www.evil.example', 'rob@evil.ai', '10.0.0.1']
const REFUSED = /^Nothing was imported. Line \d+: the (opponent|name) is refused: leave out links/
const touchline = (event: object) =>
  org.scorer.post(`${season.path}/results/matches`, {
    event: { startTime: EVENING, ...event },
    rows: [{ statisticId: goals, quantity: 1 }],
  })
const importSchedule = (text: string) => load(text, {}, org.representative)

describe('a link in the name of a match', () => {
  it.each(LINKS)('is refused in a results file: %s', async (link) => {
    const { errors } = await preview(file(`${DAY},${link},2`))
    expect(errors).toMatchObject([
      { line: 2, reason: expect.stringMatching(/^the opponent is refused: leave out links/) },
    ])
    const before = await countRows(app.deps.db)
    expect(await load(file(`${DAY},${link},2`))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(REFUSED) },
    })
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('is refused from the touchline, as a title and as an opponent', async () => {
    expect(await touchline({ name: 'vs. Bay', opponent: LINK })).toMatchObject({
      status: 400,
      body: { fields: { 'event.opponent': expect.stringContaining('Leave out links') } },
    })
    expect((await touchline({ name: `vs. ${LINK}` })).status).toBe(400)
    expect((await touchline({ name: 'vs. St.Mary’s', opponent: 'St.Mary’s' })).status).toBe(201)
  })

  it.each([
    ['an opponent of a CSV', `date,opponent\n${DAY},${LINK}\n`],
    ['a name of a CSV', `date,name\n${DAY},Game at evil.ai\n`],
    ['a calendar', calendar(game('1', '20261003T190000', `vs. ${LINK}`))],
  ])('is refused in a schedule: %s', async (_, text) => {
    expect(await importSchedule(text)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(REFUSED) },
    })
  })

  it('is refused in the form as a new opponent, and stays where it is from before', async () => {
    const event = { name: 'vs. Bay', eventType: 'game', startTime: EVENING, opponent: LINK }
    const path = `${season.path}/events`
    expect(await org.representative.post(path, event)).toMatchObject({
      status: 400,
      body: { fields: { opponent: expect.stringContaining('Leave out links') } },
    })
    const { id } = await schedule('vs. Bay', { opponent: 'Bay' })
    expect((await org.representative.put(`${path}/${id}`, { opponent: LINK })).status).toBe(400)
    await app.deps.db.query(
      sql`update events set opponent = ${LINK}, name = ${`vs. ${LINK}`} where id = ${id}`,
    )
    const kept = await org.representative.put<Event>(`${path}/${id}`, { opponent: LINK, location: 'Field 2' })
    expect(expectStatus(kept, 200)).toMatchObject({ opponent: LINK, location: 'Field 2' })
    expectStatus(await importSchedule(`date,opponent,location\n${DAY},${LINK},Field 3\n`), 201)
    expectStatus(await load(file(`${DAY},${LINK},2`)), 201)
  })
})
