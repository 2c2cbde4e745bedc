/** R37: the receipt of a bill in mid-season says what was billed before. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { lock, play, pledge, runToChargeDate, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { BAY, openSettlementSeason, pledgeDetail } from '#tests/settlement-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeEach(async () => {
  ;({ app, org, season } = await openSettlementSeason())
})
afterEach(() => app.close())

it('names what of its table was billed before; the first one has nothing to name', async () => {
  const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '5.00' } })
  for (const [opponent, goals] of [
    ['Bay', 4],
    ['Cove', 2],
  ] as const) {
    await play(org, season, { ...BAY, opponent, goals })
    await lock(org, season, 'progress')
    await runToChargeDate(org)
  }
  const { charges } = await pledgeDetail(supporter, made)
  const receipts = await Promise.all(
    charges.map(async ({ id }) => expectStatus(await supporter.get<Receipt>(`/api/receipts/${id}`), 200)),
  )
  const figures = receipts.map(({ amount, earned, billedBefore }) => [amount, earned, billedBefore])
  expect(figures).toHaveLength(2)
  expect(figures).toContainEqual(['20.00', '20.00', undefined])
  expect(figures).toContainEqual(['10.00', '30.00', '20.00'])
})
