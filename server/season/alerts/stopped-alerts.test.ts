/** Alerts by email that were stopped by the link in one of them, or on the profile (R44, R64). */
import { expect, it } from 'vitest'
import type { AlertChoice } from '#domain/schemas/alert.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { enterMatch, openSeason, pledge, pledgeBody } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { alertSupporters } from './send.ts'

const HARBOR = { opponent: 'Harbor', startTime: '2026-09-10T14:00:00Z', goals: 3 }
const WISH = { lines: { goals: '5.00' }, method: 'check', most: '300.00' } as const

givenSeasonForEachTest()

const ask = (who: Caller, pledgeId: string) =>
  who.post<AlertChoice>(`/api/pledges/${pledgeId}/alerts`, { channel: 'mail' })

async function alerted() {
  const made = await pledge(org, season, WISH)
  expectStatus(await ask(made.supporter, made.pledge.id), 200)
  app.clock.advance({ minutes: 1 })
  return made
}

const stop = async (who: Caller) => {
  const link = (await unsubscribeLinks(app.deps, app.deps.db))(who.userId, 'result_alert')
  const path = `/api/unsubscribe-links/${link.split('/').at(-1)}`
  expectStatus(await app.visitor.post(path, { isOn: false }), 200)
  return path
}
const channelOf = async (who: Caller, id: string) =>
  expectStatus(await who.get<AlertChoice>(`/api/pledges/${id}/alerts`), 200).channel

it('are off on the pages of its pledges, and asking for one campaign turns on no other', async () => {
  const { supporter, pledge: first } = await alerted()
  const other = await openSeason(org)
  const body = await pledgeBody(supporter, other, WISH)
  const second = expectStatus(await supporter.post<{ id: string }>(`${other.path}/pledges`, body), 201)
  await stop(supporter)
  expect(await channelOf(supporter, first.id)).toBe('off')
  expect(expectStatus(await ask(supporter, second.id), 200).channel).toBe('mail')
  expect(await channelOf(supporter, first.id)).toBe('off')
  app.clock.advance({ minutes: 1 })
  await enterMatch(org, season, HARBOR)
  await enterMatch(org, other, HARBOR)
  app.clock.advance({ minutes: 3 })
  await alertSupporters(app.deps)
  const about = await app.deps.db.query(sql`select campaign_id from mails where kind = 'result_alert'`)
  expect(about).toEqual([{ campaignId: other.id }])
})

it('are on again where they were once that is undone', async () => {
  const { supporter, pledge: first } = await alerted()
  const path = await stop(supporter)
  expectStatus(await app.visitor.post(path, { isOn: true }), 200)
  expect(await channelOf(supporter, first.id)).toBe('mail')
})
