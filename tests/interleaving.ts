/** Concurrent writers of one season: what they write, and what shows which came first (R12). */
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { type Answer, expectStatus } from '#tests/app.ts'
import { BAY as MATCH, pledgeBody } from '#tests/fixtures.ts'
import { app, season } from './given-season.ts'

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
