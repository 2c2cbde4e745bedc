/** R40: if figures do not agree, billing of that campaign is put on hold, people are notified, and nothing is lost. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { KNOWN_INVARIANTS } from '#domain/billing/account-names.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkBooks } from '#server/money/book-check/check.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, lock, play, pledge, previewOf, runToChargeDate, tryToLock } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { tryToPrepare } from '#tests/payouts.ts'

givenSeasonForEachTest()

const shift = (cents: number) =>
  app.deps.db.query(sql`
    update campaign_books set collected_cents = collected_cents + ${cents} where campaign_id = ${season.id}`)
const mails = () =>
  app.deps.db.query<{ subject: string; textBody: string }>(sql`
    select subject, text_body from mails where kind = 'billing_hold' order by id`)
const states = async () =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200).map(
    ({ state }) => state,
  )

it('billing is on hold, with a reason, while the books do not balance, and resumes automatically', async () => {
  await pledge(org, season, { lines: { goals: '5.00' } })
  await play(org, season, { ...BAY, goals: 3 })
  await lock(org, season, 'progress')
  await shift(100)
  await checkBooks(app.deps)
  await checkBooks(app.deps)

  const [first, ...others] = await mails()
  expect(others).toHaveLength((await app.deps.db.query(sql`select from user_roles`)).length - 1)
  expect(first?.subject).toMatch(/^Billing for .* is on hold$/)
  expect(first?.textBody).toContain('Collected does not equal charges less refunds and disputes')
  expect((await previewOf(org, season, 'progress')).onHold).toContain(
    'The collected figure on the campaign’s pages does not match the books.',
  )
  expect((await tryToLock(org, season, 'progress')).status).toBe(409)
  const refused = await tryToPrepare<{ message: string }>(org, season, '1.00', { by: org.representative })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^Billing for this campaign is on hold/)
  const readiness = async () =>
    (await app.app.request('/readyz', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })).json()
  expect(await readiness()).toMatchObject({ database: 'ok', books: 'billing on hold: 1' })
  await runToChargeDate(org)
  expect(await states()).toEqual(['scheduled'])

  await shift(-100)
  await checkBooks(app.deps)
  expect((await mails()).at(-1)?.subject).toMatch(/has resumed$/)
  await runDueJobs(app.deps)
  expect(await states()).toEqual(['succeeded'])
  expect(await readiness()).toMatchObject({ database: 'ok', books: 'ok' })
  const rows = await app.deps.db.query<{ action: string }>(sql`
    select action from audit_log where campaign_id = ${season.id} and action like 'billing.%' order by id`)
  expect(rows.map(({ action }) => action)).toEqual(['billing.hold', 'billing.release'])
})

it('every invariant has a description in words', () => {
  const files = readdirSync(new URL('../../server/platform/db/invariants', import.meta.url))
  expect(files.map((name) => name.replace('.sql', '')).sort()).toEqual([...KNOWN_INVARIANTS].sort())
})
