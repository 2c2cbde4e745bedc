/** R25, R38: approved bank transfers as an ACH file for our bank, and all that a person sends as a list. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payoutReference } from '#domain/billing/lookup.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { bill, openSeason, pledge, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { untilSomebodyWaits } from '#tests/interleaving.ts'
import { readNacha } from '#tests/nacha.ts'
import {
  approvePayout,
  overviewOf,
  prepareLines,
  preparePayout,
  sendPayout,
  setDestination,
} from '#tests/payouts.ts'

const BANK = {
  ACH_COMPANY_NAME: 'Pledgeraiser',
  ACH_COMPANY_ID: '1123456789',
  ACH_BANK_NAME: 'First Bank',
  ACH_BANK_ROUTING: '011000015',
}
const TRANSFER = {
  method: 'bank_transfer',
  payeeName: 'Harbor High Boosters',
  bankName: 'Second Bank',
  accountLast4: '6789',
  routingNumber: '021000021',
  accountNumber: '000123456789',
}
let app: TestApp

async function fileOf({ token }: Caller, path: string, body?: object) {
  const answer = await app.app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { name: answer.headers.get('content-disposition'), text: await answer.text() }
}
const bankFile = (by: Caller, madeAt: string | null = null) =>
  fileOf(by, '/api/payouts/ach-files', { madeAt })

afterEach(() => closeWithBooksInOrder(app))

it('a bank takes the file, whose number is encrypted in the database and shown nowhere', async () => {
  const given = await givenSeason({ env: BANK })
  const { org, season } = given
  app = given.app
  expect((await org.representative.post('/api/payouts/ach-files', {})).status).toBe(409)
  await setDestination(org, TRANSFER)
  await pledge(org, season, { lines: { gift: '65.00' } })
  await bill(org, season, 'progress')
  const { lines } = expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75')), 201)

  const { problems, entries } = readNacha((await bankFile(org.representative)).text)
  expect(problems).toEqual([])
  expect(entries).toMatchObject([
    { routing: '021000021', account: '000123456789', cents: 4875, name: 'HARBOR HIGH BOOSTERS' },
  ])
  // A second download would pay twice.
  expect((await bankFile(org.representative)).text).toContain('in an earlier ACH file')
  const again = await bankFile(org.second, app.clock.now().toISOString())
  expect(readNacha(again.text).entries).toEqual(entries)
  const { text: list } = await fileOf(org.representative, '/api/payouts/to-send.csv')
  expect(list).toContain('Second Bank,6789')
  for (const text of [entries[0]?.reference, lines[0]?.campaignName]) expect(list).toContain(text)
  const seen = await org.second.get<ManagedOrganization>(`/api/organizations/${org.organizationId}`)
  const shown = JSON.stringify(expectStatus(seen, 200))
  expect(expectStatus(seen, 200).destination).toMatchObject({ accountLast4: '6789', hasNumber: true })
  const rows = await app.deps.db.query(sql`select d::text from organization_payout_destinations d`)
  for (const text of [shown, list, JSON.stringify(rows)]) expect(text).not.toContain('000123456789')
})

it('a number that does not fit its last digits is refused, and the same account of two organizations is shown', async () => {
  const { org, app: program } = await givenSeason({ env: BANK })
  app = program
  const path = (id: string) => `/api/organizations/${id}/payout-destinations`
  const wrong = { ...TRANSFER, accountLast4: '1111' }
  expect((await org.second.post(path(org.organizationId), wrong)).status).toBe(400)
  await setDestination(org, TRANSFER)
  const other = await setUpOrganization(app, 'Bay High Boosters')
  expectStatus(await other.second.post(path(other.organizationId), TRANSFER), 201)
  const seen = await other.representative.get<ManagedOrganization>(
    `/api/organizations/${other.organizationId}`,
  )
  expect(expectStatus(seen, 200).proposedDestination?.alsoOf).toEqual([
    { id: org.organizationId, name: 'Harbor High Boosters' },
  ])
})

it('a payout says in which file it is, which downloads again as it was, and is withdrawn from it with a reason only', async () => {
  const given = await givenSeason({ env: BANK })
  const { org, season } = given
  app = given.app
  await setDestination(org, TRANSFER)
  const other = await openSeason(org)
  for (const one of [season, other]) {
    await pledge(org, one, { lines: { gift: '65.00' } })
    await bill(org, one, 'progress')
  }
  const payout = await prepareLines(org, [season, '48.75'], [other, '48.75'])
  expectStatus(await approvePayout(org, payout), 201)
  const first = await bankFile(org.representative)
  const madeAt = app.clock.now().toISOString()
  expect(readNacha(first.text).entries).toMatchObject([
    { cents: 9750, reference: payoutReference(payout.id) },
  ])
  app.clock.advance({ hours: 3 })
  expect(await overviewOf(org)).toMatchObject({
    bankFiles: [{ at: madeAt, payouts: 1, amount: '97.50' }],
    organizations: [{ open: { bankFile: { at: madeAt } } }],
  })
  expect(await bankFile(org.representative, madeAt)).toEqual(first)

  const withdraw = (form = {}) => org.second.post<Payout>(`/api/payouts/${payout.id}/withdrawal`, form)
  expect(await withdraw()).toMatchObject({
    status: 400,
    body: {
      fields: { reason: expect.stringMatching(/^It is in the ACH file of September 16.*did not take it/) },
    },
  })
  expect(expectStatus(await withdraw({ reason: 'Refused by the bank' }), 200)).toMatchObject({
    state: 'withdrawn',
    refusal: 'Refused by the bank',
  })
  for (const { path } of [season, other]) {
    const log = expectStatus(await org.representative.get<AuditEntry[]>(`${path}/audit-log`), 200)
    expect(log.filter(({ text }) => text.includes('bank file'))).toMatchObject([
      { changes: [{ label: 'File', after: expect.stringMatching(/test-payouts-2026-09-16-1202-A\.ach/) }] },
      { changes: [{ label: 'File' }] },
    ])
    expect(log.find(({ text }) => text === 'Withdrew a payout')?.changes).toContainEqual({
      label: 'Reason',
      before: null,
      after: 'Refused by the bank',
    })
  }
})

/** $48.75 by bank transfer. */
async function prepared(org: TestOrganization): Promise<{ payout: Payout; season: { id: string } }> {
  await setDestination(org, TRANSFER)
  const { season } = await givenSeason({ org, pledges: [{ lines: { gift: '65.00' } }], billed: 'progress' })
  return { payout: await preparePayout(org, season, '48.75'), season }
}
const approve = async (org: TestOrganization, payout: Payout) =>
  expectStatus(await approvePayout(org, payout), 201)
const referencesIn = (text: string) => readNacha(text).entries.map(({ reference }) => reference)

describe('of two payouts', () => {
  let org: TestOrganization
  let other: TestOrganization
  let one: Awaited<ReturnType<typeof prepared>>
  let two: Awaited<ReturnType<typeof prepared>>
  beforeEach(async () => {
    app = await createTestApp({ env: BANK })
    org = await setUpOrganization(app)
    other = await setUpOrganization(app, 'Bay High Boosters')
    one = await prepared(org)
    two = await prepared(other)
    await approve(org, one.payout)
  })

  it('a file is had again whole or not at all: without one that was sent or is held, the rest would be paid twice', async () => {
    await approve(other, two.payout)
    const first = await bankFile(org.representative)
    const madeAt = app.clock.now().toISOString()
    const again = () => org.second.post('/api/payouts/ach-files', { madeAt })
    const refusal = async () => (await overviewOf(org)).bankFiles[0]?.cannotDownloadReason
    const hold = (at: Date | null) =>
      app.deps.db.query(sql`update campaigns set billing_held_at = ${at} where id = ${two.season.id}`)
    await hold(app.clock.now())
    const held = `${payoutReference(two.payout.id)} of that ACH file is held`
    expect(await again()).toMatchObject({ status: 409, body: { message: expect.stringContaining(held) } })
    expect(await refusal()).toContain(held)
    await hold(null)
    expect(await refusal()).toBeNull()
    expect(await bankFile(org.second, madeAt)).toEqual(first)

    app.clock.advance({ hours: 1 })
    expectStatus(await sendPayout(org, one.payout, { reference: '20417' }), 201)
    const sent = `${payoutReference(one.payout.id)} of that ACH file is recorded as sent`
    expect(await again()).toMatchObject({ status: 409, body: { message: expect.stringContaining(sent) } })
    expect(await refusal()).toContain(sent)
  })

  it('files of one minute differ in name and letter, and each keeps them', async () => {
    const first = await bankFile(org.representative)
    const madeAt = app.clock.now().toISOString()
    app.clock.advance({ seconds: 20 })
    await approve(other, two.payout)
    const next = await bankFile(org.representative)
    expect([first, next].map(({ name, text }) => [name?.slice(-7), text[33]])).toEqual([
      ['-A.ach"', 'A'],
      ['-B.ach"', 'B'],
    ])
    expect(await bankFile(org.second, madeAt)).toEqual(first)
    expect(referencesIn(next.text)).toEqual([payoutReference(two.payout.id)])
  })

  it('what is approved while a file waits for its payouts is in the next one', async () => {
    const { db } = app.deps
    const gate = Promise.withResolvers<void>()
    const holding = db.transaction(async (tx) => {
      await tx.query(sql`select id from payouts where id = ${one.payout.id} for update`)
      await gate.promise
    })
    const asked = bankFile(org.representative)
    await untilSomebodyWaits(db)
    await approve(other, two.payout)
    gate.resolve()
    await holding
    expect(referencesIn((await asked).text)).toEqual([payoutReference(one.payout.id)])
    app.clock.advance({ seconds: 20 })
    expect(referencesIn((await bankFile(org.second)).text)).toEqual([payoutReference(two.payout.id)])
  })
})
