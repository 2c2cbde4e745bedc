/** The counts in the navigation: all campaigns for a representative, their own for a member (R18, R24, R27, R43). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenWork, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  bill,
  CARDS,
  enterMatch,
  openDraft,
  openSeason,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { anEmail, holdAsGuest } from '#tests/guests.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { CHECK_DESTINATION } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
})
afterAll(() => app.close())

const open = async (by: Caller): Promise<OpenWork> =>
  expectStatus(await by.get<OpenWork>('/api/desk/open'), 200)
const NOTHING = {
  reviews: 0,
  results: 0,
  comments: 0,
  failedCharges: 0,
  toDeposit: 0,
  payouts: 0,
  disputes: 0,
  undelivered: 0,
}

it('the open work of everyone is nothing while nothing waits', async () => {
  for (const by of [org.representative, org.owner, org.scorer]) expect(await open(by)).toEqual(NOTHING)
})

it('results that wait are counted for those who may confirm them, and not for who entered them', async () => {
  await enterMatch(org, season, { ...BAY, goals: 3, wins: 1 })
  const other = await setUpOrganization(app, 'Ridgeview')
  expect((await open(org.owner)).results).toBe(2)
  expect((await open(org.representative)).results).toBe(2)
  expect((await open(org.scorer)).results).toBe(0)
  expect((await open(other.owner)).results).toBe(0)
})

it('a proposed payout destination is a step of the representatives who may approve it, until one does', async () => {
  const ridge = await setUpOrganization(app, 'Ridge Payouts')
  await openSeason(ridge)
  const proposed = async (by: Caller) => {
    const { steps } = expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps'), 200)
    return steps.filter(({ kind }) => kind === 'approve_destination').map((step) => step.organizationId)
  }
  const path = `/api/organizations/${ridge.organizationId}/payout-destinations`
  const { id } = expectStatus(await ridge.second.post<{ id: string }>(path, CHECK_DESTINATION), 201)
  expect(await proposed(ridge.representative)).toEqual([ridge.organizationId])
  expect(await proposed(ridge.second)).toEqual([])
  expectStatus(await ridge.representative.post(`${path}/${id}/approval`), 201)
  expect(await proposed(ridge.representative)).toEqual([])
})

it('a reported message is counted once for those who may hide it, until one of them decides', async () => {
  const supporter = await app.user()
  const message = { message: 'Go Harbor!' }
  const { id } = expectStatus(await supporter.post<{ id: string }>(`${season.path}/comments`, message), 201)
  for (const by of [await app.user(), await app.user()])
    expectStatus(await by.post(`${season.path}/comments/${id}/reports`, { reason: 'Rude' }), 201)
  expect((await open(org.owner)).comments).toBe(1)
  expect((await open(org.representative)).comments).toBe(1)
  expect((await open(supporter)).comments).toBe(0)
  expectStatus(await org.owner.post(`${season.path}/comments/${id}/hidden`, { hidden: true }), 200)
  expect((await open(org.representative)).comments).toBe(0)
})

it('a draft whose owner asked for a review is counted for representatives only', async () => {
  const draft = await openDraft(org)
  expectStatus(await org.owner.post(`${draft.path}/review-requests`), 201)
  expect((await open(org.representative)).reviews).toBe(1)
  expect((await open(org.owner)).reviews).toBe(0)
})

it('what an owner asks for is a step of representatives until one answers', async () => {
  const asked = async (by: Caller) =>
    expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps'), 200).steps.filter(
      ({ kind }) => kind === 'answer_owner',
    )
  const { path, id } = await openSeason(org)
  expectStatus(await org.owner.post(`${path}/questions`, { question: 'End it a week later' }), 201)
  expect(await asked(org.representative)).toMatchObject([
    { campaignId: id, subject: expect.stringMatching(/ asked: End it a week later$/) },
  ])
  expectStatus(await org.second.post(`${path}/review-requests/answers`, { message: 'Done' }), 201)
  expect(await asked(org.representative)).toEqual([])
})

describe('what an owner’s own campaigns wait for', () => {
  let own: TestOrganization
  let fall: Season
  let eventId: string
  const steps = async (by: Caller) =>
    expectStatus(await by.get<WorkQueueSteps>('/api/desk/own-steps'), 200).steps
  const kinds = async (by: Caller) => (await steps(by)).map(({ kind }) => kind)
  const addMatch = async (name: string, startTime: string, eventType = 'game') => {
    const event = { name, startTime, eventType }
    return expectStatus(await own.representative.post<{ id: string }>(`${fall.path}/events`, event), 201).id
  }
  beforeAll(async () => {
    own = await setUpOrganization(app, 'Alder Creek')
    fall = await openSeason(own)
  })

  it('is nothing while no match has begun, and nothing of other organizations', async () => {
    await addMatch('vs. Next week', '2026-09-18T18:00:00Z')
    await addMatch('Picnic', '2026-09-11T18:00:00Z', 'fundraiser')
    eventId = await addMatch('vs. Bay', '2026-09-11T18:00:00Z')
    expect(await steps(own.owner)).toEqual([])
  })

  it('is what the role of each may do: a match without a result, and then an entry to confirm', async () => {
    const confirmer = await app.user()
    const treasurer = await app.user()
    await joinOrganization(app, own.organizationId, confirmer, 'confirmer')
    await joinOrganization(app, own.organizationId, treasurer, 'treasurer')
    app.clock.set('2026-09-12T16:00:00Z')
    const step = { kind: 'enter_match', subject: 'vs. Bay', eventId, campaignId: fall.id }
    expect(await steps(own.owner)).toMatchObject([step])
    for (const by of [own.scorer, confirmer]) expect(await steps(by)).toMatchObject([step])
    for (const by of [org.scorer, treasurer]) expect(await kinds(by)).toEqual([])
    await enterMatch(own, fall, { opponent: 'Bay', startTime: '2026-09-11T18:00:00Z', goals: 2, eventId })
    const toConfirm = [{ kind: 'confirm_results', subject: 'vs. Bay', count: 1 }]
    for (const by of [own.owner, confirmer]) expect(await steps(by)).toMatchObject(toConfirm)
    for (const by of [own.scorer, treasurer]) expect(await kinds(by)).toEqual([])
    expect(await Promise.all([confirmer, treasurer].map(async (by) => (await open(by)).results))).toEqual([
      1, 0,
    ])
  })

  it('is what a representative wrote about a draft, until the owner asks again', async () => {
    const draft = await openDraft(own)
    expect((await steps(own.owner)).at(-1)).toMatchObject({ kind: 'finish_draft', campaignId: draft.id })
    expectStatus(await own.owner.post(`${draft.path}/review-requests`), 201)
    expect(await kinds(own.owner)).not.toContain('finish_draft')
    const message = 'Add last year’s goals'
    expectStatus(await own.representative.post(`${draft.path}/review-requests/answers`, { message }), 201)
    expect(await steps(own.owner)).toContainEqual(
      expect.objectContaining({ kind: 'answered_review', subject: message }),
    )
    expectStatus(await own.owner.post(`${draft.path}/review-requests`), 201)
    expect(await kinds(own.owner)).toEqual(['confirm_results'])
  })

  it('is to nudge ambassadors who brought nobody, a week after the last mail to them', async () => {
    expectStatus(await own.owner.post(`${fall.path}/ambassadors`, { email: 'amy@example.org' }), 201)
    expect(await kinds(own.owner)).not.toContain('nudge')
    app.clock.advance({ days: 5 })
    expect(await kinds(own.owner)).not.toContain('nudge')
    app.clock.advance({ days: 3 })
    expect((await steps(own.owner)).at(-1)).toMatchObject({ kind: 'nudge', count: 1 })
  })

  it('is a match that is being played, also once something was entered, until it is over', async () => {
    const ridge = await setUpOrganization(app, 'Ridge')
    const spring = await openSeason(ridge)
    const startTime = new Date(app.clock.now().getTime() - 30 * 60_000).toISOString()
    const event = { name: 'vs. Lake', startTime, eventType: 'game' }
    const { id } = expectStatus(
      await ridge.representative.post<{ id: string }>(`${spring.path}/events`, event),
      201,
    )
    const step = { kind: 'match_now', subject: 'vs. Lake', eventId: id, campaignId: spring.id }
    expect(await steps(ridge.scorer)).toMatchObject([step])
    await enterMatch(ridge, spring, { opponent: 'Lake', startTime, goals: 1, eventId: id })
    expect(await kinds(ridge.scorer)).toEqual(['match_now'])
    expect(await kinds(ridge.owner)).toEqual(['match_now', 'confirm_results'])
    app.clock.advance({ hours: 2 })
    expect(await kinds(ridge.scorer)).toEqual([])
  })
})

describe('what a supporter’s own pledges wait for', () => {
  const own = async (by: Caller) => expectStatus(await by.get<WorkQueueSteps>('/api/desk/own-steps'), 200)
  const kindsOf = ({ steps }: WorkQueueSteps) => steps.map(({ kind }) => kind)

  it('is a card that failed (R35) and an open invoice (R36), each leading to its pledge, and nobody else’s', async () => {
    const billed = await openSeason(org)
    const wish = { lines: { gift: '30.00' } }
    const byCard = await pledge(org, billed, { ...wish, card: CARDS.insufficient })
    const byCheck = await pledge(org, billed, { ...wish, method: 'check' })
    expect(kindsOf(await own(byCard.supporter))).toEqual([])
    await bill(org, billed, 'final')
    const [failed] = (await own(byCard.supporter)).steps
    expect(failed).toMatchObject({ kind: 'update_card', amount: '30.00', pledgeId: byCard.pledge.id })
    const [open, ...more] = (await own(byCheck.supporter)).steps
    expect(open).toMatchObject({ kind: 'pay_invoice', amount: '30.00', pledgeId: byCheck.pledge.id })
    expect(more).toEqual([])
    expect(kindsOf(await own(await app.user()))).toEqual([])
  })

  it('is to open the link of a pledge that was made without an account under their address (R59)', async () => {
    const email = anEmail()
    await holdAsGuest(app, season, { email })
    const supporter = await app.user({ email })
    expect(kindsOf(await own(supporter))).toEqual(['confirm_pledge'])
  })

  it('has what comes next in the campaigns that they back, and of no others', async () => {
    const { supporter } = await pledge(org, season, { lines: { gift: '30.00' } })
    expect((await own(supporter)).nextEvents).toEqual([])
    const startTime = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const event = { name: 'vs. Cove', startTime, eventType: 'game' }
    expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
    expect((await own(supporter)).nextEvents).toMatchObject([{ name: 'vs. Cove', campaignId: season.id }])
    expect((await own(await app.user())).nextEvents).toEqual([])
  })
})

it('a match from months ago is listed again once its season is over: until then nothing is settled (R31)', async () => {
  const own = await setUpOrganization(app, 'Glen')
  const fall = await openSeason(own)
  const steps = async () =>
    expectStatus(await own.scorer.get<WorkQueueSteps>('/api/desk/own-steps'), 200).steps
  const startTime = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const event = { name: 'vs. Fern', startTime, eventType: 'game' }
  expectStatus(await own.representative.post(`${fall.path}/events`, event), 201)
  app.clock.advance({ days: 40 })
  expect(await steps()).toEqual([])
  app.clock.set('2026-12-17T16:00:00Z')
  expect(await steps()).toMatchObject([{ kind: 'enter_match', subject: 'vs. Fern' }])
})

it('a draft is a step of its owner for thirty days', async () => {
  const own = await setUpOrganization(app, 'Lakeside')
  await openDraft(own)
  const kinds = async () =>
    expectStatus(await own.owner.get<WorkQueueSteps>('/api/desk/own-steps'), 200).steps.map(
      ({ kind }) => kind,
    )
  app.clock.advance({ days: 29, hours: 23 })
  expect(await kinds()).toEqual(['finish_draft'])
  app.clock.advance({ hours: 1 })
  expect(await kinds()).toEqual([])
})
