/** Pledges paid by bank account, from the debit to the books: it takes days, and may be returned (R60). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MANDATE_VERSION } from '#domain/billing/bank-debit.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BANK_ACCOUNTS, connectBankAccount } from '#tests/bank-accounts.ts'
import { CARDS, lock, saveCard } from '#tests/fixtures.ts'
import {
  type Backer,
  back,
  books,
  chargesOf,
  closeStory,
  linkFromMail,
  openStory,
  pass,
  passNotice,
  payByLink,
  payOut,
  type Story,
} from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => closeStory(story))

const gift = (account: string) => ({ lines: { gift: '40.00' }, method: 'bank_account', account }) as const
/** The bank's answer, four business days and a weekend later. */
const passBank = () => pass(story, { days: 6, minutes: 1 })
const stateOf = async () => (await chargesOf(story)).map(({ state }) => state)
const kindsTo = async ({ supporter }: Backer) => {
  const rows = await story.app.deps.db.query<{ kind: string }>(
    sql`select kind from mails where to_address = ${supporter.email} order by id`,
  )
  return rows.map(({ kind }) => kind)
}

/** What the history says of attempts, oldest first. */
async function history(): Promise<[text: string, reason: string | null][]> {
  const { org, season } = story
  const path = `${season.path}/audit-log?kind=money`
  const entries = expectStatus(await org.representative.get<AuditEntry[]>(path), 200).reverse()
  const reasonIn = ({ changes }: AuditEntry) => changes.find(({ label }) => label === 'Reason')?.after ?? null
  const told = entries.map((entry): [string, string | null] => [entry.text, reasonIn(entry)])
  return told.filter(([text]) => /^A (card|bank account|charge) was/.test(text))
}

async function debit(account: string): Promise<Backer> {
  const ana = await back(story, 'Ana', gift(account))
  await lock(story.org, story.season, 'final')
  await passNotice(story)
  expect(await stateOf()).toEqual(['processing'])
  return ana
}

test('a debit counts as collected when its bank has paid it, and not before', async () => {
  const ana = await debit(BANK_ACCOUNTS.good)
  await pass(story, { days: 1 })
  expect(await stateOf()).toEqual(['processing'])
  const { changes, charges } = expectStatus(
    await ana.supporter.get<PledgeDetail>(`/api/pledges/${ana.pledge.id}`),
    200,
  )
  expect(changes.cannotCancelReason).toMatch(/^Your bank is working on a debit. It answers by \w+ \d+, 2026/)
  expect(charges).toMatchObject([{ state: 'processing', answersBy: expect.stringMatching(/^2026-/) }])
  await passBank()
  expect(await kindsTo(ana)).toContain('receipt')
  expect(await history()).toEqual([['A bank account was charged', null]])
  expect(await books(story)).toMatchSnapshot()
})

test('a debit returned for its balance is sent again four days later, and then paid', async () => {
  await debit(BANK_ACCOUNTS.insufficient)
  await passBank()
  expect(await chargesOf(story)).toMatchObject([
    { state: 'failed', reason: 'The bank account did not have enough funds' },
  ])
  await story.app.deps.db.query(sql`update sandbox.payment_methods set behaviour = 'succeeds'`)
  await pass(story, { days: 4, minutes: 1 })
  expect(await stateOf()).toEqual(['processing'])
  await passBank()
  expect(await books(story)).toMatchSnapshot()
})

test('a debit returned three times is past due, and paid by link with a card', async () => {
  const ana = await debit(BANK_ACCOUNTS.insufficient)
  await passBank()
  for (const days of [4, 7]) {
    await pass(story, { days, minutes: 1 })
    await passBank()
  }
  expect(await stateOf()).toEqual(['past_due'])
  await payByLink(story, await linkFromMail(story, ana, 'pay_link'), CARDS.good)
  expect(await books(story)).toMatchSnapshot()
  const declined = ['A bank account was declined', 'The bank account did not have enough funds']
  expect(await history()).toEqual([declined, declined, declined, ['A card was charged', null]])
})

test('a debit of a closed account is not sent again, and its authorization ends', async () => {
  const ana = await debit(BANK_ACCOUNTS.closed)
  await passBank()
  expect(await chargesOf(story)).toMatchObject([{ state: 'past_due', reason: 'The bank account is closed' }])
  expect(await kindsTo(ana)).toEqual(expect.arrayContaining(['pay_link', 'mandate_ended']))
  expect(expectStatus(await ana.supporter.get('/api/user/bank-accounts'), 200)).toEqual([])
})

test('a debit that comes back after its supporter chose a card is charged to the card, and no bill is past due', async () => {
  const { supporter, ...ana } = await debit(BANK_ACCOUNTS.closed)
  const stripePaymentMethodId = await saveCard(supporter)
  const path = `/api/pledges/${ana.pledge.id}`
  const changed = expectStatus(await supporter.put<PledgeDetail>(path, { stripePaymentMethodId }), 200)
  expect(changed.consentText).toMatch(
    /I chose to pay by card instead of by bank account: my card is charged once, after the season, three days after the statement\.$/,
  )
  const kept = await story.app.deps.db.query<{ consentText: string }>(sql`
    select consent_text from pledge_consents where pledge_id = ${ana.pledge.id}`)
  expect(kept).toEqual([{ consentText: ana.pledge.consentText }])
  await passBank()
  expect(await stateOf()).toEqual(['succeeded'])
  expect(await kindsTo({ supporter, ...ana })).not.toContain('pay_link')
  expect(await history()).toEqual([
    ['A bank account was declined', 'The bank account is closed'],
    ['A card was charged', null],
  ])
})

test('a debit that its bank takes back after the payout is out of collected, written off and owed back', async () => {
  const ana = await debit(BANK_ACCOUNTS.returnedLate)
  await passBank()
  await payOut(story, '30.00')
  await pass(story, { days: 11 })
  expect(await kindsTo(ana)).toContain('mandate_ended')
  expect(await books(story)).toMatchSnapshot()
  const again = await books(story)
  await pass(story, { days: 2 })
  expect(await books(story)).toBe(again)
})

test('a debit is not sent again more than 180 days after the first, and a card is asked for', async () => {
  const ana = await debit(BANK_ACCOUNTS.insufficient)
  await passBank()
  await story.app.deps.db.query(sql`update campaigns set status = 'paused'`)
  await pass(story, { days: 181 })
  await story.app.deps.db.query(sql`update campaigns set status = 'active'`)
  await pass(story, { minutes: 1 })
  expect(await chargesOf(story)).toMatchObject([
    { state: 'past_due', reason: 'The first debit was too long ago to debit the bank account again' },
  ])
  expect((await history()).at(-1)).toEqual([
    'A bank account was not charged',
    'The first debit was too long ago to debit the bank account again',
  ])
  expect(await kindsTo(ana)).toContain('pay_link')
})

test('a refund of a debit of more than 180 days ago is owed, and the bank is not asked', async () => {
  await debit(BANK_ACCOUNTS.good)
  await passBank()
  const { representative } = story.org
  const [charge] = await chargesOf(story)
  const refund = (amount: string) =>
    representative.post(`/api/charges/${charge?.id}/refunds`, { amount, reason: 'As agreed' })
  expectStatus(await refund('10.00'), 201)
  await pass(story, { minutes: 1 })
  await pass(story, { days: 181 })
  expectStatus(await refund('5.00'), 201)
  await pass(story, { minutes: 1 })
  const refunds = await story.app.deps.db.query(sql`
    select amount_cents, state, provider_reference is not null as is_sent from refunds order by id`)
  expect(refunds).toEqual([
    { amountCents: 1000, state: 'paid', isSent: true },
    { amountCents: 500, state: 'failed', isSent: false },
    { amountCents: 500, state: 'due', isSent: false },
  ])
})

test('an authorization is kept with its words, time and version, and an account without one is refused', async () => {
  const { app } = story
  const supporter = await app.user({ firstName: 'Ana' })
  const old = await supporter.post('/api/bank-accounts/setups', { mandateVersion: 'old' })
  expect(old.status).toBe(400)
  const account = await connectBankAccount(supporter, BANK_ACCOUNTS.good)
  const saved = await supporter.post('/api/bank-accounts', { stripePaymentMethodId: account })
  expect(saved).toMatchObject({ status: 201, body: { stripePaymentMethodId: account, last4: '6789' } })
  const other = await app.user({ firstName: 'Ben' })
  const stolen = await other.post('/api/bank-accounts', { stripePaymentMethodId: account })
  expect(stolen.status).toBe(400)
  expect(await app.deps.db.query(sql`select version, mandate_text, agreed_at from debit_mandates`)).toEqual([
    {
      version: MANDATE_VERSION,
      mandateText: expect.stringContaining('I authorize Pledgeraiser to debit my bank account'),
      agreedAt: app.clock.now(),
    },
  ])
})
