/** R37: the receipt of a bill in mid-season says what was billed before. */
import { expect, it } from 'vitest'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, bill, play, pledge, pledgeDetail } from '#tests/fixtures.ts'
import { givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

it('names what of its table was billed before; the first one has nothing to name', async () => {
  const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '5.00' } })
  for (const [opponent, goals] of [
    ['Bay', 4],
    ['Cove', 2],
  ] as const) {
    await play(org, season, { ...BAY, opponent, goals })
    await bill(org, season, 'progress')
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
