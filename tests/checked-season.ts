/** A new program with an active season for each test, since jobs see all campaigns; its books must balance afterwards. */
import { afterEach, beforeEach } from 'vitest'
import type { TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { openSettlementSeason } from '#tests/settlement-season.ts'

export let app: TestApp
export let org: TestOrganization
export let season: Season

export function setUpSeason(): void {
  beforeEach(async () => {
    const opened = await openSettlementSeason()
    app = opened.app
    org = opened.org
    season = opened.season
  })
  afterEach(() => closeWithBooksInOrder(app))
}
