/** What the settlement tests start from and read: an active season on September 10, its pledges, charges and jobs. */
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

export async function openSettlementSeason(): Promise<{
  app: TestApp
  org: TestOrganization
  season: Season
}> {
  const app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  const org = await setUpOrganization(app)
  return { app, org, season: await openSeason(org) }
}

export const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }

/** The match's goals as they should have been, confirmed. */
export async function correctGoals(
  org: TestOrganization,
  season: Season,
  eventId: string,
  goals: number,
): Promise<void> {
  await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals }))
}

export const pledgeDetail = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)

export const chargesOf = async ({ representative }: TestOrganization, { path }: Season) =>
  expectStatus(await representative.get<Charge[]>(`${path}/charges`), 200)
