/** The export of personal data has everything about its user, and nothing about others (R45). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, openSeason, setUpOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { confirm, holdAsGuest } from '#tests/guests.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
})
afterEach(() => app.close())

type Data = { profile: { email: string } } & Record<string, Record<string, unknown>[]>

it('the data export has all of the user’s own data in words and dollars, and nothing of others', async () => {
  const {
    pledges: [{ supporter }, other],
  } = await givenSeason({
    app,
    pledges: [{ lines: { goals: '5.00' } }, { lines: { goals: '7.25' } }],
    matches: [{ ...BAY, goals: 3 }],
    billed: 'progress',
  })
  const data = expectStatus(await supporter.get<Data>('/api/auth/user/data'), 200)
  expect(data.profile.email).toBe(supporter.email)
  expect(data.pledges).toMatchObject([{ status: 'active', consentText: expect.any(String) }])
  expect(data.pledgeLines).toMatchObject([{ statistic: 'Goals', rate: '5.00' }])
  expect(data.charges).toMatchObject([{ amount: '15.00', state: 'succeeded' }])
  expect(data.cards).toHaveLength(1)
  expect(data.mails?.map(({ kind }) => kind)).toContain('receipt')
  const text = JSON.stringify(data)
  expect(text).not.toContain('7.25')
  expect(text).not.toContain(other.supporter.email)
  expect(text).not.toMatch(/fingerprint|providerPaymentMethod|subjectId|Cents/)
})

it('the data export names debit authorizations, guest pledges and what kind of instrument was saved', async () => {
  const season = await openSeason(await setUpOrganization(app))
  const person = await app.user({ email: 'exports@example.org' })
  const other = await app.user()
  for (const { userId } of [person, other])
    await app.deps.db.query(sql`
      insert into debit_mandates (setup_id, user_id, version, mandate_text, address, agreed_at)
      values (${`seti_${userId}`}, ${userId}, '1', ${`I authorize, ${userId}`}, null, ${app.clock.now()})`)
  const confirmed = await holdAsGuest(app, season, { email: person.email })
  expectStatus(await confirm(app, confirmed.token), 200)
  await holdAsGuest(app, season, { email: person.email, most: '70.00' })
  await holdAsGuest(app, season)
  const data = expectStatus(await person.get<Data>('/api/auth/user/data'), 200)
  expect(data.cards).toMatchObject([{ kind: 'card' }])
  expect(data.debitAuthorizations).toMatchObject([{ authorization: `I authorize, ${person.userId}` }])
  expect(data.guestPledges).toMatchObject([
    { state: 'confirmed', maximum: '100.00', pledge: expect.any(String) },
    { state: 'held', maximum: '70.00', email: person.email },
  ])
  expect(JSON.stringify(data)).not.toMatch(/secret|token|seti_/i)
})

it('the data export has the text of emails, messages to us, reports, choices and devices, and says if it is cut', async () => {
  const season = await openSeason(await setUpOrganization(app))
  const person = await app.user()
  const other = await app.user()
  for (const who of [person, other]) {
    const message = { name: 'Ada', email: who.email, message: `Please call ${who.userId}` }
    expectStatus(await who.post('/api/contact', message), 201)
    expectStatus(await who.put('/api/user/mail-choices', { kind: 'weekly_digest', isOn: false }), 200)
  }
  const comment = await other.post<{ id: string }>(`${season.path}/comments`, { message: 'Buy watches' })
  const report = `${season.path}/comments/${expectStatus(comment, 201).id}/reports`
  expectStatus(await person.post(report, { reason: 'Advertising' }), 201)
  await app.deps.db.query(sql`
    insert into mails (
      id, kind, idempotency_key, to_address, subject, text_body, html_body, message_id, user_id, created_at,
      next_attempt_at
    )
    select
      gen_random_uuid(), 'receipt', 'receipt ' || n, ${person.email}, 'Receipt', 'You paid $' || n, '', '<' || n || '>',
      ${person.userId}, ${app.clock.now()}, ${app.clock.now()}
    from generate_series(1, 10001) n`)
  const data = expectStatus(await person.get<Data>('/api/auth/user/data'), 200)
  expect(data.mails).toHaveLength(10_000)
  expect(data.mails?.[0]).toMatchObject({ text: expect.stringContaining('You paid') })
  expect(data.notComplete).toEqual([{ kind: 'mails', rows: 10_000 }])
  expect(data.contactMessages).toMatchObject([{ text: expect.stringContaining(person.userId) }])
  expect(data.reportedMessages).toMatchObject([{ reason: 'Advertising' }])
  expect(data.emailsTurnedOff).toMatchObject([{ kind: 'weekly_digest' }])
  expect(data).toHaveProperty('devicesSignedIn')
  expect(data).toHaveProperty('passkeys')
  expect(JSON.stringify(data)).not.toContain(other.userId)
})
