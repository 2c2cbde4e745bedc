/** R11: a board compares what was pledged when the season was settled with what it brought. */
import { expect, it } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { expectStatus } from '#tests/app.ts'
import { app, org, season, setUpSeason } from '#tests/checked-season.ts'
import { lock, play, pledge, pledgeBody } from '#tests/fixtures.ts'
import { BAY, correctGoals } from '#tests/settlement-season.ts'

setUpSeason()

const report = () => readSeason(app.deps, org.owner, season.id)
const reopen = async ({ id }: Settlement) =>
  expectStatus(await org.representative.post(`${season.path}/settlements/${id}/withdrawal`, {}), 201)

it('keeps what was pledged at the final lock, whatever is corrected later; after reopening, the new lock counts', async () => {
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  // The estimate is $2.00 × 40 goals of last year.
  expect(await report()).toMatchObject({ pledged: '80.00', earned: '20.00', settled: null })
  const locked = await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '80.00', earned: '20.00', settled: '20.00' })
  await reopen(locked)
  expect(await report()).toMatchObject({ pledged: '80.00', settled: null })
  await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await correctGoals(org, season, eventId, 50)
  await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '125.00', earned: '125.00', settled: '125.00' })
  await correctGoals(org, season, eventId, 7)
  await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '125.00', earned: '39.00', settled: '39.00' })
})

it('says the same of what each ambassador brought', async () => {
  await play(org, season, { ...BAY, goals: 10 })
  const ambassador = await app.user({ firstName: 'Amber' })
  const { id } = expectStatus(
    await org.owner.post<Ambassador>(`${season.path}/ambassadors`, { email: ambassador.email }),
    201,
  )
  const token = await newJoinLink(app.deps.db, id)
  expectStatus(await ambassador.post(`${season.path}/ambassadors/join`, { token }), 200)
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, { lines: { goals: '2.00' }, method: 'check' })
  expectStatus(await supporter.post(`${season.path}/pledges`, { ...body, ambassadorId: id }), 201)
  await lock(org, season, 'final')
  expect((await report()).ambassadors).toMatchObject([{ supporters: 1, pledged: '80.00', earned: '20.00' }])
})
