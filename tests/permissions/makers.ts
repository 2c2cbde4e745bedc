/** What the rows of the permission table need: things that a call uses up, made for each caller. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { makeLink } from '#server/messaging/links/index.ts'
import { queueMail } from '#server/messaging/mails/queue.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/choices.ts'
import { MAX_ATTEMPTS } from '#server/money/webhooks/handle.ts'
import { sql } from '#server/platform/db/database.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { aKey, formForOneCall } from '#tests/api-keys.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  formToLock,
  invoicesOf,
  lock,
  NO_ONES_PREVIEW,
  payment,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { deliveredMails } from '#tests/mails.ts'
import { CHECK_DESTINATION, setDestination, tryToPrepare } from '#tests/payouts.ts'
import type { World } from './world.ts'

export const EVENT = { name: 'Picnic', eventType: 'fundraiser', startTime: '2026-10-03T16:00:00Z' }
export const REWARD = {
  title: 'Signed ball',
  description: 'By the whole team',
  type: 'milestone_maker',
  threshold: 5,
}
export const PROFILE = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  phone: '555 0100',
  streetAddress1: '1 Harbor Street',
  city: 'Boston',
  state: 'MA',
  zip: '02101',
}
export const RATES = { lines: { gift: '25.00' } } as const

export const anEvent = async (world: World) => {
  const { path } = world.season
  return expectStatus(await world.representative.post<{ id: string }>(`${path}/events`, EVENT), 201).id
}

/** The schedule follows a calendar, as after an import by its address. */
export const followACalendar = async ({ app, season, owner }: World): Promise<void> => {
  const at = app.clock.now()
  await app.deps.db.query(sql`
    insert into followed_calendars (campaign_id, address, added_by, added_at, tried_at, read_at)
    values (${season.id}, 'https://league.example/team.ics', ${owner.userId}, ${at}, ${at}, ${at})
    on conflict do nothing
  `)
}

/** An invitation, and the secret of its link. */
export async function invite(
  { app, owner }: TestOrganization,
  { path }: Season,
  email: string,
): Promise<{ id: string; token: string }> {
  const { id } = expectStatus(await owner.post<Ambassador>(`${path}/ambassadors`, { email }), 201)
  return { id, token: await newJoinLink(app.deps, id) }
}

export const aPicture = () =>
  sharp({ create: { width: 480, height: 240, channels: 3, background: '#12704a' } })
    .jpeg()
    .toBuffer()

/** The secret of a link that was mailed to a supporter. */
export async function aLink(world: World): Promise<string> {
  const { pledgeId, season } = world
  const url = await pledgeLink(world.app.deps, world.app.deps.db, { pledgeId, campaignId: season.id })
  return url.split('/').at(-1) ?? ''
}

/** The secret of a link to a pledge whose card was charged. */
export async function aReceiptToken(world: World): Promise<string> {
  const [charge] = await world.app.deps.db.query<{ pledgeId: string; campaignId: string }>(
    sql`select pledge_id, campaign_id from charges where id = ${world.chargeId}`,
  )
  if (!charge) throw new Error('no charge')
  return (await pledgeLink(world.app.deps, world.app.deps.db, charge)).split('/').at(-1) ?? ''
}

export async function anInvoicePdf(world: World, how: 'by link' | 'of the pledge'): Promise<string> {
  const [invoice] = await invoicesOf(world, world.ended)
  const { pledgeId = '', number = '' } = invoice ?? {}
  const url = await pledgeLink(world.app.deps, world.app.deps.db, { pledgeId, campaignId: world.ended.id })
  const of = how === 'by link' ? `pledge-links/${url.split('/').at(-1)}` : `pledges/${pledgeId}`
  return `/api/${of}/invoices/${number}/print.pdf`
}

export async function anUnsubscribeToken(world: World): Promise<string> {
  const link = await unsubscribeLinks(world.app.deps, world.app.deps.db)
  return link(world.supporter.userId, 'results_digest').split('/').at(-1) ?? ''
}

/** Anything that a call uses up is made again for every caller. */
export async function anUnprocessedEvent({ app }: World): Promise<string> {
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  await app.deps.db.query(sql`
    insert into card_events (provider, id, type, subject, reference, received_at, attempts, next_attempt_at)
    values (
      ${app.deps.cards.provider}, ${id}, 'charge.refunded', 'refunds', 'pi_1', ${app.clock.now()},
      ${MAX_ATTEMPTS}, ${app.clock.now()}
    )`)
  return id
}

export async function anUndeliveredMail({ app }: World): Promise<string> {
  const idempotencyKey = `receipt:${randomUUID()}`
  await app.deps.db.transaction((tx) =>
    queueMail(tx, app.clock, {
      kind: 'receipt',
      idempotencyKey,
      to: anAddress(),
      subject: 'Receipt',
      text: 'Thank you',
    }),
  )
  const [mail] = await app.deps.db.query<{ id: string }>(
    sql`update mails set failed_at = created_at, failure = 'SMTP 550' where idempotency_key = ${idempotencyKey} returning id`,
  )
  return mail?.id ?? ''
}

export const anAddress = () => `${randomUUID()}@example.org`
export const anEntry = async (world: World): Promise<string> => {
  const body = { statisticId: world.season.statistics.wins.id, quantity: 1 }
  return expectStatus(await world.scorer.post<ResultEntry>(`${world.season.path}/results`, body), 201).id
}
/** Entered by the second representative, so that the owner and the first one are second people (R18). */
export const anUnconfirmedEntry = async (world: World): Promise<string> => {
  const body = { statisticId: world.season.statistics.wins.id, quantity: 1 }
  return expectStatus(await world.second.post<ResultEntry>(`${world.season.path}/results`, body), 201).id
}
/** Confirmed, with a void that the scorer asked for: the scorer may withdraw it, an owner declines it (R18). */
export const aRequestedVoid = async (world: World): Promise<string> => {
  const id = await anUnconfirmedEntry(world)
  const { path } = world.season
  expectStatus(await world.owner.post(`${path}/results/confirmations`, { resultIds: [id] }), 201)
  expectStatus(await world.scorer.post(`${path}/results/${id}/void`, { reason: 'Counted twice' }), 201)
  return id
}
/** By a representative other than the one who acts. */
export async function aProposedRepresentative(world: World): Promise<string> {
  const { userId, email } = await world.app.user()
  const other = await world.app.representative('Proposer')
  expectStatus(await other.post('/api/representatives', { email }), 201)
  return userId
}
export const aKeyForOneCall = async (world: World): Promise<string> =>
  (await aKey(world, world.owner, await formForOneCall(world))).id
export const aMember = async (world: World): Promise<Caller> => {
  const member = await world.app.user()
  await joinOrganization(world.app, world.organizationId, member)
  return member
}
export async function anInvitation(
  world: World,
  owner = world.owner,
  organizationId = world.organizationId,
): Promise<{ id: string; token: string }> {
  const path = `/api/organizations/${organizationId}/invitations`
  const body = { email: anAddress(), role: 'scorer' }
  const { id } = expectStatus(await owner.post<{ id: string }>(path, body), 201)
  const [mail] = await deliveredMails(world.app.deps.db, sql`to_address = ${body.email}`)
  const token = /join\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token) return { id, token }
  // None is mailed until a campaign is activated.
  const { db, clock } = world.app.deps
  return { id, token: await makeLink(db, clock, 'invitation', { subjectId: id }) }
}
/** The same as the one that is set: another one would wait three days. */
export const DESTINATION = CHECK_DESTINATION
export async function withdrawProposedDestination(world: World): Promise<void> {
  const path = `/api/organizations/${world.organizationId}`
  const { proposedDestination } = expectStatus(await world.second.get<ManagedOrganization>(path), 200)
  if (proposedDestination)
    expectStatus(await world.second.delete(`${path}/payout-destinations/${proposedDestination.id}`), 204)
}
/** Proposed by the second representative, so that the first one is a second person. */
export async function aDestination(world: World): Promise<string> {
  await withdrawProposedDestination(world)
  const path = `/api/organizations/${world.organizationId}/payout-destinations`
  return expectStatus(await world.second.post<{ id: string }>(path, DESTINATION), 201).id
}
export async function aPayout(world: World): Promise<string> {
  const made = await world.second.get<Payout[]>(`${world.ended.path}/payouts`)
  for (const { id, state } of expectStatus(made, 200)) {
    if (state === 'prepared' || state === 'approved')
      expectStatus(await world.second.post(`/api/payouts/${id}/withdrawal`), 200)
  }
  return expectStatus(await tryToPrepare(world, world.ended, '1.00', { by: world.second }), 201).id
}

export const todayOf = (world: World): string => world.app.clock.now().toISOString().slice(0, 10)
/** A dollar of the invoice, posted by the second representative. */
export async function aPayment(world: World): Promise<string> {
  const [invoice] = await invoicesOf(world, world.ended)
  const form = payment(invoice ?? { id: randomUUID() }, '1.00', world.app)
  return expectStatus(await world.second.post<{ id: string }>(`${world.ended.path}/payments`, form), 201).id
}
export async function aDeposit(world: World): Promise<string> {
  const form = { paymentIds: [await aPayment(world)], amount: '1.00', depositedOn: todayOf(world) }
  return expectStatus(await world.second.post<{ id: string }>('/api/deposits', form), 201).id
}
/** Prepared by the second representative, approved by the first one. */
export async function anApprovedPayout(world: World): Promise<string> {
  await withdrawProposedDestination(world)
  await setDestination(world)
  const id = await aPayout(world)
  expectStatus(await world.representative.post(`/api/payouts/${id}/approval`, {}), 201)
  return id
}
export async function aPaidPayout(world: World): Promise<string> {
  world.paidPayoutId ??= await aSentPayout(world)
  return world.paidPayoutId
}
export async function aSentPayout(world: World): Promise<string> {
  const id = await anApprovedPayout(world)
  const path = `/api/payouts/${id}/dispatch`
  expectStatus(await world.representative.post(path, { reference: '1041' }), 201)
  return id
}
/** One that no one has confirmed yet. */
export async function anUnconfirmedPayout(world: World): Promise<string> {
  const made = expectStatus(await world.second.get<Payout[]>(`${world.ended.path}/payouts`), 200)
  return (
    made.find(({ id, next }) => next === 'confirm' && id !== world.paidPayoutId)?.id ?? aSentPayout(world)
  )
}

/** Of what the representative was shown, where there is something to show. */
export const aLock = async (world: World, path: string) =>
  path === world.season.path
    ? await formToLock(world, world.season, 'progress')
    : { kind: 'progress', version: 1, previewId: NO_ONES_PREVIEW }

/** A season whose final settlement can still be withdrawn. */
export async function aSettlement(world: World, path: string): Promise<string> {
  if (path !== world.season.path) return `${path}/settlements/${world.settlementId}`
  const { season } = await givenSeason({ org: world, pledges: [{ ...RATES, method: 'check' }] })
  const { id } = await lock(world, season, 'final')
  return `${season.path}/settlements/${id}`
}

/** The active season's money has not moved yet: such calls go to the ended one. */
export const withMoney = (world: World, path: string): string =>
  path === world.season.path ? world.ended.path : path

/** From someone new, and too large to count at once (R57). */
export async function aHeldPledge({ app, season }: World): Promise<string> {
  const person = await app.user({ firstName: 'Pat' })
  const body = {
    paymentMethod: 'check',
    pledgeStatistics: [{ statisticId: season.statistics.gift.id, pledgeAmount: '6000.00' }],
  }
  return expectStatus(await person.post<{ id: string }>(`${season.path}/pledges`, body), 201).id
}

/** On this machine, where nobody answers. */
export const aWebhookAddress = () => ({ url: `http://127.0.0.1:9/${randomUUID()}` })

/** The others are removed: there are only five. */
export async function aWebhookEndpoint(world: World): Promise<string> {
  await removeWebhookEndpoints(world)
  const path = `/api/organizations/${world.organizationId}/webhook-endpoints`
  const { id } = expectStatus(await world.owner.post<{ id: string }>(path, aWebhookAddress()), 201)
  return `/api/webhook-endpoints/${id}`
}
export const removeWebhookEndpoints = ({ app, organizationId }: World) =>
  app.deps.db.query(sql`delete from webhook_endpoints where organization_id = ${organizationId}`)
