/** An ambassador sees what their supporters pledged, earned and paid as three figures (R11, R18, R42). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ambassador, Ambassadorship } from '#domain/schemas/ambassador.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  bill,
  declare,
  enterMatch,
  type PledgeWish,
  play,
  pledge,
  pledgeBody,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let ambassador: Caller
let ambassadorId: string

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
  ambassador = await app.user({ firstName: 'Amber' })
  const path = `${season.path}/ambassadors`
  const email = ambassador.email
  ambassadorId = expectStatus(await org.owner.post<Ambassador>(path, { email }), 201).id
  const token = await newJoinLink(app.deps, ambassadorId)
  expectStatus(await ambassador.post(`${path}/join`, { token }), 200)
})
afterAll(() => app.close())

async function pledgeThroughAmbassador(wish: PledgeWish): Promise<void> {
  const supporter = await app.user({ firstName: 'Pat' })
  const body = { ...(await pledgeBody(supporter, season, wish)), ambassadorId }
  expectStatus(await supporter.post<Pledge>(`${season.path}/pledges`, body), 201)
}
async function figures() {
  const rows = expectStatus(await ambassador.get<Ambassadorship[]>('/api/user/ambassadorships'), 200)
  const { supportersCount, totalPledged, totalEarned, totalCollected, latestResult } =
    rows[0] as Ambassadorship
  return { supportersCount, totalPledged, totalEarned, totalCollected, latestResult }
}

it('an ambassador sees what their own supporters pledged, and as earned only what is confirmed', async () => {
  await pledgeThroughAmbassador({ lines: { goals: '1.00' }, method: 'auto_bill_end' })
  await pledgeThroughAmbassador({ lines: { goals: '2.00' }, method: 'check' })
  // Without an ambassador: it is in none of the figures.
  await pledge(org, season, { lines: { goals: '5.00' }, method: 'auto_bill_end' })
  const pledged = { supportersCount: 2, totalPledged: '120.00' }
  expect(await figures()).toEqual({
    ...pledged,
    totalEarned: '0.00',
    totalCollected: '0.00',
    latestResult: null,
  })

  const match = { ...BAY, goals: 3, wins: 1 }
  await play(org, season, match)
  const latestResult = { statistic: 'Goals', quantity: 3, event: 'vs. Bay' }
  // 39 goals are likely now, after three in the first match: $3.00 each.
  const expected = { ...pledged, totalPledged: '117.00' }
  const earned = { ...expected, totalEarned: '9.00', totalCollected: '0.00', latestResult }
  expect(await figures()).toEqual(earned)
  // What one person entered is not shown, and earns nothing before it is confirmed.
  await enterMatch(org, season, { opponent: 'Cove', startTime: '2026-09-10T14:00:00Z', goals: 8 })
  expect(await figures()).toEqual(earned)
})

it('an ambassador sees as collected only what was paid, after the season is settled', async () => {
  const waiting = await org.owner.get<{ id: string; state: string }[]>(`${season.path}/results`)
  const ids = expectStatus(waiting, 200)
    .filter(({ state }) => state === 'entered')
    .map(({ id }) => id)
  expectStatus(await org.owner.post(`${season.path}/results/confirmations`, { resultIds: ids }), 201)
  await declare(org, season, 'not_achieved')
  await play(org, season, { opponent: 'Sand', startTime: '2026-09-10T15:00:00Z', goals: 1, wins: 0 })
  await bill(org, season, 'final')
  // Twelve goals: the card paid $12.00, the check for $24.00 is on its way.
  expect(await figures()).toMatchObject({
    supportersCount: 2,
    totalPledged: '36.00',
    totalEarned: '36.00',
    totalCollected: '12.00',
    latestResult: { event: 'vs. Sand', quantity: 1 },
  })
})
