/** The kept database of an earlier version works with this version as if this version had created it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '#server/money/book-check/check.ts'
import { readManifest } from '#server/operations/backup/copy.ts'
import { restoreBackup } from '#server/operations/backup/restore-command.ts'
import { sql } from '#server/platform/db/database.ts'
import { knownMigrations } from '#server/platform/db/migrate.ts'
import { openTestApp, type TestApp } from '#tests/app.ts'
import { createBlankDatabase, type TestDatabase } from '#tests/database.ts'
import { Browser } from '#tests/identity.ts'
import { KEPT_FOLDER, type Kept, problemsOf, readKept, SETTINGS } from '#tests/upgrades/kept.ts'
import { PASSWORD } from '#tests/upgrades/story.ts'

/** Tables in which it needs rows; otherwise upgrading it proves nothing about them. */
const FILLED = `
  users organizations organization_names organization_tax_statuses campaigns statistics events results pledges pledge_lines
  held_pledges cards guest_pledges mailed_links guest_cards result_alerts alert_rounds result_digest_results
  reward_handouts settlements settlement_results settlement_pledges settlement_lines charges charge_attempts invoices
  payments deposits refunds manual_refunds adjustments sign_offs journal_entries journal_postings campaign_books
  payouts payout_lines payout_entries audit_log mails
`
  .trim()
  .split(/\s+/)

let blank: TestDatabase
let app: TestApp
let kept: Kept

beforeEach(async () => {
  blank = await createBlankDatabase()
  const manifest = await restoreBackup({ url: blank.url, filesFolder: null }, KEPT_FOLDER)
  kept = await readKept()
  app = await openTestApp(blank.url, { now: new Date(manifest.madeAt), env: SETTINGS })
})
afterEach(async () => {
  await app.close()
  await blank.drop()
})

describe('the kept database, upgraded,', () => {
  it('has every figure to the cent, charges what was scheduled, and its books add up', async () => {
    expect(await problemsOf(app, kept)).toEqual([])
  })

  it('passes the self check: no campaign’s billing is held (R40)', async () => {
    await checkBooks(app.deps)
    const { db } = app.deps
    expect(await db.query(sql`select id from campaigns where billing_held_at is not null`)).toEqual([])
    expect(await db.query(sql`select problem from book_violations`)).toEqual([])
  })

  it('lets its supporters sign in with their passwords and see what they owe', async () => {
    const [ana] = await app.deps.db.query<{ email: string }>(
      sql`select email from users where first_name = 'Ana'`,
    )
    const browser = new Browser(app.app, '203.0.113.9')
    const signedIn = await browser.post('/sign-in/email', { email: ana?.email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const headers = { authorization: `Bearer ${await browser.token()}` }
    const pledges = await app.app.request('/api/user/pledges', { headers })
    expect(await pledges.json()).toMatchObject([{ amount: '18.00' }])
  })
})

describe('the comparison notices', () => {
  it.each([
    ['drops a column', sql`alter table charges drop column failure_code`, /made: expected 200, got 500/],
    ['loses rows', sql`delete from pledge_lines`, /made: .*totals/],
    [
      'makes an amount a cent larger',
      sql`update payouts set amount_cents = amount_cents + 1 where state = 'prepared'`,
      /made .* payouts 1: "prepared 12.34, arrived null" is now "prepared 12.35/,
    ],
    [
      'leaves the figures and puts charges off',
      sql`update charges set charge_at = charge_at + interval '1 year'`,
      /^later .* charges 0: "succeeded 12.00, refunded 0.00" is now "scheduled/,
    ],
  ])('that a migration %s', async (_, migration, problem) => {
    await app.deps.db.query(migration)
    expect(await problemsOf(app, kept)).toContainEqual(expect.stringMatching(problem))
  })
})

describe('the kept database', () => {
  it('has rows in every table of money', async () => {
    const { tables } = await readManifest(KEPT_FOLDER)
    const empty = FILLED.filter((table) => !tables.find((one) => one.name === `public.${table}`)?.rows)
    expect(empty).toEqual([])
  })

  it('was made by migrations that have not been edited since', async () => {
    const known = await knownMigrations()
    const { migrations } = await readManifest(KEPT_FOLDER)
    expect(migrations).toEqual(migrations.map((one) => ({ name: one.name, checksum: known.get(one.name) })))
  })
})
