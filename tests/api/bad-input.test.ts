/** Bad input gets a clear refusal that names every field, and changes nothing (R1, R15 to R20, R54). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { routes } from '#server/app.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CAMPAIGN,
  countRows,
  type House,
  openHouse,
  openSeason,
  play,
  pledge,
  pledgeBody,
  type Season,
  STATISTICS,
} from '#tests/fixtures.ts'

let app: TestApp
let house: House
let season: Season
let eventId: string
let rewardId: string
let ambassadorId: string
let commentId: string
let resultId: string
let before: Record<string, number>

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  season = await openSeason(house)
  eventId = await play(house, season, { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 3 })
  const make = async (path: string, body: unknown) =>
    expectStatus(await house.representative.post<{ id: string }>(`${season.path}${path}`, body), 201).id
  rewardId = await make('/rewards', { title: 'Ball', description: 'Signed', type: 'early_bird' })
  ambassadorId = await make('/ambassadors', { email: 'amber@example.org' })
  commentId = await make('/comments', { message: 'Go!' })
  resultId = await make('/results', { statisticId: season.statistics.wins.id, quantity: 1 })
}, 60_000)
afterAll(() => app.close())
beforeEach(async () => {
  before = await countRows(app.deps.db)
})

/** Refused with this status, in words, and not a row more or fewer anywhere. */
async function refused(answer: Answer<unknown>, status: number): Promise<ErrorBody> {
  const body = answer.body as ErrorBody
  expect({ status: answer.status, body }).toMatchObject({
    status,
    body: { message: expect.any(String), code: expect.any(String) },
  })
  expect(await countRows(app.deps.db)).toEqual(before)
  return body
}
const fieldsOf = ({ fields = {} }: ErrorBody) => Object.keys(fields).sort()

/** What is wrong with each field, so that all of them are named at once. */
type Body = { wrong: Record<string, unknown>; named?: string[]; texts?: Record<string, unknown> }
const BODIES: Record<string, Body> = {
  'put /api/auth/user': {
    wrong: { firstName: '', lastName: 3, phone: {}, state: 'ZZ', zip: 'x'.repeat(21) },
  },
  'post /api/users': {
    wrong: {
      firstName: 1,
      lastName: null,
      email: 'x',
      phone: {},
      streetAddress1: [],
      city: true,
      state: 'XX',
      zip: 2,
    },
  },
  'post /api/collections/names': { wrong: { pledgeIds: ['Dana'] }, named: ['pledgeIds.0'] },
  'post /api/charges/{id}/refunds': { wrong: { amount: '1.234', reason: '' } },
  'post /api/representatives': { wrong: { email: 'nobody' } },
  'post /api/organizations': {
    wrong: {
      name: 1,
      description: [],
      website: 'ftp://x',
      city: {},
      state: 'Texas',
      organizationType: 'club',
    },
  },
  'put /api/organizations/{id}': {
    wrong: {
      description: 5,
      website: 'nope',
      payeeName: {},
      streetAddress: 1,
      city: '',
      state: 'ZZ',
      zip: [],
    },
  },
  'post /api/organizations/{id}/members': { wrong: { email: 3, role: 'boss' } },
  'post /api/organizations/{id}/invitations': { wrong: { email: 'nobody', role: 'boss' } },
  'put /api/organizations/{id}/invitations/{invitationId}': { wrong: { resendEmail: false } },
  'post /api/organization-invitations/acceptances': { wrong: { token: 5 } },
  'put /api/organizations/{id}/standing': {
    wrong: { is501c3: 'yes', ein: '12', einCheckedOn: '2026-02-30', sizeTier: 'huge', timeZone: 'Mars' },
  },
  'post /api/organizations/{id}/payout-destinations': { wrong: { method: 'gold' } },
  'post /api/campaigns': {
    wrong: {
      name: 7,
      aboutThisCampaign: null,
      goal: 'lots',
      startDate: 'soon',
      endDate: '2026-02-30',
      campaignType: 'war',
      organizationId: 'x',
      template: 'chess',
    },
  },
  'put /api/campaigns/{id}': {
    wrong: {
      name: '',
      goal: -1,
      startDate: 5,
      endDate: '2026-13-01',
      status: 'open',
      settleAutomatically: 'yes',
      cancellation: { charges: '1.234', retries: -0.001, invoices: {}, collected: 'all', refundAll: 'yes' },
    },
    named: [
      ...['name', 'goal', 'startDate', 'endDate', 'status', 'settleAutomatically'],
      ...['charges', 'retries', 'invoices', 'collected', 'refundable', 'refundAll'].map(
        (field) => `cancellation.${field}`,
      ),
    ],
  },
  'post /api/campaigns/{id}/copies': {
    wrong: {
      name: '',
      goal: 0,
      startDate: 'soon',
      endDate: '2027-02-30',
      statisticIds: 'all',
      rewardIds: ['first'],
      ambassadorIds: 7,
      scheduleWeeks: 1.5,
      withPicture: 'yes',
    },
    named: [
      ...['name', 'goal', 'startDate', 'endDate', 'statisticIds', 'rewardIds.0', 'ambassadorIds'],
      ...['scheduleWeeks', 'withPicture'],
    ],
  },
  'post /api/campaigns/{id}/statistics/batches': {
    wrong: { statistics: [{ ...STATISTICS.goals, name: '', icon: 'trophy' }] },
    named: ['statistics.0.icon', 'statistics.0.name'],
  },
  'post /api/campaigns/{id}/events/imports/preview': { wrong: { text: 5, columns: 7, previewId: {} } },
  'post /api/campaigns/{id}/events/imports': {
    wrong: { text: '', columns: { Date: 'price' }, previewId: 4 },
    named: ['text', 'columns.Date', 'previewId'],
  },
  'post /api/campaigns/{id}/statistics': {
    wrong: {
      name: 1,
      type: 'per_minute',
      icon: 'trophy',
      expectedMin: -1,
      expectedMax: 'x',
      expectedTarget: 1.234,
      lastYearResult: 1_000_001,
      pledgeAmountOptions: [1, 2],
      isActive: 'yes',
      allowCustomAmounts: 3,
      sortOrder: 1.5,
    },
  },
  'put /api/campaigns/{id}/statistics/{statisticId}': {
    wrong: { name: '', icon: 5, isActive: 'no', expectedMax: {}, pledgeAmountOptions: 'all' },
  },
  'post /api/campaigns/{id}/events': {
    wrong: {
      name: 5,
      eventType: 'party',
      startTime: 'today',
      endTime: 'later',
      venue: 'moon',
      isCompleted: 'yes',
    },
  },
  'put /api/campaigns/{id}/events/{eventId}': {
    wrong: { name: '', startTime: '2026-02-30T10:00:00Z', location: 5, isCompleted: 1 },
  },
  'post /api/campaigns/{id}/events/{eventId}/merge': { wrong: { into: 'there' } },
  'post /api/campaigns/{id}/results': {
    wrong: {
      statisticId: 'x',
      eventId: 1,
      kind: 'guess',
      quantity: 1.234,
      note: 5,
      evidenceUrl: 'javascript:1',
    },
  },
  'post /api/campaigns/{id}/results/matches': {
    wrong: {
      eventId: 'x',
      event: { name: 1, startTime: 'now' },
      rows: [{ statisticId: 1, quantity: 'x', standing: 'y' }],
      evidenceUrl: 'http://a.example/sheet',
      enteredBy: 'me',
    },
    named: [
      ...['event.name', 'event.startTime', 'eventId', 'evidenceUrl', 'enteredBy'],
      ...['rows.0.quantity', 'rows.0.standing', 'rows.0.statisticId'],
    ],
  },
  'post /api/campaigns/{id}/results/imports/columns': { wrong: { csv: '' } },
  'post /api/campaigns/{id}/results/imports/preview': { wrong: { csv: 5, columns: 7, previewId: {} } },
  'post /api/campaigns/{id}/results/imports': {
    wrong: { csv: '', columns: [], previewId: 4, note: 7 },
  },
  'post /api/campaigns/{id}/results/confirmations': { wrong: { resultIds: [] } },
  'post /api/campaigns/{id}/results/{resultId}/void': { wrong: { reason: ' ' } },
  'post /api/campaigns/{id}/pledges': {
    wrong: {
      pledgerId: 'me',
      ambassadorId: 5,
      maximumAmount: '12.345',
      paymentTiming: 'never',
      paymentMethod: 'gold',
      stripePaymentMethodId: 5,
      isAnonymous: 'yes',
      note: 'x'.repeat(201),
      pledgeStatistics: [{ statisticId: 'x', pledgeAmount: 0 }],
    },
    named: [
      ...[
        'ambassadorId',
        'isAnonymous',
        'maximumAmount',
        'note',
        'paymentMethod',
        'paymentTiming',
        'pledgerId',
      ],
      ...['pledgeStatistics.0.pledgeAmount', 'pledgeStatistics.0.statisticId', 'stripePaymentMethodId'],
    ],
  },
  'post /api/campaigns/{id}/pledges/quote': { wrong: { maximumAmount: -1, pledgeStatistics: [] } },
  'post /api/pledge-links/renewals': { wrong: { token: 'x' } },
  'post /api/pledge-links/{token}/payments': { wrong: { chargeId: 'x' } },
  'post /api/sandbox/card-payments': {
    wrong: { clientSecret: '', number: 'four', expMonth: 13, expYear: 99, cvc: 'x' },
  },
  'post /api/charge-lookups': { wrong: { email: 'nobody', amount: 0, chargedOn: '2026-02-30', last4: '42' } },
  'put /api/pledges/{id}': { wrong: { maximumAmount: 0, stripePaymentMethodId: 5 } },
  'post /api/campaigns/{id}/comments': { wrong: { message: 'x'.repeat(1001) } },
  'post /api/campaigns/{id}/comments/{commentId}/reports': { wrong: { reason: 'x'.repeat(301) } },
  'post /api/campaigns/{id}/comments/{commentId}/hidden': { wrong: { hidden: 'yes' } },
  'post /api/campaigns/{id}/rewards': {
    wrong: {
      title: '',
      description: 5,
      type: 'gold',
      threshold: -1,
      maxWinners: 0,
      statisticId: 'x',
      prizeTypes: 'all',
    },
  },
  'post /api/campaigns/{id}/rewards/{rewardId}/handouts': { wrong: { pledgeId: 'everybody' } },
  'put /api/campaigns/{id}/rewards/{rewardId}': { wrong: { title: 4, threshold: '1.999', maxWinners: 1.5 } },
  'post /api/campaigns/{id}/ambassadors': { wrong: { email: 'amber' } },
  'put /api/campaigns/{id}/ambassadors/{ambassadorId}': { wrong: { resendEmail: false } },
  'post /api/campaigns/{id}/ambassadors/imports/preview': { wrong: { text: ' ' } },
  'post /api/campaigns/{id}/ambassadors/imports': { wrong: { text: 5, invited: 0 } },
  'post /api/campaigns/{id}/ambassadors/nudges': { wrong: { who: 'everybody' } },
  'post /api/campaigns/{id}/ambassadors/join': { wrong: { token: 5 } },
  'put /api/user/ambassadorships/{id}': { wrong: { onLeaderboard: 'yes' } },
  'put /api/user/mail-choices': { wrong: { kind: 'receipt', isOn: 'yes' } },
  'post /api/unsubscribe-links/{token}': { wrong: { isOn: 'yes' } },
  'post /api/cards': { wrong: { stripePaymentMethodId: '' } },
  'post /api/sandbox/card-setups/confirm': {
    wrong: { clientSecret: '', number: 'four', expMonth: 13, expYear: 99, cvc: 'x' },
  },
  'post /api/sandbox/charge-confirmations': { wrong: { clientSecret: '' } },
  'post /api/campaigns/{id}/settlements': {
    wrong: {
      kind: 'all',
      version: 0,
      toBill: 'x',
      declared: [{ code: 'no', subjectId: 1, reason: '' }],
      billIncreases: 1,
    },
    named: [
      'billIncreases',
      'declared.0.code',
      'declared.0.reason',
      'declared.0.subjectId',
      'kind',
      'toBill',
      'version',
    ],
  },
  'post /api/campaigns/{id}/payments': {
    wrong: { invoiceId: 'x', amount: 0, method: 'gold', reference: 5, receivedOn: '2026-02-30' },
  },
  'post /api/invoices/searches': { wrong: { search: '' } },
  'post /api/deposits': {
    wrong: { paymentIds: [], amount: 'much', depositedOn: '2026-02-30', reference: 5 },
  },
  'post /api/campaigns/{id}/payments/{paymentId}/reversal': {
    wrong: { why: 'lost', on: '2026-02-30', note: 5, invoiceId: 'x' },
  },
  'post /api/campaigns/{id}/repayments': {
    wrong: { kind: 'gift', sourceId: 'x', method: 'gold', reference: 5, givenOn: '2026-02-30' },
  },
  'post /api/campaigns/{id}/shortfalls/{invoiceId}/write-offs': { wrong: { reason: ' ' } },
  'post /api/campaigns/{id}/payouts': { wrong: { amount: '0.001', note: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/approval': { wrong: { paidOn: '2026-02-30', reference: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/dispatch': { wrong: { paidOn: '2026-02-30', reference: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/arrival': { wrong: { arrivedOn: '2026-02-30' } },
  'post /api/campaigns/{id}/payouts/{payoutId}/return': { wrong: { returnedOn: 'soon', reason: '' } },
  'post /api/contact': {
    wrong: { name: 1, email: 'nobody', organization: {}, phone: 5, message: ' ', homepage: [] },
  },
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const writes = routes.filter(({ method }) => method === 'post' || method === 'put')
const withBody = writes.filter(({ body }) => body).map((route) => ({ ...route, name: nameOf(route) }))

/** The route's address with ids that are there. */
const addressOf = (path: string, ids: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? known()[name] ?? season.id)
const known = (): Record<string, string> => ({
  token: 'x'.repeat(43),
  ...{ statisticId: season.statistics.goals.id, eventId, rewardId, ambassadorId, commentId, resultId },
})
const at = (path: string) =>
  path.startsWith('/api/organizations') ? addressOf(path, { id: house.organizationId }) : addressOf(path)
const send = (by: Caller, method: string, path: string, body: unknown, headers?: Record<string, string>) =>
  method === 'put' ? by.put<ErrorBody>(path, body, headers) : by.post<ErrorBody>(path, body, headers)

it('every route with a body is tried', () => {
  expect(Object.keys(BODIES).sort()).toEqual(withBody.map(({ name }) => name).sort())
})

describe.each(withBody)('$name', ({ method, path, name }) => {
  const { wrong = {}, named = Object.keys(wrong) } = BODIES[name] ?? {}

  /** Cards may be saved ten times a minute by one person. */
  async function caller(): Promise<Caller> {
    if (!name.includes('card')) return house.representative
    const person = await app.user()
    before = await countRows(app.deps.db)
    return person
  }

  it('names every wrong field at once', async () => {
    const body = await refused(await send(await caller(), method, at(path), wrong), 400)
    expect(fieldsOf(body)).toEqual([...named].sort())
    for (const message of Object.values(body.fields ?? {})) expect(message.length).toBeGreaterThan(2)
  })

  it('refuses what is no JSON, no object, or too large', async () => {
    for (const text of ['{', '{"a":', 'hello', '\u0000', '{"a":1}}'])
      await refused(await send(await caller(), method, at(path), text), 400)
    for (const text of ['null', '[]', '5', '"text"', '[{}]'])
      await refused(await send(await caller(), method, at(path), text), 400)
    const huge = JSON.stringify({ ...wrong, more: 'x'.repeat(1_300_000) })
    await refused(await send(await caller(), method, at(path), huge), 413)
  })

  it('takes no NUL, and no half of a character, in any text', async () => {
    for (const bad of ['a\u0000b', '\u0000', 'a\ud800b']) {
      const texts = Object.fromEntries(Object.keys(wrong).map((field) => [field, bad]))
      // A token is only looked up: half of a character is in none.
      const isLookedUp = name.endsWith('/join') && bad.includes('\ud800')
      await refused(await send(await caller(), method, at(path), texts), isLookedUp ? 404 : 400)
    }
  })
})

describe('ids', () => {
  const withIds = routes.filter(({ path }) => path.includes('{'))
  it.each(withIds.map((route) => ({ ...route, name: nameOf(route) })))(
    '$name: one that is none is a 400',
    async ({ method, path }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
      const address = path.replace(/\{\w+\}/g, 'nope')
      const upper = method.toUpperCase()
      const headers = { authorization: `Bearer ${house.representative.token}` }
      const init = {
        method: upper,
        headers,
        ...(method === 'post' || method === 'put' ? { body: '{}' } : {}),
      }
      const answer = await app.app.request(address, init)
      const body = await refused(
        { status: answer.status, body: await answer.json(), headers: answer.headers },
        400,
      )
      expect(fieldsOf(body)).toEqual(expect.arrayContaining(names))
      const nul = await app.app.request(path.replace(/\{\w+\}/g, '%00'), init)
      expect(nul.status).toBe(400)
    },
  )

  it.each(rightBodies().map(([name, make]) => ({ name, make })))(
    '$name: one that is not there is a 404',
    async ({ name, make }) => {
      const [method = '', path = ''] = name.split(' ')
      const unknown = path.replace(/\{\w+\}/g, () => randomUUID())
      await refused(await send(house.representative, method, unknown, make()), 404)
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
      // In a campaign that is there, too.
      if (names.length > 1) {
        const last = names.at(-1) as string
        await refused(
          await send(house.representative, method, addressOf(path, { [last]: randomUUID() }), make()),
          404,
        )
      }
    },
  )
})

/** Bodies that are right, so that only the id is wrong. */
function rightBodies(): [string, () => unknown][] {
  const uuid = randomUUID()
  return [
    ['put /api/organizations/{id}', () => ({ description: 'New' })],
    ['post /api/organizations/{id}/members', () => ({ email: house.owner.email, role: 'scorer' })],
    ['put /api/campaigns/{id}', () => ({ name: 'New' })],
    ['post /api/campaigns/{id}/image', () => 'a file'],
    ['post /api/campaigns/{id}/statistics', () => STATISTICS.goals],
    ['post /api/campaigns/{id}/statistics/batches', () => ({ statistics: [STATISTICS.goals] })],
    [
      'post /api/campaigns/{id}/copies',
      () => ({ name: 'Again', goal: 100, startDate: '2027-08-15', endDate: '2027-12-15' }),
    ],
    ['post /api/campaigns/{id}/events/imports/preview', () => ({ text: 'date,opponent\n2026-09-01,A' })],
    ['post /api/campaigns/{id}/events/imports', () => ({ text: 'date,opponent\n2026-09-01,A' })],
    ['put /api/campaigns/{id}/statistics/{statisticId}', () => ({ name: 'New' })],
    [
      'post /api/campaigns/{id}/events',
      () => ({ name: 'E', eventType: 'game', startTime: '2026-10-10T10:00:00Z' }),
    ],
    ['put /api/campaigns/{id}/events/{eventId}', () => ({ name: 'New' })],
    ['post /api/campaigns/{id}/results', () => ({ statisticId: uuid, quantity: 1 })],
    [
      'post /api/campaigns/{id}/results/matches',
      () => ({ eventId: uuid, rows: [{ statisticId: uuid, quantity: 1 }] }),
    ],
    [
      'post /api/campaigns/{id}/results/imports/preview',
      () => ({ csv: 'date,opponent,goals\n2026-09-01,A,1' }),
    ],
    [
      'post /api/campaigns/{id}/results/imports/columns',
      () => ({ csv: 'date,opponent,goals\n2026-09-01,A,1' }),
    ],
    ['post /api/campaigns/{id}/results/imports', () => ({ csv: 'date,opponent,goals\n2026-09-01,A,1' })],
    ['post /api/campaigns/{id}/results/confirmations', () => ({ resultIds: [uuid] })],
    ['post /api/campaigns/{id}/results/{resultId}/void', () => ({ reason: 'No' })],
    [
      'post /api/campaigns/{id}/pledges',
      () => ({ pledgeStatistics: [{ statisticId: uuid, pledgeAmount: 1 }] }),
    ],
    [
      'post /api/campaigns/{id}/pledges/quote',
      () => ({ pledgeStatistics: [{ statisticId: uuid, pledgeAmount: 1 }] }),
    ],
    ['put /api/pledges/{id}', () => ({ maximumAmount: 10 })],
    ['post /api/pledges/{id}/cancellation', () => ({})],
    ['post /api/campaigns/{id}/comments', () => ({ message: 'Hi' })],
    ['post /api/campaigns/{id}/comments/{commentId}/hidden', () => ({ hidden: true })],
    ['post /api/campaigns/{id}/rewards', () => ({ title: 'T', description: 'D', type: 'sponsorship' })],
    ['put /api/campaigns/{id}/rewards/{rewardId}', () => ({ title: 'T' })],
    ['post /api/campaigns/{id}/ambassadors', () => ({ email: 'new@example.org' })],
    ['put /api/campaigns/{id}/ambassadors/{ambassadorId}', () => ({ resendEmail: true })],
    ['post /api/campaigns/{id}/ambassadors/imports/preview', () => ({ text: 'new@example.org' })],
    ['post /api/campaigns/{id}/ambassadors/imports', () => ({ text: 'new@example.org', invited: 1 })],
    ['post /api/campaigns/{id}/ambassadors/nudges', () => ({ who: 'not_joined' })],
    ['post /api/campaigns/{id}/ambassadors/{ambassadorId}/nudges', () => ({})],
    ['post /api/campaigns/{id}/ambassadors/join', () => ({ token: 'none' })],
    ['put /api/user/ambassadorships/{id}', () => ({ onLeaderboard: false })],
    ['post /api/campaigns/{id}/settlements', () => ({ kind: 'progress', version: 1 })],
    [
      'post /api/campaigns/{id}/payments',
      () => ({ invoiceId: uuid, amount: 1, method: 'cash', receivedOn: '2026-09-01' }),
    ],
    ['post /api/campaigns/{id}/shortfalls/{invoiceId}/write-offs', () => ({ reason: 'Moved away' })],
    ['post /api/campaigns/{id}/payouts', () => ({ amount: 1 })],
    ['post /api/campaigns/{id}/payouts/{payoutId}/approval', () => ({ reference: '1042' })],
    ['post /api/campaigns/{id}/payouts/{payoutId}/dispatch', () => ({ reference: '1042' })],
    ['post /api/campaigns/{id}/payouts/{payoutId}/arrival', () => ({})],
    ['post /api/campaigns/{id}/payouts/{payoutId}/return', () => ({ reason: 'Moved' })],
  ]
}

describe('what is asked for in a query', () => {
  it.each([
    '/api/campaigns?limit=0',
    '/api/campaigns?limit=201',
    '/api/campaigns?limit=ten',
    '/api/campaigns?sort=luck',
    '/api/campaigns?status=open',
    '/api/campaigns?cursor=nonsense',
    '/api/campaigns?search=a%00b',
    `/api/campaigns?search=${'x'.repeat(201)}`,
    '/api/user/pledges?cursor=1',
    '/api/user/campaigns?search=a%00b',
    '/api/organizations/all?search=a%00b',
    '/api/organizations/all?limit=-1',
  ])('%s is a 400', async (path) => {
    await refused(await house.representative.get(path), 400)
  })

  it('a settlement of no kind is a 400', async () => {
    const body = await refused(
      await house.representative.get(`${season.path}/settlements/preview?kind=half`),
      400,
    )
    expect(fieldsOf(body)).toEqual(['kind'])
  })
})

describe('a pledge (R15, R16)', () => {
  const body = async (
    change: Record<string, unknown>,
    lines: Record<string, string> = { goals: '2.00' },
  ) => ({
    ...(await pledgeBody(app.visitor, season, { lines, method: 'check' })),
    ...change,
  })
  const post = async (change: Record<string, unknown>, by = house.scorer) =>
    by.post(`${season.path}/pledges`, await body(change))
  const line = (pledgeAmount: unknown, statisticId = season.statistics.goals.id) => ({
    pledgeStatistics: [{ statisticId, pledgeAmount }],
  })

  it.each([
    0,
    '0.00',
    -1,
    '-5.00',
    12.345,
    '1.001',
    '10000.01',
    10_001,
    'ten',
    '1e3',
    '',
    null,
    [],
    {},
    true,
    '1,000',
  ])('a rate of %j', async (rate) => {
    const refusal = await refused(await post(line(rate)), 400)
    expect(fieldsOf(refusal)).toEqual(['pledgeStatistics.0.pledgeAmount'])
  })

  it.each([0, '0', -200, '1000000.01', 10_000_000, '12.345', 'all', {}, Number.MAX_SAFE_INTEGER])(
    'a maximum of %j',
    async (maximumAmount) => {
      expect(fieldsOf(await refused(await post({ maximumAmount }), 400))).toEqual(['maximumAmount'])
    },
  )

  it('no lines, a statistic twice, a foreign, unknown or inactive one', async () => {
    expect(fieldsOf(await refused(await post({ pledgeStatistics: [] }), 400))).toEqual(['pledgeStatistics'])
    expect(fieldsOf(await refused(await post({ pledgeStatistics: undefined }), 400))).toEqual([
      'pledgeStatistics',
    ])
    const [one] = line('1.00').pledgeStatistics
    const twice = await refused(
      await post({ pledgeStatistics: [one, { ...one, pledgeAmount: '2.00' }] }),
      400,
    )
    expect(twice).toMatchObject({ fields: { pledgeStatistics: 'Choose each statistic once' } })

    const other = await openHouse(app, 'Ridgeview Boosters')
    const foreign = await openSeason(other)
    const hidden = season.statistics.wins.id
    const { representative } = house
    expectStatus(await representative.put(`${season.path}/statistics/${hidden}`, { isActive: false }), 200)
    before = await countRows(app.deps.db)
    const pledgeStatistics = [
      foreign.statistics.goals.id,
      randomUUID(),
      hidden,
      season.statistics.goals.id,
    ].map((statisticId) => ({ statisticId, pledgeAmount: '1.00' }))
    const refusal = await refused(await post({ pledgeStatistics }), 400)
    expect(refusal.fields).toEqual({
      'pledgeStatistics.0.statisticId': 'That statistic is not in this campaign',
      'pledgeStatistics.1.statisticId': 'That statistic is not in this campaign',
      'pledgeStatistics.2.statisticId': 'Wins takes no new pledges',
    })
  })

  it('a rate outside the presets where only those are taken', async () => {
    const { id } = season.statistics.gift
    const only = (allowCustomAmounts: boolean) =>
      house.representative.put(`${season.path}/statistics/${id}`, { allowCustomAmounts })
    expectStatus(await only(false), 200)
    before = await countRows(app.deps.db)
    const refusal = await refused(await post(line('26.00', id)), 400)
    expect(refusal.fields).toEqual({ 'pledgeStatistics.0.pledgeAmount': 'Choose one of $25, $50, $100' })
    expectStatus(await only(true), 200)
  })

  it('a card that is missing, unknown, or somebody else’s; timing that the method does not have', async () => {
    const auto = { paymentMethod: 'auto_bill_end' }
    expect(fieldsOf(await refused(await post(auto), 400))).toEqual(['stripePaymentMethodId'])
    const unknown = { ...auto, stripePaymentMethodId: 'pm_sandbox_none' }
    expect(fieldsOf(await refused(await post(unknown), 400))).toEqual(['stripePaymentMethodId'])
    const { supporter } = await pledge(house, season, { lines: { goals: '1.00' } })
    const [card] = await app.deps.db.pool
      .query('select provider_payment_method from cards where user_id = $1', [supporter.userId])
      .then(({ rows }) => rows as { provider_payment_method: string }[])
    before = await countRows(app.deps.db)
    const theirs = { ...auto, stripePaymentMethodId: card?.provider_payment_method }
    expect(fieldsOf(await refused(await post(theirs), 400))).toEqual(['stripePaymentMethodId'])
    for (const change of [
      { paymentMethod: 'check', paymentTiming: 'as_season_progresses' },
      { paymentMethod: 'auto_bill_progress', paymentTiming: 'end_of_campaign', stripePaymentMethodId: 'pm' },
    ])
      expect(fieldsOf(await refused(await post(change), 400))).toEqual(['paymentTiming'])
  })

  it('an ambassador of no such campaign, an address that nobody has verified, another person’s pledge', async () => {
    expect(fieldsOf(await refused(await post({ ambassadorId: randomUUID() }), 400))).toEqual(['ambassadorId'])
    await refused(await post({ pledgerId: house.owner.userId }), 403)
    const unverified = await app.user({ isVerified: false })
    before = await countRows(app.deps.db)
    expect(await refused(await post({}, unverified), 403)).toMatchObject({ code: 'email_unverified' })
  })

  it('before the first day, after the last, and while paused', async () => {
    for (const now of ['2026-08-14T12:00:00Z', '2026-12-17T12:00:00Z']) {
      app.clock.set(now)
      expect(await refused(await post({}), 409)).toMatchObject({ code: 'campaign_closed' })
    }
    app.clock.set('2026-09-10T16:00:00Z')
  })
})

describe('dates', () => {
  const campaign = (change: Record<string, unknown>) =>
    house.owner.post('/api/campaigns', { ...CAMPAIGN, organizationId: house.organizationId, ...change })

  it('an end before the start, in these words, whichever is changed', async () => {
    const fields = { endDate: 'End date must be on or after the start date' }
    const created = await refused(await campaign({ startDate: '2026-09-02', endDate: '2026-09-01' }), 400)
    expect(created).toMatchObject({ message: fields.endDate, fields })
    for (const change of [{ endDate: '2026-08-14' }, { startDate: '2026-12-16' }]) {
      const changed = await refused(await house.representative.put(season.path, change), 400)
      expect(changed).toMatchObject({ message: fields.endDate, fields })
    }
  })

  it.each([
    '2026-02-30',
    '2026-00-10',
    '2026-13-01',
    '2027-02-29',
    '30.02.2026',
    '2026-2-3',
    '',
    'today',
    '0000-01-01',
    '9999-12-31',
    5,
    null,
    {},
  ])('a day such as %j', async (endDate) => {
    expect(fieldsOf(await refused(await campaign({ endDate }), 400))).toEqual(['endDate'])
  })

  it.each([
    '2026-02-30T10:00:00Z',
    '2026-10-10',
    '10:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-10-10T25:00:00Z',
    1_760_000_000,
    null,
  ])('an instant such as %j', async (startTime) => {
    const event = { name: 'Match', eventType: 'game', startTime }
    const refusal = await refused(await house.representative.post(`${season.path}/events`, event), 400)
    expect(fieldsOf(refusal)).toEqual(['startTime'])
    const rows = [{ statisticId: season.statistics.goals.id, quantity: 1 }]
    const match = await house.scorer.post(`${season.path}/results/matches`, {
      event: { name: 'Match', startTime },
      rows,
    })
    expect(fieldsOf(await refused(match, 400))).toEqual(['event.startTime'])
  })

  it('an event that ends before it starts, or was yesterday', async () => {
    const post = (change: object) =>
      house.representative.post(`${season.path}/events`, {
        name: 'E',
        eventType: 'game',
        startTime: '2026-10-10T10:00:00Z',
        ...change,
      })
    expect(fieldsOf(await refused(await post({ endTime: '2026-10-10T09:00:00Z' }), 400))).toEqual(['endTime'])
    expect(fieldsOf(await refused(await post({ startTime: '2026-09-09T10:00:00Z' }), 400))).toEqual([
      'startTime',
    ])
  })
})

describe('results (R17 to R20)', () => {
  const post = (body: object) => house.scorer.post(`${season.path}/results`, body)
  const goals = () => ({ statisticId: season.statistics.goals.id })

  it.each([1.001, '0.001', 1_000_000.01, '1e3', 'three', '', null, {}, true, Number.MAX_SAFE_INTEGER])(
    'a quantity of %j',
    async (quantity) => {
      expect(fieldsOf(await refused(await post({ ...goals(), quantity }), 400))).toEqual(['quantity'])
    },
  )

  it('a running total below zero, or above the most that is counted', async () => {
    await refused(await post({ ...goals(), quantity: -4 }), 409)
    await refused(await post({ ...goals(), quantity: 1_000_000 }), 409)
    const rows = [{ ...goals(), quantity: 1_000_000 }]
    const event = { name: 'Match', startTime: '2026-09-01T10:00:00Z' }
    await refused(await house.scorer.post(`${season.path}/results/matches`, { event, rows }), 409)
  })

  it('a kind that the statistic does not have, a match that is not there, a match below zero', async () => {
    const { gift, champions } = season.statistics
    expect(fieldsOf(await refused(await post({ ...goals(), kind: 'achieved' }), 400))).toEqual(['kind'])
    expect(fieldsOf(await refused(await post({ statisticId: champions.id, quantity: 1 }), 400))).toEqual([
      'kind',
    ])
    expect(fieldsOf(await refused(await post({ statisticId: gift.id, quantity: 1 }), 400))).toEqual(['kind'])
    const nowhere = { ...goals(), quantity: 1, eventId: randomUUID() }
    expect(fieldsOf(await refused(await post(nowhere), 400))).toEqual(['eventId'])
    const rows = [{ ...goals(), quantity: -1 }]
    const below = await house.scorer.post(`${season.path}/results/matches`, { eventId, rows })
    expect(fieldsOf(await refused(below, 400))).toEqual(['rows.0.quantity'])
    const none = await house.scorer.post(`${season.path}/results/matches`, {
      rows: [{ ...goals(), quantity: 1 }],
    })
    expect(fieldsOf(await refused(none, 400))).toEqual(['eventId'])
  })
})

describe('a hostile CSV file', () => {
  const path = () => `${season.path}/results/imports`
  const HEAD = 'date,time,opponent,venue,goals,wins'
  const GOOD_ROW = '2026-09-05,19:00,Cove,home,2,1'

  /** Refused by the preview or named in it, and refused by the import: nothing was changed by either. */
  async function hostile(csv: string): Promise<string> {
    const preview = await house.scorer.post<ErrorBody & { errors: { line: number; reason: string }[] }>(
      `${path()}/preview`,
      { csv },
    )
    const imported = await refused(await house.scorer.post(path(), { csv }), 400)
    if (preview.status === 400) {
      expect(preview.body.message).toBe(imported.message)
      return imported.message
    }
    expect(preview.status).toBe(200)
    expect(preview.body.errors.length).toBeGreaterThan(0)
    for (const { line, reason } of preview.body.errors.slice(0, 50))
      expect(imported.fields?.[`line ${line}`]).toBe(reason)
    return imported.message
  }

  it.each<[string, string, RegExp]>([
    [
      'wrong columns',
      `a,b,c\n1,2,3`,
      /No column is matched to the date\. No column is matched to the opponent\. No column is matched to a statistic/,
    ],
    ['a comma inside a number', `date;opponent;goals\n2026-09-05;Cove;2,5`, /Line 2: "2,5" in column goals/],
    ['a column twice', `date,opponent,goals,goals\n2026-09-05,Cove,2,3`, /Two columns have the name "goals"/],
    ['a column twice, in other letters', `date,opponent,goals,x,X\n2026-09-05,Cove,2,3,4`, /the name "x"/],
    ['two columns for the day', `date,opponent,goals,Date\n2026-09-05,Cove,2,2026-09-05`, /Two columns/],
    [
      'names in another encoding',
      `date,opponent,goals,Tor\ufffde\n2026-09-05,Cove,2,3`,
      /The first line holds characters that cannot be read: save the file as CSV \(UTF-8\)/,
    ],
    [
      'two columns for one statistic',
      `date,opponent,goals,goal\n2026-09-05,Cove,2,3`,
      /Two columns count the same statistic/,
    ],
    ['no rows', HEAD, /no rows/],
    ['nothing but blank lines', '\n\n\n', /no rows/],
    ['NUL bytes', `${HEAD}\n2026-09-05,19:00,Co\u0000ve,home,2,1`, /NUL bytes/],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', /NUL bytes/],
    ['UTF-16 read as UTF-8', [...`${HEAD}\n${GOOD_ROW}`].map((one) => `${one}\u0000`).join(''), /NUL bytes/],
    [
      'quotes that never close',
      `${HEAD}\n2026-09-05,19:00,"Cove,home,2,1`,
      /not readable as CSV near line \d/,
    ],
    ['quotes in the middle', `${HEAD}\n2026-09-05,19:00,Co"ve"s,home,2,1`, /not readable as CSV near line 2/],
    [
      'a formula',
      `${HEAD}\n${GOOD_ROW}\n2026-09-06,19:00,"=HYPERLINK(""http://x"")",home,2,1`,
      /^Nothing was imported. Line 3: .*formula/,
    ],
    ['another formula', `${HEAD}\n2026-09-06,19:00,@SUM(A1),home,2,1`, /Line 2: .*formula/],
    ['a row twice', `${HEAD}\n${GOOD_ROW}\n${GOOD_ROW}`, /Line 3: .*Cove on 2026-09-05 is in the file twice/],
    [
      'a row twice, in other letters',
      `${HEAD}\n${GOOD_ROW}\n2026-09-05,20:00,COVE,home,2,1`,
      /Line 3: .*twice/,
    ],
    [
      'a missing cell',
      `${HEAD}\n2026-09-05,19:00,Cove,home,2`,
      /Line 2: has 5 cells where the first line has 6/,
    ],
    ['a cell too many', `${HEAD}\n${GOOD_ROW},9`, /Line 2: has 7 cells/],
    ['a day that is none', `${HEAD}\n2026-02-30,19:00,Cove,home,2,1`, /Line 2: "2026-02-30" is not a date/],
    [
      'a day before there were days',
      `${HEAD}\n0000-01-01,19:00,Cove,home,2,1`,
      /Line 2: "0000-01-01" is not a date/,
    ],
    ['a time that is none', `${HEAD}\n2026-09-05,25:00,Cove,home,2,1`, /Line 2: "25:00" is not a time/],
    [
      'a venue that is none',
      `${HEAD}\n2026-09-05,19:00,Cove,moon,2,1`,
      /Line 2: "moon" is not home, away or neutral/,
    ],
    ['no opponent', `${HEAD}\n2026-09-05,19:00,,home,2,1`, /Line 2: the opponent is missing/],
    [
      'an opponent without end',
      `${HEAD}\n2026-09-05,19:00,${'x'.repeat(201)},home,2,1`,
      /Line 2: .*200 characters/,
    ],
    ['a negative number', `${HEAD}\n2026-09-05,19:00,Cove,home,-2,1`, /Line 2: "-2" in column goals/],
    [
      'a number with three decimals',
      `${HEAD}\n2026-09-05,19:00,Cove,home,2.001,1`,
      /Line 2: "2.001" in column goals/,
    ],
    ['a number in words', `${HEAD}\n2026-09-05,19:00,Cove,home,two,1`, /Line 2: "two" in column goals/],
    [
      'a number too large',
      `${HEAD}\n2026-09-05,19:00,Cove,home,1000001,1`,
      /Line 2: "1000001" in column goals/,
    ],
    [
      'control characters',
      `${HEAD}\n2026-09-05,19:00,Co\u0007ve,home,2,1`,
      /Line 2: holds control characters/,
    ],
    ...['Co\ud800ve', 'S\ufffdo Paulo'].map((opponent): [string, string, RegExp] => [
      `letters in another encoding, ${JSON.stringify(opponent)}`,
      `${HEAD}\n2026-09-05,19:00,${opponent},home,2,1`,
      /Line 2: holds characters that cannot be read: save the file as CSV \(UTF-8\)/,
    ]),
    ['a bad row after blank lines', `${HEAD}\n\n${GOOD_ROW}\n\n2026-02-30,19:00,Bay,home,2,1`, /Line 5: /],
    [
      'a bad row after a cell of two lines',
      `${HEAD}\n${GOOD_ROW}\n2026-09-07,19:00,"Sand\nBay",home,2,1`,
      /Line [34]: holds control characters/,
    ],
  ])('%s', async (_, csv, message) => {
    expect(await hostile(csv)).toMatch(message)
  })

  it('a hundred thousand rows', async () => {
    const rows = Array.from({ length: 100_000 }, () => '1,2,3')
    expect(await hostile(`date,opponent,goals\n${rows.join('\n')}`)).toMatch(/more than 2,000 rows/)
    const long = Array.from({ length: 100_000 }, (_, index) => `2026-09-05,19:00,Team ${index},home,2,1`)
    const csv = `${HEAD}\n${long.join('\n')}`
    for (const address of [path(), `${path()}/preview`])
      await refused(await house.scorer.post(address, { csv }), 413)
    const whole = `${HEAD}\n${long.slice(0, 30_000).join('\n')}`
    expect(fieldsOf(await refused(await house.scorer.post(path(), { csv: whole }), 400))).toEqual(['csv'])
  })

  it('many wrong rows: the first fifty are named, all are counted in the preview', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `2026-02-30,19:00,Team ${index},home,2,1`)
    const csv = `${HEAD}\n${rows.join('\n')}`
    const preview = await house.scorer.post<{ errors: unknown[] }>(`${path()}/preview`, { csv })
    expect(preview.body.errors).toHaveLength(120)
    expect(fieldsOf(await refused(await house.scorer.post(path(), { csv }), 400))).toHaveLength(50)
  })

  it('a bomb of columns, a column told to count what is not there', async () => {
    const wide = Array.from({ length: 20_000 }, (_, index) => `c${index}`).join(',')
    expect(await hostile(`${wide}\n${wide}`)).toMatch(/No column is matched to the date/)
    const answer = await house.scorer.post(`${path()}/columns`, { csv: `${wide}\n${wide}` })
    expect(await refused(answer, 400)).toMatchObject({
      fields: { csv: 'The file has more than 200 columns' },
    })
    const told = { csv: 'date,opponent,points\n2026-09-05,Cove,2', columns: { points: randomUUID() } }
    await refused(await house.scorer.post(path(), told), 400)
  })

  it('a sum above the most that is counted: nothing of it is kept', async () => {
    const csv = `date,opponent,goals\n2026-09-05,Cove,1000000\n2026-09-06,Bay,1000000`
    await refused(await house.scorer.post(path(), { csv }), 409)
  })

  it('a preview that is no longer true is refused with the new one', async () => {
    const csv = `${HEAD}\n${GOOD_ROW}`
    const stale = await refused(await house.scorer.post(path(), { csv, previewId: 'another' }), 409)
    expect(stale).toMatchObject({ code: 'stale', details: { preview: { totals: { new: 2, newEvents: 1 } } } })
  })
})

describe('what was done in the meantime', () => {
  it('a statistic that supporters have pledged on keeps its type', async () => {
    await pledge(house, season, { lines: { champions: '25.00' }, method: 'check' })
    before = await countRows(app.deps.db)
    const path = `${season.path}/statistics/${season.statistics.champions.id}`
    expect(await refused(await house.owner.put(path, { type: 'one_time' }), 409)).toMatchObject({
      code: 'conflict',
    })
  })

  it('a stale If-Match is a 409 with what is there now, and one that is none a 400', async () => {
    const things: [string, Record<string, unknown>, Record<string, unknown>][] = [
      [season.path, { name: 'Fall' }, { name: 'Autumn' }],
      [`${season.path}/statistics/${season.statistics.goals.id}`, { description: 'A' }, { description: 'B' }],
      [`${season.path}/events/${eventId}`, { location: 'A' }, { location: 'B' }],
      [`${season.path}/rewards/${rewardId}`, { title: 'A' }, { title: 'B' }],
      [`/api/organizations/${house.organizationId}`, { description: 'A' }, { description: 'B' }],
    ]
    for (const [path, first, second] of things) {
      const { representative } = house
      const { version } = expectStatus(await representative.put<{ version: number }>(path, first), 200)
      const headers = { 'if-match': `"${version}"` }
      const after = expectStatus(await representative.put<{ version: number }>(path, second, headers), 200)
      expect(after.version).toBe(version + 1)
      before = await countRows(app.deps.db)
      const stale = await refused(await representative.put(path, first, headers), 409)
      expect(stale).toMatchObject({
        code: 'stale',
        details: { current: { ...second, version: after.version } },
      })
      await refused(await representative.put(path, first, { 'if-match': 'newest' }), 400)
      expectStatus(await representative.put(path, second, { 'if-match': '*' }), 200)
    }
  })

  it('an Idempotency-Key used again: the same answer, another body a 409, another route too', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const path = `${season.path}/comments`
    const first = await house.owner.post<{ id: string }>(path, { message: 'Once' }, headers)
    expectStatus(first, 201)
    before = await countRows(app.deps.db)
    const again = await house.owner.post<{ id: string }>(path, { message: 'Once' }, headers)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await refused(await house.owner.post(path, { message: 'Twice' }, headers), 409)
    expect(other).toMatchObject({ code: 'idempotency_mismatch' })
    const elsewhere = await house.owner.post(
      `${season.path}/ambassadors`,
      { email: 'x@example.org' },
      headers,
    )
    await refused(elsewhere, 409)
    await refused(
      await house.owner.post(path, { message: 'Long' }, { 'idempotency-key': 'x'.repeat(201) }),
      400,
    )
    // Somebody else's key is another key.
    expectStatus(await house.scorer.post(path, { message: 'Once' }, headers), 201)
  })

  it('a key is refunded the first pledge, whatever the campaign has become', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = await pledgeBody(house.owner, season, { lines: { goals: '1.00' }, method: 'check' })
    const first = expectStatus(await house.owner.post<Pledge>(`${season.path}/pledges`, body, headers), 201)
    expectStatus(await house.representative.put<Campaign>(season.path, { status: 'paused' }), 200)
    before = await countRows(app.deps.db)
    const again = await house.owner.post<Pledge>(`${season.path}/pledges`, body, headers)
    expect(again).toMatchObject({ status: 201, body: first })
    await refused(await house.owner.post(`${season.path}/pledges`, body), 409)
    expect(await countRows(app.deps.db)).toEqual(before)
  })
})
