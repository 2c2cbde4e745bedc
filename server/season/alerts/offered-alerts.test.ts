/** For which pledges alerts are offered: those to which a result can add something (R64). */
import { expect, it } from 'vitest'
import type { AlertChoice } from '#domain/schemas/alert.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { openSeason, pledge, pledgeBody, type Season } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest({ env: { HOLD_PLEDGES_ABOVE: '100' } })

const isOver = async (who: Caller, id: string) =>
  expectStatus(await who.get<AlertChoice>(`/api/pledges/${id}/alerts`), 200).isOver
const turnOn = (who: Caller, id: string) => who.post(`/api/pledges/${id}/alerts`, { channel: 'mail' })

it('not for a gift alone, and not for a pledge that was cancelled', async () => {
  const gift = await pledge(org, season, { lines: { gift: '25.00' }, method: 'check', most: '25.00' })
  expect(await isOver(gift.supporter, gift.pledge.id)).toBe(true)
  expect((await turnOn(gift.supporter, gift.pledge.id)).status).toBe(409)
  const both = await pledge(org, season, {
    lines: { gift: '25.00', goals: '1.00' },
    method: 'check',
    most: '50.00',
  })
  expect(await isOver(both.supporter, both.pledge.id)).toBe(false)
  expectStatus(await turnOn(both.supporter, both.pledge.id), 200)
  expectStatus(await both.supporter.post(`/api/pledges/${both.pledge.id}/cancellation`), 201)
  expect(await isOver(both.supporter, both.pledge.id)).toBe(true)
  expectStatus(await both.supporter.post(`/api/pledges/${both.pledge.id}/alerts`, { channel: 'off' }), 200)
})

it('for a held pledge, unless it is a gift alone (R57)', async () => {
  const supporter = await app.user()
  const hold = async (of: Season, lines: Record<string, string>) => {
    const body = await pledgeBody(supporter, of, { lines, method: 'check', most: '300.00' })
    return expectStatus(await supporter.post<{ id: string }>(`${of.path}/pledges`, body), 201).id
  }
  const other = await openSeason(org)
  expect(await isOver(supporter, await hold(season, { goals: '5.00' }))).toBe(false)
  expect(await isOver(supporter, await hold(other, { gift: '300.00' }))).toBe(true)
  expect(await app.deps.db.query(sql`select state from held_pledges`)).toHaveLength(2)
})
