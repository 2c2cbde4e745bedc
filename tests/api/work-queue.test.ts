/** The representatives' work queue shows each campaign's stage and its next steps (R18, R24, R31, R35). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stage, StepKind } from '#domain/people/work-queue.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type {
  WorkQueueCampaign,
  WorkQueuePage,
  WorkQueueStep,
  WorkQueueSteps,
} from '#domain/schemas/work-queue.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  CARDS,
  confirm,
  declare,
  enterMatch,
  lock,
  openDraft,
  openSeason,
  play,
  pledge,
  pledgeBody,
  runToChargeDate,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app, 'Harbor 100% Boosters')
})
afterAll(() => app.close())

const workQueue = async (query = ''): Promise<WorkQueuePage> =>
  expectStatus(await org.representative.get<WorkQueuePage>(`/api/desk/campaigns${query}`), 200)
const rowOf = async ({ id }: Season): Promise<WorkQueueCampaign> => {
  const row = (await workQueue('?stage=all&limit=200')).campaigns.find((one) => one.id === id)
  if (!row) throw new Error('that campaign is not in the work queue')
  return row
}
const stepsOf = async ({ id }: Season, by = org.representative): Promise<WorkQueueStep[]> => {
  const { steps } = expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps'), 200)
  return steps.filter(({ campaignId }) => campaignId === id)
}
const kindsOf = async (season: Season): Promise<StepKind[]> => (await stepsOf(season)).map(({ kind }) => kind)
const expectStage = async (season: Season, stage: Stage, ...kinds: StepKind[]): Promise<void> => {
  expect((await rowOf(season)).stage).toBe(stage)
  expect(await kindsOf(season)).toEqual(kinds)
}

it('the work queue asks somebody else to confirm a result, and nobody once the campaign is cancelled', async () => {
  const season = await openSeason(org)
  const body = { statisticId: season.statistics.goals.id, quantity: 1 }
  expectStatus(await org.representative.post(`${season.path}/results`, body), 201)
  expect(await stepsOf(season)).toEqual([])
  expect(await stepsOf(season, org.second)).toMatchObject([{ kind: 'confirm_results', subject: 'Goals' }])
  await setStatus(org, season, 'cancelled')
  expect(await stepsOf(season, org.second)).toEqual([])
  expect(await rowOf(season)).toMatchObject({ stage: 'closed', status: 'cancelled' })
})

it('a card that is tried again is no step; once it is not, two charges of it are one (R35, R73)', async () => {
  const season = await openSeason(org)
  const supporter = await app.user()
  const wish = { lines: { gift: '30.00' }, card: CARDS.expired }
  const first = await pledgeBody(supporter, season, wish)
  expectStatus(await supporter.post(`${season.path}/pledges`, first), 201)
  expectStatus(await supporter.post(`${season.path}/pledges`, { ...first, note: 'A second one' }), 201)
  await pledge(org, season, { lines: { gift: '25.00' }, card: CARDS.insufficient })
  await bill(org, season, 'progress')
  expect(await stepsOf(season)).toMatchObject([{ kind: 'failed_charges', count: 1, amount: '60.00' }])
})

it('the work queue names pledged statistics without results when a campaign ends within a week', async () => {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '2.00', wins: '5.00', gift: '25.00' } }],
  })
  const today = app.clock.now().getTime()
  const day = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10)
  expectStatus(await org.representative.put(season.path, { endDate: day(9) }), 200)
  expect(await stepsOf(season)).toEqual([])
  expectStatus(await org.representative.put(season.path, { endDate: day(5) }), 200)
  expect(await stepsOf(season)).toMatchObject([
    { kind: 'ending_without_results', count: 2, subject: 'Goals, Wins' },
  ])
  await play(org, season, { opponent: 'Cove', startTime: app.clock.now().toISOString(), goals: 1 })
  expect(await stepsOf(season)).toMatchObject([{ kind: 'ending_without_results', count: 1, subject: 'Wins' }])
})

it('the work queue counts ambassadors as invited, joined and with a pledge', async () => {
  const season = await openSeason(org)
  const joins = await app.user()
  const brings = await app.user()
  const invite = async (email: string) =>
    expectStatus(await org.owner.post<{ id: string }>(`${season.path}/ambassadors`, { email }), 201).id
  await invite('nobody@example.org')
  for (const person of [joins, brings]) {
    const id = await invite(person.email)
    const token = await newJoinLink(app.deps, id)
    expectStatus(await person.post(`${season.path}/ambassadors/join`, { token }), 200)
    if (person === brings) {
      const supporter = await app.user()
      expectStatus(
        await supporter.post(`${season.path}/pledges`, {
          paymentMethod: 'check',
          ambassadorId: id,
          pledgeStatistics: [{ statisticId: season.statistics.gift.id, pledgeAmount: '25.00' }],
        }),
        201,
      )
    }
  }
  expect(await rowOf(season)).toMatchObject({
    ambassadors: 3,
    ambassadorsJoined: 2,
    ambassadorsWithPledge: 1,
  })
})

it('the work queue shows the next step at each stage, from a draft to collecting', async () => {
  const season = await openDraft(org)
  await expectStage(season, 'draft')
  expectStatus(await org.owner.post(`${season.path}/review-requests`), 201)
  await expectStage(season, 'waiting_for_review', 'review')
  await setStatus(org, season, 'active')
  await expectStage(season, 'active')

  await pledge(org, season, { lines: { goals: '2.00', champions: '25.00' }, card: CARDS.insufficient })
  await pledge(org, season, { lines: { goals: '1.00' }, method: 'check' })
  // 40 goals last year at $2 and $1, and a title: $80 + $25 + $40.
  expect(await rowOf(season)).toMatchObject({ goal: '10000.00', forecast: '145.00', supportersCount: 2 })
  expect((await rowOf(season)).lastResultAt).toBeNull()

  const entries = await enterMatch(org, season, {
    opponent: 'Bay',
    startTime: '2026-08-30T18:00:00Z',
    goals: 3,
  })
  const enteredAt = app.clock.now().toISOString()
  expect(await rowOf(season)).toMatchObject({ unconfirmedResults: 1 })
  expect(Date.parse((await rowOf(season)).lastResultAt ?? '')).toBeLessThanOrEqual(Date.parse(enteredAt))
  expect(await stepsOf(season)).toEqual([
    {
      kind: 'confirm_results',
      campaignId: season.id,
      campaignName: 'Fall Season',
      organizationId: org.organizationId,
      organizationName: 'Harbor 100% Boosters',
      timeZone: 'America/New_York',
      count: 1,
      amount: null,
      subject: 'vs. Bay',
      eventId: entries[0]?.eventId,
      at: '2026-08-30T18:00:00.000Z',
    },
  ])

  // Another campaign that runs on is no reason to wait with this one.
  const other = await openSeason(org)
  expectStatus(await org.representative.put(other.path, { endDate: '2027-06-30' }), 200)

  // Its last day passes: the title is open, and the match waits for a second person.
  app.clock.advance({ days: 110 })
  await expectStage(season, 'awaiting_results', 'confirm_results', 'enter_results')
  await confirm(org.owner, season, entries)
  await expectStage(season, 'awaiting_results', 'enter_results')
  await declare(org, season, 'not_achieved')
  await expectStage(season, 'ready_to_settle', 'settle')

  await lock(org, season, 'final')
  await expectStage(season, 'collecting')
  await runToChargeDate(org)
  // It is tried again by itself.
  await expectStage(season, 'collecting')
  expect(await rowOf(season)).toMatchObject({ failedCharges: 1, failedAmount: '6.00', forecast: '9.00' })
})

describe('the next steps', () => {
  const read = async (query: string): Promise<WorkQueueSteps> =>
    expectStatus(await org.representative.get<WorkQueueSteps>(`/api/desk/steps?${query}`), 200)
  const keyOf = ({ kind, campaignId, eventId, subject }: WorkQueueStep) =>
    [kind, campaignId, eventId, subject].join()

  it('have one line for a campaign however many of its results wait, if asked for (R73)', async () => {
    const season = await openSeason(org)
    for (const day of [1, 2, 3, 4])
      await enterMatch(org, season, {
        opponent: `Cove ${day}`,
        startTime: `2026-09-0${day}T18:00:00Z`,
        goals: 1,
      })
    const waiting = async (query: string) =>
      (await read(`limit=200&${query}`)).steps.filter(({ campaignId }) => campaignId === season.id)
    expect(await waiting('kind=confirm_results')).toHaveLength(4)
    const grouped = await waiting('confirmations=campaign')
    expect(grouped).toMatchObject([
      { kind: 'confirm_results', count: 4, subject: null, eventId: null, at: '2026-09-01T18:00:00.000Z' },
    ])
  })

  it('are all reached by page, and by kind with the count of each (R51, R73)', async () => {
    const whole = await read('limit=200')
    expect(whole.count).toBe(whole.steps.length)
    const walked: WorkQueueStep[] = []
    for (let page = 1; walked.length < whole.count; page += 1)
      walked.push(...(await read(`limit=2&page=${page}`)).steps)
    expect(walked.map(keyOf)).toEqual(whole.steps.map(keyOf))
    expect(Object.keys(whole.kinds ?? {}).length).toBeGreaterThan(1)
    for (const [kind, count] of Object.entries(whole.kinds ?? {})) {
      const only = await read(`limit=1&kind=${kind}`)
      expect([kind, only.count, only.steps.map((step) => step.kind)]).toEqual([kind, count, [kind]])
      expect(only.kinds).toEqual(whole.kinds)
    }
    expect(await read('page=99')).toMatchObject({ steps: [], count: whole.count })
  })

  it('refuse an unknown kind and page', async () => {
    const reply = await org.representative.get<ErrorBody>('/api/desk/steps?kind=x&page=0&confirmations=y')
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.fields ?? {})).toEqual(['kind', 'confirmations', 'page'])
  })
})

describe('the list of the work queue', () => {
  it('finds campaigns and organizations by literal text, and counts each stage of what it found', async () => {
    const other = await setUpOrganization(app, 'Ridge_View')
    await openDraft(other)
    for (const search of ['ridge_', 'RIDGE_VIEW']) {
      const found = await workQueue(`?stage=all&search=${search}`)
      expect(found.campaigns.map(({ organizationName }) => organizationName)).toEqual(['Ridge_View'])
      expect(found).toMatchObject({ count: 1, stages: { draft: 1, active: 0 } })
    }
    expect((await workQueue('?search=100%25')).count).toBeGreaterThan(1)
    expect((await workQueue('?search=ridge%25')).count).toBe(0)
    expect(await workQueue('?search=nothing')).toEqual({
      campaigns: [],
      count: 0,
      shown: 'all',
      assigned: { all: 0, mine: 0 },
      stages: expect.objectContaining({ closed: 0, collecting: 0 }),
    })
  })

  it('shows all but closed campaigns unless asked, and each stage has as many as it counts', async () => {
    const all = await workQueue('?stage=all&limit=200')
    const open = await workQueue('?limit=200')
    expect(all.count - open.count).toBe(all.stages.closed)
    for (const [stage, count] of Object.entries(all.stages)) {
      const of = await workQueue(`?stage=${stage}`)
      expect([stage, of.count, of.campaigns.length]).toEqual([stage, count, count])
      expect(of.campaigns.every((one) => one.stage === stage)).toBe(true)
    }
  })

  it.each(['end', 'name', 'forecast', 'lastResult', 'unconfirmed', 'failed'])(
    'has every campaign once over all pages, in both directions, sorted by %s',
    async (sort) => {
      const walks: string[][] = []
      for (const order of ['asc', 'desc']) {
        const query = `stage=all&sort=${sort}&order=${order}`
        const { campaigns, count } = await workQueue(`?${query}&limit=200`)
        const whole = campaigns.map(({ id }) => id)
        const walked: string[] = []
        for (let page = 1; walked.length < count; page += 1)
          walked.push(...(await workQueue(`?${query}&limit=2&page=${page}`)).campaigns.map(({ id }) => id))
        expect(walked).toEqual(whole)
        walks.push(whole)
      }
      expect(walks[1]).toEqual(walks[0]?.reverse())
    },
  )

  it('sorts by the time since the last result, and by the share of the goal', async () => {
    const waits = (await workQueue('?stage=all&sort=lastResult')).campaigns.map(
      ({ lastResultAt }) => lastResultAt,
    )
    expect(waits[0]).toBeNull()
    const known = waits.filter((at) => at !== null)
    expect(known.length).toBeGreaterThan(1)
    expect(known).toEqual([...known].sort())
    const shares = (await workQueue('?stage=all&sort=forecast&order=desc')).campaigns.map(
      ({ forecast, goal }) => Number(forecast) / Number(goal),
    )
    expect(shares).toEqual([...shares].sort((a, b) => b - a))
  })

  it('refuses wrong filters, naming every field', async () => {
    const reply = await org.representative.get<ErrorBody>(
      '/api/desk/campaigns?stage=lost&sort=x&order=up&page=0&limit=201',
    )
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.fields ?? {})).toEqual(['stage', 'sort', 'order', 'page', 'limit'])
  })
})
