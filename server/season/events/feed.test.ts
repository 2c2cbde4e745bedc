/** The schedule of a public campaign is published as a calendar feed. */
import { describe, expect, it } from 'vitest'
import { readCalendar } from '#domain/files/calendar.ts'
import { expectStatus } from '#tests/app.ts'
import { setStatus } from '#tests/fixtures.ts'
import { app, CSV, draft, imported, org, preview, schedule, setUpDraft } from '#tests/schedule-import.ts'

setUpDraft()

describe('the calendar feed of a schedule', () => {
  const feed = (headers: Record<string, string> = {}) =>
    app.app.request(`${draft.path}/schedule.ics`, { headers })

  it('exists once the campaign is public, and for nobody before', async () => {
    await imported(CSV)
    expect((await feed()).status).toBe(404)
    expect((await feed({ authorization: `Bearer ${org.owner.token}` })).status).toBe(404)
    await setStatus(org, draft, 'active')
    const answer = await feed()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.any(String),
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await feed({ 'if-none-match': etag })).status).toBe(304)
    const { entries } = readCalendar(await answer.text(), 'America/New_York')
    expect(entries).toMatchObject([
      { title: 'vs. Dune', start: new Date('2026-09-12T23:00:00Z'), location: 'Main Field' },
      { title: 'at Ridgeview', start: new Date('2026-09-19T22:30:00Z') },
      { title: 'vs. Bay', hasTime: false },
    ])
  })

  it('updates a moved game under the same UID at once', async () => {
    await imported(CSV)
    await setStatus(org, draft, 'active')
    const before = await (await feed()).text()
    const [dune] = await schedule()
    app.clock.advance({ seconds: 60 })
    const path = `${draft.path}/events/${dune?.id}`
    expectStatus(await org.representative.put(path, { startTime: '2026-09-13T23:00:00Z' }), 200)
    const after = await (await feed()).text()
    const about = (text: string) =>
      text.split('BEGIN:VEVENT').find((part) => part.includes(dune?.id ?? '?')) ?? ''
    expect(about(before)).toContain('SEQUENCE:0')
    expect(about(after)).toContain('SEQUENCE:1')
    expect(about(after)).toContain('DTSTART:20260913T230000Z')
    expect(about(after)).toContain(
      `DTSTAMP:${app.clock
        .now()
        .toISOString()
        .replace(/[-:]|\.\d+/g, '')}`,
    )
  })

  it('can be imported into the same campaign without changes', async () => {
    await imported(CSV)
    await setStatus(org, draft, 'active')
    const text = await (await feed()).text()
    expect((await preview(text, {}, org.representative)).totals).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: 3,
    })
  })
})
