/** Supporters are notified of a first decline, a refund, and a card that will have expired (R32, R35). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { askForNewCards } from '#server/money/cards/old-cards.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  CARDS,
  confirm,
  lock,
  openSeason,
  pledge,
  pledgeBody,
  previewOf,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

type SentMail = { kind: string; subject: string; textBody: string }
const mailsTo = ({ email }: Caller, kind: string): Promise<SentMail[]> =>
  app.deps.db.query<SentMail>(
    sql`select kind, subject, text_body from mails where to_address = ${email} and kind = ${kind} order by id`,
  )
async function settle(season: Season): Promise<void> {
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  await lock(org, season, 'final', { declared })
  await runToChargeDate(org)
}

it('a first decline is mailed with the date of the retry, later ones are not, and the last mails the pay link', async () => {
  const { season, supporter } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '25.00' }, method: 'auto_bill_end', card: CARDS.insufficient }],
  })
  await settle(season)
  const [first] = await mailsTo(supporter, 'charge_declined')
  expect(first?.subject).toBe('Your card was declined: $25.00 for Fall Season')
  expect(first?.textBody).toContain('Why: The card did not have enough funds')
  expect(first?.textBody).toContain('We will try again on: September 14, 2026')
  expect(first?.textBody).toContain('You have not been charged')
  for (const days of [1, 3, 7]) {
    app.clock.advance({ days, minutes: 1 })
    await runDueJobs(app.deps)
  }
  expect(await mailsTo(supporter, 'charge_declined')).toHaveLength(1)
  expect(await mailsTo(supporter, 'pay_link')).toHaveLength(1)
})

it('a hard decline is mailed once, with the pay link', async () => {
  const { season, supporter } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '25.00' }, method: 'auto_bill_end', card: CARDS.expired }],
  })
  await settle(season)
  expect(await mailsTo(supporter, 'charge_declined')).toEqual([])
  expect(await mailsTo(supporter, 'pay_link')).toHaveLength(1)
})

it('a refund is mailed with its amount, reason and card', async () => {
  const { season, supporter } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5.00' }, method: 'auto_bill_end' }],
    matches: [{ ...BAY, goals: 3 }],
    champions: 'not_achieved',
  })
  await settle(season)
  const body = { statisticId: season.statistics.goals.id, quantity: -1 }
  const entry = expectStatus(await org.scorer.post<{ id: string }>(`${season.path}/results`, body), 201)
  await confirm(org.owner, season, [entry])
  await lock(org, season, 'final')
  await runDueJobs(app.deps)
  await runDueJobs(app.deps)
  const refundMails = await mailsTo(supporter, 'refund')
  expect(refundMails).toMatchObject([{ subject: 'We refunded $5.00 from Fall Season' }])
  expect(refundMails[0]?.textBody).toContain('To the card: ending in 4242')
  expect(refundMails[0]?.textBody).toContain('Why: A corrected result')
})

const expires = (supporter: Caller, year: number, month: number) =>
  app.deps.db.query(
    sql`update cards set exp_year = ${year}, exp_month = ${month} where user_id = ${supporter.userId}`,
  )

it('a card that will have expired is asked about once, two weeks before it is charged', async () => {
  // The season ends on December 15; cards are charged from December 18 or 19 on.
  const season = await openSeason(org)
  const one = async (method: 'auto_bill_end' | 'auto_bill_progress', year: number, month: number) => {
    const { supporter } = await pledge(org, season, { lines: { gift: '25.00' }, method })
    await expires(supporter, year, month)
    return supporter
  }
  const late = await one('auto_bill_end', 2026, 11)
  const weekly = await one('auto_bill_progress', 2026, 9)
  const good = await one('auto_bill_end', 2026, 12)
  await askForNewCards(app.deps)
  expect(await mailsTo(late, 'card_expires')).toEqual([])
  const [asked] = await mailsTo(weekly, 'card_expires')
  expect(asked?.subject).toMatch(/^Your card for Fall Season/)
  expect(asked?.textBody).toContain('Expires: 09/2026')
  const until = (day: string) => {
    app.clock.advance({ minutes: (Date.parse(day) - app.clock.now().getTime()) / 60_000 })
    return askForNewCards(app.deps)
  }
  await until('2026-12-04T16:00:00Z')
  expect(await mailsTo(late, 'card_expires')).toEqual([])
  await until('2026-12-05T16:00:00Z')
  await askForNewCards(app.deps)
  expect(await mailsTo(late, 'card_expires')).toMatchObject([
    { subject: 'Your card for Fall Season has expired' },
  ])
  expect(await mailsTo(good, 'card_expires')).toEqual([])
})

it('a pledge with a card that has expired is refused', async () => {
  const season = await openSeason(org)
  const supporter = await app.user()
  const wish = { lines: { gift: '25.00' }, method: 'auto_bill_end' } as const
  const body = await pledgeBody(supporter, season, wish)
  expectStatus(await supporter.post(`${season.path}/pledges`, body), 201)
  await expires(supporter, 2026, 11)
  const refused = expectStatus(await supporter.post<{ fields?: object }>(`${season.path}/pledges`, body), 400)
  expect(refused.fields).toEqual({
    stripePaymentMethodId: 'This card has expired: save another one',
  })
})
