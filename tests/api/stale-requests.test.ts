/** Requests that repeat another one, or rest on a version that has changed since, change nothing again (R54). */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { expectStatus } from '#tests/app.ts'
import { ids, org, recount, refused, season, setUpTarget } from '#tests/bad-input/target.ts'
import { pledge, pledgeBody } from '#tests/fixtures.ts'

setUpTarget()

it('a statistic that supporters have pledged on keeps its type', async () => {
  await pledge(org, season, { lines: { champions: '25.00' }, method: 'check' })
  await recount()
  const path = `${season.path}/statistics/${season.statistics.champions.id}`
  expect(await refused(await org.owner.put(path, { type: 'one_time' }), 409)).toMatchObject({
    code: 'conflict',
  })
})

it('a stale If-Match is refused with the current values, and a malformed one with 400', async () => {
  const things: [string, Record<string, unknown>, Record<string, unknown>][] = [
    [season.path, { name: 'Fall' }, { name: 'Autumn' }],
    [`${season.path}/statistics/${season.statistics.goals.id}`, { description: 'A' }, { description: 'B' }],
    [`${season.path}/events/${ids.eventId}`, { location: 'A' }, { location: 'B' }],
    [`${season.path}/rewards/${ids.rewardId}`, { title: 'A' }, { title: 'B' }],
    [`/api/organizations/${org.organizationId}`, { description: 'A' }, { description: 'B' }],
  ]
  for (const [path, first, second] of things) {
    const { representative } = org
    const { version } = expectStatus(await representative.put<{ version: number }>(path, first), 200)
    const headers = { 'if-match': `"${version}"` }
    const after = expectStatus(await representative.put<{ version: number }>(path, second, headers), 200)
    expect(after.version).toBe(version + 1)
    await recount()
    const stale = await refused(await representative.put(path, first, headers), 409)
    expect(stale).toMatchObject({
      code: 'stale',
      details: { current: { ...second, version: after.version } },
    })
    await refused(await representative.put(path, first, { 'if-match': 'newest' }), 400)
    expectStatus(await representative.put(path, second, { 'if-match': '*' }), 200)
  }
})

it('a repeated Idempotency-Key answers the same again, and 409 for another body or route', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const path = `${season.path}/comments`
  const first = await org.owner.post<{ id: string }>(path, { message: 'Once' }, headers)
  expectStatus(first, 201)
  await recount()
  const again = await org.owner.post<{ id: string }>(path, { message: 'Once' }, headers)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await refused(await org.owner.post(path, { message: 'Twice' }, headers), 409)
  expect(other).toMatchObject({ code: 'idempotency_mismatch' })
  const elsewhere = await org.owner.post(`${season.path}/ambassadors`, { email: 'x@example.org' }, headers)
  await refused(elsewhere, 409)
  await refused(await org.owner.post(path, { message: 'Long' }, { 'idempotency-key': 'x'.repeat(201) }), 400)
  // Someone else's key is another key.
  expectStatus(await org.scorer.post(path, { message: 'Once' }, headers), 201)
})

it('a repeated Idempotency-Key answers the first pledge again even after the campaign was paused', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = await pledgeBody(org.owner, season, { lines: { goals: '1.00' }, method: 'check' })
  const first = expectStatus(await org.owner.post<Pledge>(`${season.path}/pledges`, body, headers), 201)
  expectStatus(await org.representative.put<Campaign>(season.path, { status: 'paused' }), 200)
  await recount()
  const again = await org.owner.post<Pledge>(`${season.path}/pledges`, body, headers)
  expect(again).toMatchObject({ status: 201, body: first })
  await refused(await org.owner.post(`${season.path}/pledges`, body), 409)
})
