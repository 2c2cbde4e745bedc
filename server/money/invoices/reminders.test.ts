/** Reminders of open invoices: when they are sent, and what they say (R36). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { invoicesOf, payment, runToChargeDate, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { markOverdue, remindOfInvoices } from './reminders.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let email: string
/** Locked on September 10 in Boston: due on October 10. */
beforeEach(async () => {
  ;({
    app,
    org,
    season,
    supporter: { email },
  } = await givenSeason({ pledges: [{ lines: { gift: '25.00' }, method: 'check' }], locked: 'final' }))
})
afterEach(() => app.close())

const reminders = () => deliveredMails(app.deps.db, sql`kind = 'invoice_reminder'`)
async function subjectsAt(when: string): Promise<string[]> {
  app.clock.set(when)
  await remindOfInvoices(app.deps)
  return (await reminders()).map(({ subject }) => subject)
}
const noon = (day: string) => `${day}T16:00:00Z`

it('invoice reminders are sent once each: two weeks before, on the due day, two and four weeks after', async () => {
  const days: [string, number][] = [
    ['2026-09-25', 0],
    ['2026-09-26', 1],
    ['2026-09-27', 1],
    ['2026-10-09', 1],
    ['2026-10-10', 2],
    ['2026-10-23', 2],
    ['2026-10-24', 3],
    ['2026-11-08', 3],
    ['2026-11-09', 4],
    ['2027-02-01', 4],
  ]
  for (const [day, count] of days) expect([day, (await subjectsAt(noon(day))).length]).toEqual([day, count])
  const [before, onTheDay, late] = await reminders()
  expect(before?.to).toBe(email)
  expect(before?.subject).toBe('Reminder: $25.00 for Fall Season is due on October 10, 2026')
  expect(before?.text).toMatch(/To pay: \$25\.00\n {2}Due: October 10, 2026/)
  expect(before?.text).toMatch(/Pay what is due: \S+\/p\/[\w-]{43}/)
  expect(onTheDay?.subject).toBe('Reminder: $25.00 for Fall Season is due today')
  expect(late?.subject).toBe('Reminder: $25.00 for Fall Season was due on October 10, 2026')
})

it('invoice reminders name the open amount, and end when the invoice is paid', async () => {
  const [invoice] = await invoicesOf(org, season)
  const pay = async (amount: string) =>
    expectStatus(
      await org.representative.post(`${season.path}/payments`, payment(invoice ?? { id: '' }, amount, app)),
      201,
    )
  await pay('10.00')
  expect(await subjectsAt(noon('2026-09-26'))).toEqual([
    'Reminder: $15.00 for Fall Season is due on October 10, 2026',
  ])
  expect((await reminders())[0]?.text).toContain('Paid so far: $10.00')
  await pay('15.00')
  expect(await subjectsAt(noon('2026-10-10'))).toHaveLength(1)
})

it('invoice reminders are not sent at night, to unverified addresses or in a paused campaign', async () => {
  expect(await subjectsAt('2026-09-26T05:00:00Z')).toEqual([])
  await app.deps.db.query(sql`update users set email_verified_at = null where email = ${email}`)
  expect(await subjectsAt(noon('2026-09-26'))).toEqual([])
  await app.deps.db.query(sql`update users set email_verified_at = ${app.clock.now()} where email = ${email}`)
  await app.deps.db.query(sql`update campaigns set status = 'paused' where id = ${season.id}`)
  expect(await subjectsAt(noon('2026-09-26'))).toEqual([])
  await app.deps.db.query(sql`update campaigns set status = 'completed' where id = ${season.id}`)
  expect(await subjectsAt(noon('2026-09-26'))).toHaveLength(1)
})

it('invoice reminders missed for a month are sent as one, and not repeated by a crash or a second server', async () => {
  app.clock.set(noon('2026-10-30'))
  app.deps.checkpoint = () => {
    throw new Error('killed')
  }
  await expect(remindOfInvoices(app.deps)).rejects.toThrow('killed')
  app.deps.checkpoint = () => undefined
  const other = await app.another()
  await Promise.all([remindOfInvoices(app.deps), remindOfInvoices(other.deps)])
  expect((await reminders()).map(({ subject }) => subject)).toEqual([
    'Reminder: $25.00 for Fall Season was due on October 10, 2026',
  ])
})

it('a pledge is past due from the day after its invoice was due, and settled once it is paid (R14)', async () => {
  const statusAt = async (when: string) => {
    app.clock.set(when)
    await markOverdue(app.deps)
    const [row] = await app.deps.db.query<{ status: string }>(sql`select status from pledges`)
    return row?.status
  }
  await runToChargeDate(org)
  expect(await statusAt('2026-10-11T03:59:00Z')).toBe('active')
  expect(await statusAt('2026-10-11T04:01:00Z')).toBe('past_due')
  const [invoice] = await invoicesOf(org, season)
  const pay = (amount: string) =>
    org.representative.post(`${season.path}/payments`, payment(invoice ?? { id: '' }, amount, app))
  expectStatus(await pay('10.00'), 201)
  expect(await statusAt('2026-10-12T04:01:00Z')).toBe('past_due')
  expectStatus(await pay('15.00'), 201)
  expect(await statusAt('2026-10-13T04:01:00Z')).toBe('settled')
})
