/** Pledges paid by card, from pledge to books: each ends in its journal, its pledges and what the organization is owed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import type { Blocker } from '#domain/schemas/settlement.ts'
import { expectStatus } from '#tests/app.ts'
import {
  BAY,
  CARDS,
  correctGoals,
  declare,
  lock,
  play,
  previewOf,
  setStatus,
  tryToLock,
} from '#tests/fixtures.ts'
import { tryToPrepare } from '#tests/payouts.ts'
import {
  back,
  balanceOf,
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

const COVE = { opponent: 'Cove', startTime: '2026-09-10T14:00:00Z' }
const playBay = (goals: number) => play(story.org, story.season, { ...BAY, goals })
const playCove = (goals: number) => play(story.org, story.season, { ...COVE, goals })
/** The match's goals as they should have been, confirmed by a second person. */
async function correct(eventId: string, goals: number): Promise<void> {
  const { org, season } = story
  await correctGoals(org, season, eventId, goals)
}
const settle = async (kind: 'progress' | 'final', more: Record<string, unknown> = {}) => {
  const { totals } = await lock(story.org, story.season, kind, more)
  await passNotice(story)
  return totals
}
const atTheEnd = (goals: string) => ({ lines: { goals }, method: 'auto_bill_end' }) as const

test('a capped pledge pays its gift first, then match by match up to the maximum', async () => {
  await back(story, 'Ana', { ...atTheEnd('3.33'), lines: { goals: '3.33', gift: '10.00' }, most: '20.00' })
  await back(story, 'Ben', { ...atTheEnd('3.33'), lines: { goals: '3.33', gift: '10.00' } })
  await playBay(2)
  await playCove(2)
  await settle('final')
  expect(await books(story)).toMatchSnapshot()
})

test('a pledge made mid-season is billed for earlier results with the next settlement', async () => {
  await back(story, 'Ana', { lines: { goals: '2.00' } })
  await playBay(5)
  await settle('progress')
  await back(story, 'Ben', { lines: { goals: '2.00', gift: '10.00' } })
  await playCove(4)
  await settle('progress')
  await settle('final')
  expect(await books(story)).toMatchSnapshot()
})

describe('a result corrected down after charging', () => {
  test('before the final settlement is carried, then refunded with it from the newest charge', async () => {
    await back(story, 'Ana', { lines: { goals: '2.00' } })
    const bay = await playBay(10)
    await settle('progress')
    await correct(bay, 15)
    await settle('progress')
    await correct(bay, 8)
    expect((await previewOf(story.org, story.season, 'progress')).totals.carried).toBe('-14.00')
    expect((await settle('final')).refunded).toBe('14.00')
    expect(await books(story)).toMatchSnapshot()
  })

  test('after the final settlement is refunded by a new version, only the difference', async () => {
    await back(story, 'Ana', atTheEnd('2.00'))
    await back(story, 'Ben', { lines: { gift: '40.00' }, method: 'auto_bill_end' })
    const bay = await playBay(10)
    await settle('final')
    await correct(bay, 7)
    expect(await settle('final')).toMatchObject({ toBill: '0.00', refunded: '6.00' })
    expect(await books(story)).toMatchSnapshot()
  })
})

describe('a result corrected up after the final settlement', () => {
  test('is waived: nobody pays for the increase', async () => {
    await back(story, 'Ana', atTheEnd('2.00'))
    const bay = await playBay(10)
    await settle('final')
    await correct(bay, 12)
    expect(await settle('final')).toMatchObject({ waived: '4.00', toBill: '0.00' })
    expect(await books(story)).toMatchSnapshot()
  })

  test('and then down reverses the waiver first and refunds only what was paid', async () => {
    await back(story, 'Ana', atTheEnd('2.00'))
    const bay = await playBay(10)
    await settle('final')
    await correct(bay, 15)
    await settle('final')
    await correct(bay, 9)
    expect(await settle('final')).toMatchObject({ waived: '-10.00', refunded: '2.00' })
    expect(await books(story)).toMatchSnapshot()
  })

  test('is a second charge with its own notice period when billed on purpose', async () => {
    await back(story, 'Ana', atTheEnd('2.00'))
    const bay = await playBay(10)
    await settle('final')
    await correct(bay, 13)
    expect(await settle('final', { billIncreases: true })).toMatchObject({ waived: '0.00', toBill: '6.00' })
    expect(await books(story)).toMatchSnapshot()
  })
})

test('a charge declined three times is paid through the pay link with another card', async () => {
  const ana = await back(story, 'Ana', { ...atTheEnd('2.00'), card: CARDS.insufficient })
  await playBay(10)
  await settle('final')
  await pass(story, { days: 1, minutes: 1 })
  await pass(story, { days: 3, minutes: 1 })
  expect(await chargesOf(story)).toMatchObject([{ state: 'failed', attempts: 3 }])
  await payByLink(story, await linkFromMail(story, ana, 'settlement_statement'), CARDS.good)
  await pass(story, { days: 8 })
  expect(await chargesOf(story)).toMatchObject([{ state: 'succeeded', attempts: 3 }])
  expect(await books(story)).toMatchSnapshot()
})

test('a campaign paused between notice and charge charges nothing until a new notice period is over', async () => {
  const { org, season } = story
  await back(story, 'Ana', { lines: { goals: '2.00' } })
  await playBay(10)
  await lock(org, season, 'progress')
  await pass(story, { days: 1 })
  await setStatus(org, season, 'paused')
  await pass(story, { days: 10 })
  expect(await chargesOf(story)).toMatchObject([{ state: 'scheduled', attempts: 0 }])
  await setStatus(org, season, 'active')
  await pass(story, { minutes: 1 })
  await pass(story, { days: 2, hours: 23 })
  expect(await chargesOf(story)).toMatchObject([{ state: 'scheduled', attempts: 0 }])
  await pass(story, { hours: 2 })
  await settle('final')
  expect(await books(story)).toMatchSnapshot()
})

test('rained-out matches that are overridden with a reason neither block the final lock nor bill anything', async () => {
  const { org, season } = story
  await back(story, 'Ana', { lines: { goals: '2.00', champions: '25.00' }, method: 'auto_bill_end' })
  await playBay(6)
  for (const day of ['16', '23']) {
    const startTime = `2026-09-${day}T18:00:00Z`
    const event = { name: `vs. Dale, September ${day}`, eventType: 'game', startTime }
    expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
  }
  await declare(org, season, 'not_achieved')
  await pass(story, { days: 20 })
  const refused = await tryToLock(org, season, 'final')
  const { blockers } = (refused.body as unknown as { details: { blockers: Blocker[] } }).details
  expect(blockers.map(({ message }) => message)).toEqual([
    'vs. Dale, September 16 has no result for Goals',
    'vs. Dale, September 23 has no result for Goals',
  ])
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Rained out' }))
  await settle('final', { declared })
  expect(await books(story)).toMatchSnapshot()
})

describe('a campaign cancelled mid-season', () => {
  /** Ana has paid, Ben's charge is retried, Cy has a notice, Dee would have paid at the end. */
  async function playHalfSeason(): Promise<void> {
    const { org, season } = story
    await back(story, 'Ana', { lines: { goals: '2.00' } })
    await back(story, 'Ben', { lines: { goals: '3.00' }, card: CARDS.insufficient })
    await playBay(10)
    await settle('progress')
    await back(story, 'Cy', { lines: { goals: '4.00' } })
    await back(story, 'Dee', { lines: { goals: '5.00' }, method: 'check' })
    await lock(org, season, 'progress')
    await pass(story, { minutes: 1 })
  }

  test('keeps what was collected and voids what was open', async () => {
    await playHalfSeason()
    const { org, season } = story
    const path = `${season.path}/cancellation`
    const shown = expectStatus(await org.representative.get<Cancellation>(path), 200)
    expect(shown).toMatchObject({ charges: { amount: '40.00' }, retries: { amount: '30.00' } })
    await setStatus(org, season, 'cancelled')
    await pass(story, { days: 30 })
    expect(await books(story)).toMatchSnapshot()
  })

  test('with a full refund returns everything collected, the commission too', async () => {
    await playHalfSeason()
    await setStatus(story.org, story.season, 'cancelled', { refundAll: true })
    await pass(story, { days: 30 })
    expect(await books(story)).toMatchSnapshot()
  })
})

test('a refund after a payout leaves the organization owing it until the next collection covers it', async () => {
  const { org, season } = story
  await back(story, 'Ana', { lines: { goals: '4.00' } })
  const bay = await playBay(10)
  await settle('progress')
  await payOut(story, '30.00')
  await back(story, 'Ben', { lines: { gift: '100.00' }, method: 'auto_bill_end', card: CARDS.insufficient })
  await correct(bay, 5)
  await settle('final')
  expect(await balanceOf(story)).toMatchObject({ collected: '20.00', paidOut: '30.00', owed: '-15.00' })
  expect((await tryToPrepare(org, season, '0.01', { by: org.representative })).status).toBe(400)
  const [, ben] = story.backers
  if (!ben) throw new Error('no Ben')
  await payByLink(story, await linkFromMail(story, ben, 'settlement_statement'), CARDS.good)
  await pass(story, { days: 1 })
  await payOut(story, '60.00')
  expect(await books(story)).toMatchSnapshot()
})
