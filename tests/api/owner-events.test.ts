/** R24: what an owner changes on the schedule of a campaign that runs, and what only a representative does. */
import { describe, expect, test } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { enterMatch, pledge, setStatus } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { schedule } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const DUNE = { opponent: 'Dune', startTime: '2026-09-14T18:00:00Z' }
const GAME = { name: 'vs. Elm', eventType: 'game', opponent: 'Elm', startTime: '2026-09-16T18:00:00Z' }
const onAlone = (eventId: string) =>
  pledge(org, season, {
    lines: { goals: '20.00' },
    method: 'check',
    counts: { from: 'match', eventId },
  })
const change = (eventId: string, changes: object) =>
  org.owner.put<{ message: string }>(`${season.path}/events/${eventId}`, changes)
const remove = (eventId: string) => org.owner.delete<{ message: string }>(`${season.path}/events/${eventId}`)

describe('the owner of an active campaign', () => {
  test('adds a match, moves it, and calls it off; supporters of that match alone are mailed both', async () => {
    const { id } = expectStatus(await org.owner.post<{ id: string }>(`${season.path}/events`, GAME), 201)
    const { supporter } = await onAlone(id)
    const about = (kind: string) =>
      deliveredMails(app.deps.db, sql`kind = ${kind} and to_address = ${supporter.email}`)
    expectStatus(await change(id, { startTime: '2026-09-18T18:00:00Z', location: 'Field 2' }), 200)
    expect((await about('match_changed'))[0]?.text).toMatch(/Now: .*September 18, 2026/)
    expectStatus(await remove(id), 200)
    await runDueJobs(app.deps)
    expect((await about('match_removed'))[0]?.text).toContain('you owe nothing for it')
  })

  test('changes nothing that has started or has a result, and nothing beyond the campaign’s dates', async () => {
    const id = await schedule(org, season, DUNE)
    const late = await change(id, { startTime: '2027-01-10T18:00:00Z' })
    expect([late.status, late.body.message]).toEqual([
      400,
      'That is after the campaign ends: ask your representative to change its dates',
    ])
    // Earlier today: who stopped a pledge since then would owe for it.
    const past = await change(id, { startTime: new Date(app.clock.now().getTime() - 60_000).toISOString() })
    expect([past.status, past.body.message]).toEqual([
      400,
      'That has passed: ask your representative to change it',
    ])
    expect(
      (await org.owner.post(`${season.path}/events`, { ...GAME, startTime: '2027-01-10T18:00:00Z' })).status,
    ).toBe(400)
    await enterMatch(org, season, { ...DUNE, goals: 2, eventId: id })
    const begun = 'vs. Dune has started or has a result: ask your representative to change it'
    for (const refused of [await change(id, { location: 'Field 2' }), await remove(id)])
      expect([refused.status, refused.body.message]).toEqual([409, begun])
    expectStatus(await org.representative.put(`${season.path}/events/${id}`, { location: 'Field 2' }), 200)
  })

  test('has no part in the schedule once the campaign is completed, and a scorer never has', async () => {
    const id = await schedule(org, season, DUNE)
    expect((await org.scorer.put(`${season.path}/events/${id}`, { location: 'Field 2' })).status).toBe(403)
    await setStatus(org, season, 'completed')
    expect((await change(id, { location: 'Field 2' })).status).toBe(403)
    const seen = await org.owner.get<Management>(`/api/dashboard/campaigns/${season.id}`)
    expect(expectStatus(seen, 200).permissions.canManageEvents).toBe(false)
  })
})
