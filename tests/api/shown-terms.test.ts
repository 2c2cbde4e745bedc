/** What was shown is what is agreed to: a pledge on other terms than those on the screen is not made (R8, R59). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CurrentTerms, Pledge } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  openSeason,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { begin, callFrom, confirm, holdAsGuest, holdBody, look, typeCard } from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
  org = await setUpOrganization(app)
})
beforeEach(async () => {
  season = await openSeason(org)
})
afterAll(() => closeWithBooksInOrder(app))

type Refusal = { message: string; details: CurrentTerms }
const edit = async (fields: Record<string, unknown>) =>
  expectStatus(await org.owner.put(`${season.path}/statistics/${season.statistics.goals.id}`, fields), 200)
const SHOWN = { name: 'Goals', unitName: null }

/** A supporter whose screen shows the campaign as it is now: what it sends when the button is pressed. */
async function reviewing() {
  const supporter = await app.user({ firstName: 'Pat' })
  const body = await pledgeBody(supporter, season, { lines: { goals: '5.00' }, method: 'check' })
  const shown = expectStatus(
    await app.visitor.post<{ most: string }>(`${season.path}/pledges/quote`, {
      pledgeStatistics: body.pledgeStatistics,
    }),
    200,
  )
  const lines = (body.pledgeStatistics as object[]).map((line) => ({ ...line, ...SHOWN }))
  const sent = { ...body, agreedMaximum: shown.most, pledgeStatistics: lines }
  const press = <T = Pledge>(changes = {}): Promise<Answer<T>> =>
    supporter.post<T>(`${season.path}/pledges`, { ...sent, ...changes })
  return { press, most: shown.most, sent }
}

test('a maximum that was edited while it was reviewed is shown first and agreed to again (R8)', async () => {
  const { press, most } = await reviewing()
  await edit({ expectedMax: 1_000 })
  const refused = expectStatus(await press<Refusal>(), 409)
  expect(refused.message).toBe(
    `The most you can owe is $5,000.00 now, not $${most}. Check it, then pledge again.`,
  )
  expect(refused.details).toMatchObject({ agreedMaximum: '5000.00' })
  const made = expectStatus(await press({ agreedMaximum: refused.details.agreedMaximum }), 201)
  expect(made.agreedMaximum).toBe('5000.00')
})

test('what is counted under another name or unit is not agreed to (R8)', async () => {
  const { press, sent } = await reviewing()
  await edit({ name: 'Points', unitName: 'point' })
  const refused = expectStatus(await press<Refusal>(), 409)
  expect(refused.message).toBe(
    'Goals is called Points now, and is counted per point. Check it, then pledge again.',
  )
  expect(refused.details.pledgeStatistics).toMatchObject([{ name: 'Points', unitName: 'point' }])
  const lines = sent.pledgeStatistics.map((line) => ({ ...line, name: 'Points', unitName: 'point' }))
  expectStatus(await press({ pledgeStatistics: lines }), 201)
})

test('an amount for each goal is not agreed to as one for an achievement (R8)', async () => {
  const { press, sent, most } = await reviewing()
  await edit({ type: 'per_achievement' })
  const typed = (type: string | null) => ({
    agreedMaximum: undefined,
    pledgeStatistics: sent.pledgeStatistics.map((line) => ({ ...line, type })),
  })
  const refused = expectStatus(await press<Refusal>(typed('per_increment')), 409)
  expect(refused.message).toBe(
    'An amount on Goals is owed if achieved now, not per unit. Check it, then pledge again.',
  )
  expect(refused.details.pledgeStatistics).toMatchObject([{ name: 'Goals', type: 'per_achievement' }])
  expect(Number(most)).toBeGreaterThan(5)
  const made = expectStatus(await press(typed('per_achievement')), 201)
  expect(made.agreedMaximum).toBe('5.00')
})

test.each([undefined, null, 'Per goal'])(
  'a client whose lines have the type %s pledges as before',
  async (type) => {
    const { press, sent } = await reviewing()
    await edit({ type: 'per_achievement' })
    const pledgeStatistics = sent.pledgeStatistics.map((line) => ({ ...line, type }))
    expectStatus(await press({ agreedMaximum: undefined, pledgeStatistics }), 201)
  },
)

test('a client that says nothing of what it showed pledges as before', async () => {
  const { press, sent } = await reviewing()
  await edit({ name: 'Points', expectedMax: 1_000 })
  const lines = sent.pledgeStatistics.map((line) => ({ ...line, name: undefined, unitName: undefined }))
  const made = expectStatus(await press({ agreedMaximum: undefined, pledgeStatistics: lines }), 201)
  expect(made.agreedMaximum).toBe('5000.00')
})

test('a guest’s names are compared too, and the same form holds once they are right (R59)', async () => {
  const started = await begin(app, season)
  const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
  const body = holdBody(season, started, { lines: { goals: '5.00' } }, card.stripePaymentMethodId)
  const holdNaming = <T>(names: object) =>
    callFrom<T>(app, null, `/api/guest-pledges/${started.id}/holding`, {
      ...body,
      pledgeStatistics: (body.pledgeStatistics as object[]).map((line) => ({ ...line, ...names })),
    })
  await edit({ name: 'Points' })
  const refused = expectStatus(await holdNaming<Refusal>(SHOWN), 409)
  expect(refused.message).toContain('Goals is called Points now')
  expectStatus(await holdNaming({ ...SHOWN, name: 'Points' }), 200)
})

test('a guest pledge is not confirmed for what has another name since (R59)', async () => {
  const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' } })
  await edit({ name: 'Points' })
  const page = expectStatus(await look(app, token), 200)
  expect(page.problem).toContain('Goals is called Points now')
  expect((await confirm(app, token)).status).toBe(409)
  await edit({ name: 'Goals' })
  expect((await confirm(app, token)).status).toBe(200)
})

test('a guest confirms under the new name once the page has shown it (R8, R59)', async () => {
  const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' }, most: '40.00' })
  await edit({ name: 'Points', unitName: 'point' })
  const page = expectStatus(await look(app, token), 200)
  expect(page).toMatchObject({ state: 'held', maximumAmount: '40.00', consentText: null })
  expect(page.now).toMatchObject({
    changes: 'Goals is called Points now, and is counted per point.',
    pledgeStatistics: [{ name: 'Points', unitName: 'point' }],
    consentText: expect.stringContaining('Points'),
  })
  const pledgeStatistics = page.now?.pledgeStatistics
  await edit({ name: 'Scores' })
  const refused = await confirm(app, token, { pledgeStatistics })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('Points is called Scores now'),
  ])
  const again = expectStatus(await look(app, token), 200).now
  expect(again?.changes).toBe('Goals is called Scores now, and is counted per point.')
  const made = expectStatus(await confirm(app, token, { pledgeStatistics: again?.pledgeStatistics }), 200)
  const [line] = await app.deps.db.query<{ name: string; consent: string }>(sql`
    select l.statistic_name as name, p.consent_text as consent
    from pledge_lines l
    join pledges p on p.id = l.pledge_id
    where p.id = ${made.pledgeId}
  `)
  expect(line).toMatchObject({ name: 'Scores', consent: expect.stringContaining('Scores') })
  expect(expectStatus(await look(app, token), 200).pledgeStatistics).toMatchObject([{ name: 'Scores' }])
})

test('a guest is not offered a new name where something else is in the way (R59)', async () => {
  const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' } })
  await edit({ name: 'Points', isActive: false })
  const page = expectStatus(await look(app, token), 200)
  expect(page.now).toBeNull()
  expect(page.problem).toContain('accepts no new pledges')
})

test('a guest does not confirm an amount for something else than the form said (R59)', async () => {
  const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' } })
  await edit({ type: 'per_achievement' })
  expect((await confirm(app, token)).status).toBe(409)
  const page = expectStatus(await look(app, token), 200)
  expect(page.now).toMatchObject({
    changes: 'An amount on Goals is owed if achieved now, not per unit.',
    pledgeStatistics: [{ name: 'Goals', type: 'per_achievement' }],
    consentText: expect.stringContaining('$5.00 if achieved'),
  })
  const pledgeStatistics = page.now?.pledgeStatistics
  expectStatus(await confirm(app, token, { pledgeStatistics }), 200)
  expect(expectStatus(await look(app, token), 200).pledgeStatistics).toMatchObject([
    { type: 'per_achievement' },
  ])
})
