/** R9, R11: a board reads the figures of every other page: what is pledged is what is expected, then what is settled. */
import { expect, it } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, correctGoals, lock, play, pledge, pledgeBody } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

const report = () => readSeason(app.deps, org.owner, season.id)
const shown = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns.totalPledged
const reopen = async ({ id }: Settlement) =>
  expectStatus(await org.representative.post(`${season.path}/settlements/${id}/withdrawal`, {}), 201)

it('has as pledged what is expected, from the final lock on what is settled, and after reopening what is expected again', async () => {
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  const expected = await shown()
  expect(Number(expected)).toBeGreaterThan(20)
  expect(await report()).toMatchObject({ pledged: expected, earned: '20.00', settled: null })
  const locked = await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '20.00', earned: '20.00', settled: '20.00' })
  await reopen(locked)
  expect(await report()).toMatchObject({ pledged: expected, settled: null })
  await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await correctGoals(org, season, eventId, 50)
  await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '125.00', earned: '125.00', settled: '125.00' })
  await correctGoals(org, season, eventId, 7)
  await lock(org, season, 'final')
  expect(await report()).toMatchObject({ pledged: '39.00', earned: '39.00', settled: '39.00' })
})

it('says the same of what each ambassador brought', async () => {
  await play(org, season, { ...BAY, goals: 10 })
  const ambassador = await app.user({ firstName: 'Amber' })
  const { id } = expectStatus(
    await org.owner.post<Ambassador>(`${season.path}/ambassadors`, { email: ambassador.email }),
    201,
  )
  const token = await newJoinLink(app.deps, id)
  expectStatus(await ambassador.post(`${season.path}/ambassadors/join`, { token }), 200)
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, { lines: { goals: '2.00' }, method: 'check' })
  expectStatus(await supporter.post(`${season.path}/pledges`, { ...body, ambassadorId: id }), 201)
  expect((await report()).ambassadors).toMatchObject([
    { supporters: 1, pledged: await shown(), earned: '20.00' },
  ])
  await lock(org, season, 'final')
  expect((await report()).ambassadors).toMatchObject([{ supporters: 1, pledged: '20.00', earned: '20.00' }])
})
