/** A new program with an active season for each test, since jobs see all campaigns; its books must be right afterwards. */
import { afterEach, beforeEach, expect } from 'vitest'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import type { TestApp } from '#tests/app.ts'
import type { House, Season } from '#tests/fixtures.ts'
import { openSettlementSeason } from '#tests/settlement-season.ts'

export let app: TestApp
export let house: House
export let season: Season

export function setUpSeason(): void {
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
