/** People who pledge without a pause on servers that may die, and which pledges were acknowledged to them. */

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#domain/places/zone.ts'
import { type Caller, expectStatus, openTestApp, type TestApp } from '#tests/app.ts'
import { CAMPAIGN, CARDS, STATISTICS, saveCard, setUpOrganization } from '#tests/fixtures.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'

const WRITERS = 6
/** Settings of the servers: no one is stopped by a limit. */
export const ENV = {
  DEMO: '0',
  // Webhooks to this machine.
  DEV_TOOLS: '1',
  SECRET_KEY: TEST_SECRET_KEY,
  HOLD_PLEDGES_ABOVE: '0',
  SETTLEMENT_NOTICE_DAYS: '0',
  WRITES_PER_MINUTE: '1000000',
  PLEDGES_PER_MINUTE: '1000000',
}

export type Supporter = { caller: Caller; card: string; isGood: boolean }
export type World = {
  app: TestApp
  path: string
  gift: string
  supporters: Supporter[]
  representative: Caller
}
export type Acknowledged = { id: string; cents: number; isGood: boolean }

/** A campaign that accepts pledges today, and people whose cards are saved: every third card has no money. */
export async function openWorld(url: string): Promise<World> {
  const app = await openTestApp(url, { now: new Date(), env: ENV })
  const { owner, representative, organizationId } = await setUpOrganization(app)
  const today = app.clock.now().toISOString().slice(0, 10)
  const dates = { startDate: addDays(today, -2), endDate: addDays(today, 60) }
  const campaign = expectStatus(
    await owner.post<{ id: string }>('/api/campaigns', { ...CAMPAIGN, ...dates, organizationId }),
    201,
  )
  const path = `/api/campaigns/${campaign.id}`
  const gift = expectStatus(await owner.post<{ id: string }>(`${path}/statistics`, STATISTICS.gift), 201)
  expectStatus(await representative.put(path, { status: 'active' }), 200)
  const supporters = await Promise.all(
    Array.from({ length: WRITERS }, async (_, index) => {
      const caller = await app.user({ firstName: 'Pat' })
      const isGood = index % 3 !== 2
      return { caller, isGood, card: await saveCard(caller, isGood ? CARDS.good : CARDS.insufficient) }
    }),
  )
  return { app, path, gift: gift.id, supporters, representative }
}

/** Sent to one server after the other under one idempotency key until one of them has answered. */
export async function insist<T>(ports: number[], caller: Caller, path: string, body: unknown): Promise<T> {
  const headers = {
    authorization: `Bearer ${caller.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  for (let turn = Math.floor(Math.random() * ports.length); ; turn += 1) {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
    // Dead, or busy with the first request under this key.
    if (answer === null || answer.status >= 500 || answer.status === 409) await wait(20)
    else if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    else return (await answer.json()) as T
  }
}

/** `pauseMs`: of one supporter between two pledges. */
export async function pledgeRepeatedly(
  world: World,
  ports: number[],
  supporter: Supporter,
  acknowledged: Acknowledged[],
  isOver: () => boolean,
  pauseMs = 0,
): Promise<void> {
  while (!isOver()) {
    if (pauseMs > 0) await wait(pauseMs)
    const cents = 500 + Math.floor(Math.random() * 5_000)
    const body = {
      paymentMethod: 'auto_bill_progress',
      stripePaymentMethodId: supporter.card,
      isAnonymous: false,
      pledgeStatistics: [{ statisticId: world.gift, pledgeAmount: (cents / 100).toFixed(2) }],
    }
    const { id } = await insist<{ id: string }>(ports, supporter.caller, `${world.path}/pledges`, body)
    acknowledged.push({ id, cents, isGood: supporter.isGood })
  }
}
