/** Raising, stopping and adding lines in tests: shown first, then agreed to, like the screen does (R58). */
import type { LineChangePreview, PledgeDetail } from '#domain/schemas/pledge.ts'
import { type Answer, type Caller, expectStatus } from './app.ts'
import type { Season, StatisticKey, TestOrganization } from './fixtures.ts'

export type LineChange = {
  kind: 'raise' | 'stop' | 'add'
  on: StatisticKey
  rate?: string
  most?: string
}
type Made = { supporter: Caller; pledge: { id: string } }

export const formOf = ({ statistics }: Season, { kind, on, rate, most }: LineChange) => ({
  kind,
  statisticId: statistics[on].id,
  ...(rate ? { pledgeAmount: rate } : {}),
  ...(most ? { maximumAmount: most } : {}),
})

export const previewLine = ({ supporter, pledge }: Made, season: Season, change: LineChange) =>
  supporter.get<LineChangePreview>(
    `/api/pledges/${pledge.id}/changes/preview?${new URLSearchParams(formOf(season, change))}`,
  )

/** Agrees to what is shown now. */
export async function tryToChangeLine(
  made: Made,
  season: Season,
  change: LineChange,
): Promise<Answer<PledgeDetail>> {
  const quoted = await previewLine(made, season, change)
  const agreedMaximum = quoted.status === 200 ? quoted.body.most : '1.00'
  const form = { ...formOf(season, change), agreedMaximum }
  return made.supporter.post<PledgeDetail>(`/api/pledges/${made.pledge.id}/changes`, form)
}

export const changeLine = async (...given: Parameters<typeof tryToChangeLine>) =>
  expectStatus(await tryToChangeLine(...given), 201)

/** A match on the schedule that is still to come. */
export async function schedule(
  { representative }: TestOrganization,
  { path }: Season,
  { opponent, startTime }: { opponent: string; startTime: string },
): Promise<string> {
  const event = { name: `vs. ${opponent}`, eventType: 'game', startTime, opponent, venue: 'home' }
  return expectStatus(await representative.post<{ id: string }>(`${path}/events`, event), 201).id
}
