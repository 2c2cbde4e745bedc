/** R72: a schedule that follows a calendar: what moves there moves here, and a person decides the rest. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import type { FollowedCalendar } from '#domain/schemas/import.ts'
import { followCalendars } from '#server/season/imports/followed-calendar.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { event, file } from '#tests/calendar-file.ts'
import { asked, type Importing, openImport, read } from '#tests/file-import.ts'

let app: TestApp
let server: Server
let address: string
/** What the league's server answers now, and how often it sent it. */
let answer: { status: number; text: string; etag: string }
let sent = 0
let ours: Importing

beforeAll(async () => {
  app = await createTestApp()
  server = createServer((request, response) => {
    if (request.headers['if-none-match'] === answer.etag) return response.writeHead(304).end()
    sent += 1
    return response.writeHead(answer.status, { etag: answer.etag }).end(answer.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/team.ics`
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  await app.close()
})

const game = (uid: string, start: string, whom: string, ...more: string[]): string[] =>
  event(`UID:${uid}`, `DTSTART:${start}`, `SUMMARY:vs. ${whom}`, ...more)
const publish = (...events: string[][]): void => {
  const text = file('PRODID:-//League//EN', ...events.flat())
  answer = { status: 200, text, etag: `"${text.length}-${sent}-${events.join().length}"` }
}
const BAY = game('bay', '20260913T020000Z', 'Bay')
const COVE = game('cove', '20260920T020000Z', 'Cove')
const anHourLater = async (): Promise<void> => {
  app.clock.advance({ hours: 1 })
  await followCalendars(app.deps)
}
const shown = async (): Promise<string[]> =>
  (await ours.events()).map(({ name, startTime }: Event) => `${name} ${startTime.slice(0, 16)}`)
const followed = async () =>
  expectStatus(await ours.owner.get<FollowedCalendar | null>(`${ours.path}/calendar`), 200)

beforeEach(async () => {
  app.clock.set('2026-09-01T16:00:00Z')
  ours = await openImport(app, { organization: 'Kahala Club' })
  publish(BAY, COVE)
  expect(read(await ours.preview({ address }))).toHaveLength(2)
  await ours.enter({ address })
})

describe('a followed calendar', () => {
  it('is read every hour, moves games, adds and calls off, and costs nothing while it is the same', async () => {
    const before = sent
    await anHourLater()
    expect(sent).toBe(before)
    publish(
      game('bay', '20260914T030000Z', 'Bay'),
      game('cove', '20260920T020000Z', 'Cove', 'STATUS:CANCELLED'),
      game('dune', '20260927T020000Z', 'Dune'),
    )
    await anHourLater()
    expect(await shown()).toEqual(['vs. Bay 2026-09-14T03:00', 'vs. Dune 2026-09-27T02:00'])
    const readAt = app.clock.now().toISOString()
    expect(await followed()).toMatchObject({ host: '127.0.0.1', problem: null, waiting: 0, readAt })
  })

  it('leaves what a person changed here, and says so', async () => {
    const [bay] = await ours.events()
    const change = { location: 'Our gym', startTime: '2026-09-13T04:00:00Z' }
    expectStatus(await ours.owner.put(`${ours.path}/events/${bay?.id}`, change), 200)
    publish(game('bay', '20260913T030000Z', 'Bay', 'LOCATION:Old gym'), COVE)
    await anHourLater()
    const kept = { location: 'Our gym', startTime: '2026-09-13T04:00:00.000Z' }
    expect((await ours.events())[0]).toMatchObject(kept)
    const reasons = (await ours.preview({ address })).skipped.map(({ reason }) => reason)
    expect(reasons).toContain('vs. Bay: the start and location was changed here, and stays')
  })

  it('asks before it moves a game that has results', async () => {
    const [bay] = await ours.events()
    const goals = ours.statistics.Goals?.id
    const rows = [{ statisticId: goals, quantity: 2 }]
    expectStatus(await ours.owner.post(`${ours.path}/results/matches`, { eventId: bay?.id, rows }), 201)
    publish(game('bay', '20260914T020000Z', 'Bay'), COVE)
    await anHourLater()
    expect((await shown())[0]).toBe('vs. Bay 2026-09-13T02:00')
    expect((await followed())?.waiting).toBe(1)
    const question = `${bay?.id} moved`
    expect(asked(await ours.preview({ followed: true }))).toEqual([question])
    await ours.enter({ followed: true, answers: { [question]: 'move' } })
    expect((await shown())[0]).toBe('vs. Bay 2026-09-14T02:00')
    expect((await followed())?.waiting).toBe(0)
  })

  it('asks about a game that is no longer in it', async () => {
    publish(BAY)
    await anHourLater()
    expect(await shown()).toHaveLength(2)
    const [question = ''] = asked(await ours.preview({ address }))
    expect(question).toMatch(/gone$/)
    await ours.enter({ address, answers: { [question]: 'remove' } })
    expect(await shown()).toEqual(['vs. Bay 2026-09-13T02:00'])
  })

  it('does not bring back what a person left out, or took off the schedule', async () => {
    const [bay] = await ours.events()
    expectStatus(await ours.owner.delete(`${ours.path}/events/${bay?.id}`), 200)
    publish(BAY, COVE, game('party', '20260926T020000Z', 'Dune'))
    const { rows } = await ours.preview({ followed: true })
    const party = rows.find(({ opponent }) => opponent === 'Dune')?.line ?? 0
    await ours.enter({ followed: true, leftOut: [party] })
    publish(BAY, game('cove', '20260921T020000Z', 'Cove'), game('party', '20260926T020000Z', 'Dune'))
    await anHourLater()
    expect(await shown()).toEqual(['vs. Cove 2026-09-21T02:00'])
  })

  it('that cannot be read says why, and is read again', async () => {
    const good = answer
    answer = { ...good, status: 500, etag: '"broken"' }
    await anHourLater()
    expect((await followed())?.problem).toMatch(/answered 500/)
    answer = { ...good, etag: '"mended"' }
    await anHourLater()
    expect((await followed())?.problem).toBeNull()
  })

  it('is left alone once nobody follows it', async () => {
    expectStatus(await ours.owner.delete(`${ours.path}/calendar`), 204)
    expect(await followed()).toBeNull()
    publish(COVE)
    await anHourLater()
    expect(await shown()).toHaveLength(2)
  })
})

it('an address inside our own network is refused', async () => {
  const given = { address: 'http://10.0.0.8/a.ics' }
  const answered = await ours.owner.post<{ fields: object }>(`${ours.path}/imports/preview`, given)
  const fields = { address: 'That address is not on the public web' }
  expect(answered).toMatchObject({ status: 400, body: { fields } })
})
