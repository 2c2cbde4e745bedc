/** An alert that was refused in the evening waits for the morning (R64). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Letter } from '#server/messaging/delivery/mail.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { sendPushes } from '#server/messaging/push/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { enterMatch, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { openPushService, type PushService } from '#tests/push-service.ts'
import { alertSupporters } from './send.ts'

let service: PushService
let app: TestApp
let org: TestOrganization
let season: Season
const EVENING = '2026-09-11T00:55:00Z'
const NIGHT = '2026-09-11T05:30:00Z'
const MORNING = '2026-09-11T12:00:00Z'

beforeEach(async () => {
  service = await openPushService()
  ;({ app, org, season } = await givenSeason({ env: { PUSH_STAND_IN: service.origin } }))
})
afterEach(async () => {
  await app.close()
  await service.close()
})

/** An alert that is due at 8:57 p.m. in Boston. */
async function alertInTheEvening(form: object): Promise<void> {
  const made = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check', most: '300.00' })
  expectStatus(await made.supporter.post(`/api/pledges/${made.pledge.id}/alerts`, form), 200)
  await sendThrough(app.deps, null)
  app.clock.set(EVENING)
  await enterMatch(org, season, { opponent: 'Harbor', startTime: '2026-09-10T22:00:00Z', goals: 1 })
  app.clock.advance({ minutes: 2 })
  await alertSupporters(app.deps)
}

/** The outbox counts as delivered; here a mail server refuses the alert first. */
async function mailed(form: object, isEarly: boolean): Promise<string[]> {
  await alertInTheEvening({ channel: 'mail', ...form })
  await app.deps.db.query(sql`update mails set sent_at = null where kind = 'result_alert'`)
  const got: string[] = []
  const mailer = (send: (letter: Letter) => Promise<void>) => ({ send, close: () => undefined })
  const busy = mailer(() => Promise.reject(Object.assign(new Error('busy'), { responseCode: 451 })))
  const open = mailer(async ({ subject }) => void got.push(`${app.clock.now().toISOString()} ${subject}`))
  if (!isEarly) await sendThrough(app.deps, busy)
  for (const at of [NIGHT, MORNING]) {
    app.clock.set(at)
    await sendThrough(app.deps, open)
  }
  return got.filter((line) => line.includes('New result'))
}

it('by email: refused at 8:57 p.m., it is delivered at 8 a.m., and not in the night', async () => {
  expect(await mailed({}, false)).toEqual(['2026-09-11T12:00:00.000Z New result: Sep 10, vs. Harbor'])
})

it('by email: one that nothing could send in the evening waits likewise', async () => {
  expect(await mailed({}, true)).toEqual(['2026-09-11T12:00:00.000Z New result: Sep 10, vs. Harbor'])
})

it('by email: a supporter without quiet hours gets it in the night', async () => {
  expect(await mailed({ quietFrom: 8, quietTo: 8 }, false)).toEqual([
    '2026-09-11T05:30:00.000Z New result: Sep 10, vs. Harbor',
  ])
})

it('by push: refused at 8:57 p.m., it is shown at 8 a.m., and not in the night', async () => {
  service.answer = 503
  await alertInTheEvening({ channel: 'push', device: service.subscribe() })
  expect(service.received).toHaveLength(1)
  for (const minutes of [1, 5]) {
    app.clock.advance({ minutes })
    await sendPushes(app.deps)
  }
  const tried = service.received.length
  service.answer = 201
  app.clock.set(NIGHT)
  await sendPushes(app.deps)
  expect(service.received).toHaveLength(tried)
  app.clock.set(MORNING)
  await sendPushes(app.deps)
  expect(service.received).toHaveLength(tried + 1)
})
