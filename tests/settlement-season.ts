/** What the settlement tests start from and read: an active season on September 10, its pledges, charges and jobs. */
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { confirm, enterMatch, type Season, startSeason, type TestOrganization } from '#tests/fixtures.ts'

export async function openSettlementSeason(): Promise<{
  app: TestApp
  org: TestOrganization
  season: Season
}> {
  return startSeason({ now: '2026-09-10T16:00:00Z' })
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
