/** A charge that the bank wants confirmed is confirmed by its cardholder, by no one else, and once (R35). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeConfirmation } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  CARDS,
  type Season,
  setStatus,
  type TestOrganization,
  tryToSetStatus,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller
let path: string

beforeEach(async () => {
  ;({ app, org, season, supporter } = await givenSeason({
    pledges: [{ lines: { gift: '30.00' }, card: CARDS.authentication }],
    billed: 'progress',
  }))
  path = `/api/charges/${(await charge()).id}/confirmations`
})
afterEach(() => closeWithBooksInOrder(app))

const charge = async (): Promise<Charge> => {
  const [first] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  if (!first) throw new Error('no charge')
  return first
}
const start = async () => expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
const agree = (by: Caller, { clientSecret }: { clientSecret: string }) =>
  by.post('/api/sandbox/charge-confirmations', { clientSecret })
const finish = async () => expectStatus(await supporter.post<Charge>(`${path}/outcome`), 200)
const mails = (kind: string) =>
  app.deps.db.query<{ toAddress: string; textBody: string }>(
    sql`select to_address, text_body from mails where kind = ${kind}`,
  )

it('a charge to be confirmed waits for its cardholder, who is mailed once with the link and the amount', async () => {
  expect(await charge()).toMatchObject({
    state: 'requires_action',
    attempts: 1,
    reason: 'The bank asks the cardholder to confirm it',
    nextStep: 'The supporter confirms it with their bank',
  })
  const requests = await mails('confirm_charge')
  expect(requests).toEqual([{ toAddress: supporter.email, textBody: expect.stringContaining('$30.00') }])
  expect(requests[0]?.textBody).toMatch(/See your pledge: http/)
  app.clock.advance({ days: 10 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'requires_action', attempts: 1 })
})

it('a confirmed charge is made once, with journal and receipt', async () => {
  const started = await start()
  expect(started).toMatchObject({ provider: 'sandbox', publishableKey: null, amount: '30.00' })
  expect(await finish()).toMatchObject({ state: 'processing' })
  expectStatus(await agree(supporter, started), 204)
  expect(await finish()).toMatchObject({ state: 'succeeded', attempts: 2 })
  expect(await finish()).toMatchObject({ state: 'succeeded', attempts: 2 })
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000, commission: -750 })
  expect(await mails('receipt')).toHaveLength(1)
})

it('a confirmed charge whose browser closed is recorded once by the job', async () => {
  expectStatus(await agree(supporter, await start()), 204)
  app.clock.advance({ hours: 2 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'succeeded' })
  expect(await finish()).toMatchObject({ state: 'succeeded' })
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000 })
})

it('an unconfirmed charge is closed after twenty minutes, takes no money later, and can be started again', async () => {
  const old = await start()
  app.clock.advance({ minutes: 19 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'processing' })
  app.clock.advance({ minutes: 2 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'requires_action' })
  expectStatus(await agree(supporter, old), 400)
  expect(await mails('confirm_charge')).toHaveLength(1)
  const again = await start()
  expect(again.clientSecret).not.toBe(old.clientSecret)
  expectStatus(await agree(supporter, again), 204)
  expect(await finish()).toMatchObject({ state: 'succeeded' })
})

it('a confirmation that is requested several times at once is one confirmation', async () => {
  const all = await Promise.all([start(), start(), start()])
  expect(new Set([...all, await start()].map(({ clientSecret }) => clientSecret)).size).toBe(1)
  expect(await charge()).toMatchObject({ attempts: 2 })
})

describe('nobody but the cardholder', () => {
  it('starts, sees or confirms a confirmation', async () => {
    const other = await app.user()
    for (const by of [other, org.owner, org.representative]) {
      expectStatus(await by.post(path), 404)
      expectStatus(await by.post(`${path}/outcome`), 404)
    }
    expectStatus(await agree(other, await start()), 400)
    expect(await finish()).toMatchObject({ state: 'processing' })
  })
})

describe('a campaign with a charge to be confirmed', () => {
  it('cannot be cancelled while the cardholder is confirming it', async () => {
    await start()
    expectStatus(await tryToSetStatus(org, season, 'cancelled'), 409)
  })

  it('starts no confirmation while it is paused', async () => {
    await setStatus(org, season, 'paused')
    expect(await supporter.post(path)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('paused') },
    })
  })

  it('starts no confirmation after it was cancelled', async () => {
    await setStatus(org, season, 'cancelled')
    expect(await supporter.post(path)).toMatchObject({ status: 409 })
  })
})
