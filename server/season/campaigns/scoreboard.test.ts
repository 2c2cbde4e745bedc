import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
})
afterAll(() => app.close())

const show = (showsCode: boolean) => org.scorer.put(`${season.path}/scoreboard`, { showsCode })
const shownUntil = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns.codeShownUntil

it('the code that a scorer has shown stands on the public page for 15 minutes, until it is taken down', async () => {
  expect(await shownUntil()).toBeNull()
  expectStatus(await show(true), 204)
  expect(await shownUntil()).toBe('2026-09-10T16:15:00.000Z')
  expectStatus(await show(false), 204)
  expect(await shownUntil()).toBeNull()
})

it('the code on the scoreboard leads to the pledge without an account, and is another one than the page’s', async () => {
  const code = async (query: string) =>
    expectStatus(await app.visitor.get<string>(`${season.path}/qr.svg${query}`), 200)
  expect(await code('?to=pledge')).not.toBe(await code(''))
  expect((await app.visitor.get(`${season.path}/qr.svg?to=elsewhere`)).status).toBe(400)
})
