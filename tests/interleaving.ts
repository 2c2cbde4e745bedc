/** A season in which two writers meet, one of them really held inside its transaction (R12). */
import { afterEach, beforeEach, expect } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { type Answer, expectStatus, type TestApp } from '#tests/app.ts'
import { type House, pledgeBody, type Season } from '#tests/fixtures.ts'
import { BAY as MATCH, openSettlementSeason } from '#tests/settlement-season.ts'

export let app: TestApp
export let house: House
export let season: Season

/** A database for every test, since the jobs see all campaigns. After each test the books must be right. */
export function setUpInterleaving(): void {
  beforeEach(async () => {
    const opened = await openSettlementSeason()
    app = opened.app
    house = opened.house
    season = opened.season
  })
  afterEach(async () => {
    const violations = await checkInvariants(app.deps.db)
    await app.close()
    expect(violations).toEqual([])
  })
}

export const BAY = { ...MATCH, goals: 3 }
export const GOALS = { lines: { goals: '2.00' }, method: 'check' } as const
export const publicCampaign = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
export const statusesOf = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort()

/** A supporter whose pledge is ready to be posted. */
export async function preparePledge(wish: Parameters<typeof pledgeBody>[2] = GOALS) {
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, wish)
  const go = (headers?: Record<string, string>) =>
    supporter.post<Pledge>(`${season.path}/pledges`, body, headers)
  return { supporter, go }
}
