/**
 * What a kept database contains: three organizations, of which one has finished its season, one has cards that are about
 * to be charged, and one has only a draft. Everything is made through the API, as people would.
 */

import type { Exception } from '#domain/schemas/exception.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { runDueJobs } from '#server/jobs.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  CARDS,
  declare,
  enterMatch,
  invoicesOf,
  lock,
  openDraft,
  openSeason,
  payment,
  play,
  setUpOrganization,
} from '#tests/fixtures.ts'
import { recordRefund } from '#tests/manual-refunds.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import { approved } from '#tests/sign-offs.ts'
import { back, chargesOf, type Story } from '#tests/stories/story.ts'
import { finishWithGuests } from './guests-story.ts'

export const STARTS_AT = '2026-09-10T16:00:00Z'
/** Ana signs in with it. */
export const PASSWORD = 'a long password'

export async function playSeasons(app: TestApp): Promise<void> {
  await finishSeason(app)
  await finishWithGuests(await openStoryAt(app, 'Prairie Readers'))
  await startSeason(app)
  await prepareSeason(app)
  await runDueJobs(app.deps)
}

async function openStoryAt(app: TestApp, name: string): Promise<Story> {
  const org = await setUpOrganization(app, name)
  return { app, org, season: await openSeason(org), backers: [] }
}

/** A season with both kinds of settlement, a correction, every payment method, refunds, and two payouts. */
async function finishSeason(app: TestApp): Promise<void> {
  const story = await openStoryAt(app, 'Harbor High Boosters')
  const { org, season } = story
  await invite(story)
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' } })
  await app.deps.identity.createAccount?.({
    email: ana.supporter.email,
    password: PASSWORD,
    firstName: 'Ana',
    lastName: 'Whitfield',
  })
  const ben = await back(story, 'Ben', {
    lines: { goals: '3.00', champions: '25.00' },
    method: 'auto_bill_end',
    most: '60.00',
  })
  expectStatus(await ben.supporter.put(`/api/pledges/${ben.pledge.id}`, { maximumAmount: '50.00' }), 200)
  await back(story, 'Cleo', { lines: { goals: '2.00' }, method: 'check' })
  await back(story, 'Dev', { lines: { gift: '25.00', wins: '5.00' }, method: 'cash' })
  await back(story, 'Eli', { lines: { gift: '30.00' }, method: 'auto_bill_end', card: CARDS.insufficient })
  await back(story, 'Hal', { lines: { goals: '2.00' }, method: 'check' })

  await play(org, season, { opponent: 'Bay', startTime: '2026-09-05T18:00:00Z', goals: 5, wins: 1 })
  await bill(org, season, 'progress')

  const match = { opponent: 'Lakeside', startTime: '2026-09-12T18:00:00Z' }
  const eventId = await play(org, season, { ...match, goals: 5, wins: 1 })
  await declare(org, season, 'achieved')
  await bill(org, season, 'final')

  const bouncing = await receiveChecks(story)
  await refundACourtesy(story)
  // One goal fewer is refunded; one win more is waived, as no one says that it is to be billed (R33).
  await play(org, season, { ...match, eventId, goals: 4, wins: 2 })
  await bill(org, season, 'final')
  await bounce(story, bouncing)
  await payOut(story)
}

/** What has nothing to do with money: an ambassador, an invited scorer, a reported comment, a reward. */
async function invite({ app, org: { owner, organizationId }, season: { path } }: Story): Promise<void> {
  expectStatus(await owner.post(`${path}/ambassadors`, { email: 'noor@example.org' }), 201)
  const invitation = { email: 'kit@example.org', role: 'scorer' }
  expectStatus(await owner.post(`/api/organizations/${organizationId}/invitations`, invitation), 201)
  const fan = await app.user({ firstName: 'Gil' })
  const key = { 'idempotency-key': 'go-harbor' }
  const comment = expectStatus(
    await fan.post<{ id: string }>(`${path}/comments`, { message: 'Go Harbor!' }, key),
    201,
  )
  const report = { reason: 'Not about the game' }
  expectStatus(await owner.post(`${path}/comments/${comment.id}/reports`, report), 201)
  const reward = { title: 'A signed ball', description: 'By the team', type: 'top_supporter', maxWinners: 1 }
  expectStatus(await owner.post(`${path}/rewards`, reward), 201)
}

const today = ({ clock }: TestApp) => clock.now().toISOString().slice(0, 10)

/** Checks above their invoices, whose excess is refunded, and cash; all of it is deposited. Returns Hal's check. */
async function receiveChecks({ app, org, season, backers }: Story): Promise<Payment> {
  const invoices = await invoicesOf(org, season)
  const post = async (name: string, amount: string, method: 'check' | 'cash') => {
    const pledgeId = backers.find((backer) => backer.name === name)?.pledge.id
    const invoice = invoices.find((one) => one.pledgeId === pledgeId)
    const form = { ...payment(invoice ?? { id: '' }, amount, app), method }
    return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
  }
  const cleo = await post('Cleo', '25.00', 'check')
  const dev = await post('Dev', '35.00', 'cash')
  const hal = await post('Hal', '30.00', 'check')
  const slip = { paymentIds: [cleo, dev, hal].map(({ id }) => id), amount: '90.00', depositedOn: today(app) }
  expectStatus(await org.representative.post('/api/deposits', slip), 201)
  for (const { id } of [cleo, hal]) {
    const refund = {
      kind: 'overpayment',
      sourceId: id,
      method: 'check',
      reference: '2041',
      givenOn: today(app),
    }
    expectStatus(await recordRefund(org, season, refund), 201)
  }
  return hal
}

/**
 * Hal's check bounces: his invoice is open again, lower by the correction, whose refund is not owed anymore. What was
 * refunded of the check is our loss, which two people sign (R5, R34).
 */
async function bounce({ app, org, season }: Story, { id }: Payment): Promise<void> {
  const reversal = { why: 'bounced', on: today(app) }
  expectStatus(await org.representative.post(`${season.path}/payments/${id}/reversal`, reversal), 201)
  const [open] = expectStatus(await org.representative.get<Exception[]>('/api/exceptions'), 200)
  const loss = { way: 'lose', reason: 'Moved away' }
  const signOff = await org.representative.post<SignOff>(`/api/exceptions/${open?.id}/adjustments`, loss)
  expectStatus(await approved(org.second, signOff), 201)
}

async function refundACourtesy(story: Story): Promise<void> {
  const charge = (await chargesOf(story)).find(({ amount }) => amount === '50.00')
  const form = { amount: '1.50', reason: 'As a courtesy' }
  expectStatus(await story.org.representative.post(`/api/charges/${charge?.id}/refunds`, form), 201)
}

async function payOut({ org, season }: Story): Promise<void> {
  await setDestination(org)
  const sent = await approveAndSend(org, await preparePayout(org, season, '40.00'))
  expectStatus(await org.second.post(`/api/payouts/${sent.id}/arrival`, {}), 201)
  await preparePayout(org, season, '12.34')
}

/**
 * A season in progress: one result waits to be confirmed, one card is charged in three days, what another one owes is too
 * little to be billed yet, and a large pledge by check is held until a representative has looked at it (R57).
 */
async function startSeason(app: TestApp): Promise<void> {
  const story = await openStoryAt(app, 'Riverside Swim Club')
  const { org, season } = story
  await back(story, 'Fay', { lines: { goals: '4.00' } })
  await back(story, 'Gus', { lines: { goals: '0.50' } })
  await back(story, 'Jo', { lines: { gift: '10000.00' }, method: 'check' })
  await play(org, season, { opponent: 'Eastwood', startTime: '2026-09-12T18:00:00Z', goals: 3 })
  await lock(org, season, 'progress')
  await enterMatch(org, season, { opponent: 'Westfield', startTime: '2026-09-13T18:00:00Z', goals: 2 })
}

/** A draft whose owner has asked for a review. */
async function prepareSeason(app: TestApp): Promise<void> {
  const org = await setUpOrganization(app, 'Cedar Valley Library Friends')
  const { path } = await openDraft(org)
  expectStatus(await org.owner.post(`${path}/review-requests`), 201)
}
