/** An event whose time is not known has its day alone (R22). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let draft: Season

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  draft = await openDraft(org)
})

const CSV = `Date,Time,Opponent,Home/Away,Field
9/12/2026,7:00 PM,Redmond,home,Main Field
9/26/2026,TBD,Bay,home,Main Field
`
const fileOf = (text: string) => ({ file: Buffer.from(text).toString('base64') })
const preview = async (text: string) =>
  expectStatus(await org.owner.post<ImportPreview>(`${draft.path}/imports/preview`, fileOf(text)), 200)
const imported = async (text: string, { path } = draft) =>
  expectStatus(await org.owner.post<Imported>(`${path}/imports`, fileOf(text)), 201)
const schedule = async ({ path } = draft): Promise<Event[]> =>
  expectStatus(await org.owner.get<CampaignDetail>(path), 200).events
const kinds = ({ rows }: ImportPreview) => rows.map(({ kind }) => kind)
const BAY = { name: 'vs. Bay', opponent: 'Bay', eventType: 'game' }
const NOON = '2026-09-26T16:00:00.000Z'
const add = async (event: object) =>
  expectStatus(await org.owner.post<Event>(`${draft.path}/events`, { ...BAY, ...event }), 201)
const change = async ({ id }: Event, changes: object) =>
  expectStatus(await org.owner.put<Event>(`${draft.path}/events/${id}`, changes), 200)
const csvFile = async () => {
  const path = draft.path.replace('/api/campaigns', '/api/dashboard/campaigns')
  return expectStatus(await org.owner.get<string>(`${path}/events.csv`), 200)
}

describe('an event without a time', () => {
  it('starts at noon of its day on the campaign’s clock, whatever time is sent', async () => {
    expect(await add({ startTime: '2026-09-26T23:00:00Z', hasTime: false })).toMatchObject({
      startTime: NOON,
      hasTime: false,
    })
    expect(await add({ name: 'Gala', opponent: null, startTime: NOON })).toMatchObject({ hasTime: true })
  })

  it('has a time once somebody changes its start, unless they say that it is still not known', async () => {
    const event = await add({ startTime: NOON, hasTime: false })
    expect(await change(event, { location: 'Field 2' })).toMatchObject({ hasTime: false })
    expect(await change(event, { startTime: '2026-09-27T15:00:00Z', hasTime: false })).toMatchObject({
      startTime: '2026-09-27T16:00:00.000Z',
      hasTime: false,
    })
    expect(await change(event, { startTime: '2026-09-27T23:00:00Z' })).toMatchObject({
      startTime: '2026-09-27T23:00:00.000Z',
      hasTime: true,
    })
    expect(await change(event, { hasTime: false })).toMatchObject({
      startTime: '2026-09-27T16:00:00.000Z',
      hasTime: false,
    })
    expect(await change(event, { hasTime: true })).toMatchObject({ hasTime: true })
  })

  it('is refused an end before its noon', async () => {
    const event = { ...BAY, startTime: '2026-09-26T12:00:00Z', hasTime: false }
    const refused = await org.owner.post<ErrorBody>(`${draft.path}/events`, {
      ...event,
      endTime: '2026-09-26T13:00:00Z',
    })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { endTime: 'End time cannot be before the start time' },
    ])
  })

  it('is a day in the file of events, which comes back as it left', async () => {
    await add({ startTime: NOON, hasTime: false })
    const text = await csvFile()
    expect(text).toContain('vs. Bay,game,2026-09-26,')
    expect(kinds(await preview(text))).toEqual(['unchanged'])
    const other = await openDraft(org)
    await imported(text, other)
    expect(await schedule(other)).toMatchObject([{ startTime: NOON, hasTime: false }])
  })

  it('is in the history with its day', async () => {
    const event = await add({ startTime: NOON, hasTime: false })
    await change(event, { startTime: '2026-09-26T23:00:00Z' })
    const path = `${draft.path}/audit-log`
    const [newest] = expectStatus(await org.owner.get<AuditEntry[]>(path), 200)
    expect(newest?.changes).toEqual([
      { label: 'Starts', before: 'Sep 26, 2026, Time TBD', after: 'Sep 26, 2026, 7:00 PM' },
    ])
  })
})

describe('a schedule file with days', () => {
  it('adds events without a time, and a later one sets it', async () => {
    await imported(CSV)
    expect((await schedule()).map(({ name, hasTime }) => [name, hasTime])).toEqual([
      ['vs. Redmond', true],
      ['vs. Bay', false],
    ])
    expect(kinds(await preview(CSV))).toEqual(['unchanged', 'unchanged'])
    for (const [time = '', startTime = ''] of [
      ['12:00 PM', NOON],
      ['7:00 PM', '2026-09-26T23:00:00.000Z'],
    ]) {
      const { rows } = await preview(CSV.replace('TBD', time))
      expect(rows[1]).toMatchObject({ kind: 'changed', startTime, hasTime: true })
    }
    await imported(CSV.replace('TBD', '7:00 PM'))
    expect((await schedule())[1]).toMatchObject({ startTime: '2026-09-26T23:00:00.000Z', hasTime: true })
    // A file that does not know the time does not take it away.
    expect(kinds(await preview(CSV))).toEqual(['unchanged', 'unchanged'])
  })

  it('is published as days', async () => {
    await imported(CSV)
    await setStatus(org, draft, 'active')
    const text = await (await app.app.request(`${draft.path}/schedule.ics`)).text()
    expect(text).toContain('DTSTART;VALUE=DATE:20260926\r\n')
    expect(text).toContain('DTSTART:20260912T230000Z\r\n')
  })
})
