/** After each step of a season, every place that shows a figure shows the same value (R9 to R11). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import type { Invoice, Settlement } from '#domain/schemas/settlement.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { runDueJobs } from '#server/jobs.ts'
import { invoiceFacts } from '#server/money/invoice-documents/document.ts'
import { type Person, playSeason } from '#server/operations/demo/season.ts'
import { sql } from '#server/platform/db/database.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { FIGURES, figuresDocument } from './figures.ts'
import type { InvoiceOf } from './figures-others.ts'
import { asShown, type Figure, type Moment, type Supporter } from './figures-reading.ts'

/** Two of each payment method, compared pledge by pledge; the others count in every sum. */
const COMPARED_PLEDGES = 8
const MONTHS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((month) => {
  const year = month > 12 ? 2016 : 2015
  return `${year}-${String(month > 12 ? month - 12 : month).padStart(2, '0')}`
})

let app: TestApp
let representative: Caller
const callers = new Map<string, Caller>()
const supporters: Supporter[] = []
const differing: object[] = []
const seen = new Map<string, number>()
const steps: string[] = []

/** A write that changes figures: what follows it is a step of the story. */
const MOVES = /\/(confirmations|settlements|approval)$/

const call = <T>({ get }: Caller, path: string): Promise<T> =>
  get<T>(path).then((answer) => expectStatus(answer, 200))

function person(caller: Caller): Person {
  callers.set(caller.userId, caller)
  const ok = <T>(answer: Awaited<ReturnType<Caller['get']>>): T =>
    expectStatus(answer, answer.status < 300 ? answer.status : 200) as T
  return {
    userId: caller.userId,
    get: async (path) => ok(await caller.get(path)),
    put: async (path, body) => ok(await caller.put(path, body)),
    post: async <T>(path: string, body?: unknown) => {
      const answer = ok<T>(await caller.post(path, body))
      if (MOVES.test(path)) await walk(path.split('/').at(-1) as string)
      return answer
    },
  }
}

beforeAll(async () => {
  app = await createTestApp({ now: '2015-08-01T16:00:00Z' })
  representative = await app.representative('Morgan')
  const scorer = await app.user({ firstName: 'Jamie', lastName: 'Vardy' })
  await playSeason({
    owner: person(await app.user({ firstName: 'Claudio', lastName: 'Ranieri' })),
    scorer: person(scorer),
    joinAsScorer: async (organizationId) => void (await joinOrganization(app, organizationId, scorer)),
    representative: person(representative),
    second: person(await app.representative('Riyad')),
    supporter: async (index) => {
      const one = person(await app.user({ firstName: `Fan${index}` }))
      if (index < COMPARED_PLEDGES) supporters.push({ userId: one.userId, pledgeId: '' })
      return one
    },
    setClock: (to) => app.clock.set(to),
    runJobs: async () => {
      await runDueJobs(app.deps)
      await walk('jobs')
    },
    say: () => undefined,
  })
  await walk('paid out')
}, 600_000)
afterAll(() => app.close())

/** As RFC 4180 defines it; the header names the values of each row. */
function rowsOf(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  const [head = [], ...lines] = rows.slice(0, -1)
  return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])))
}

/** Each thing read at one moment is requested once. */
function momentOf(campaignId: string, organizationId: string): Moment {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const found = known.get(key) ?? read()
    known.set(key, found)
    return found as Promise<T>
  }
  const who = (by: string | undefined) => (by === undefined ? representative : (callers.get(by) as Caller))
  const get: Moment['get'] = <T>(path: string, by?: string) =>
    once(`${by} ${path}`, () => call<T>(who(by), path))
  return {
    campaignId,
    organizationId,
    months: MONTHS,
    get,
    all: <T>(path: string) =>
      once(`all ${path}`, async () => {
        const found: T[] = []
        for (let next: string | undefined = path; next; ) {
          const answer: Answer<T[]> = await representative.get<T[]>(next)
          found.push(...expectStatus(answer, 200))
          next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        }
        return found
      }),
    csv: async (path, by) => rowsOf(await get<string>(path, by)),
    mails: (kind, pledgeId) =>
      once(`mails ${kind} ${pledgeId}`, async () => {
        const rows = await app.deps.db.query<{ text: string }>(sql`
          select text_body as text from mails where kind = ${kind} and pledge_id = ${pledgeId} order by id`)
        return rows.map(({ text }) => text)
      }),
    report: () => once('report', () => readSeason(app.deps, representative, campaignId)),
    paper: (pledgeId, number) =>
      once(`paper ${number}`, () => invoiceFacts(app.deps, { pledgeId, number, payUrl: 'https://x' })),
    link: (pledgeId) =>
      once(`link ${pledgeId}`, async () => {
        const url = await app.deps.db.transaction((tx) => pledgeLink(app.deps, tx, { pledgeId, campaignId }))
        return `/api/pledge-links/${url.split('/').at(-1)}`
      }),
  }
}

async function compare<Of>(
  step: string,
  kind: string,
  figures: readonly Figure<Of>[],
  moment: Moment,
  of: Of,
): Promise<void> {
  for (const { name, places } of figures) {
    const shown = await Promise.all(places.map((place) => place.read(moment, of)))
    const first = shown.find((value) => value !== null) ?? null
    places.forEach(({ at, isRounded = false }, index) => {
      const value = shown[index] ?? null
      if (value === null || first === null) return
      seen.set(`${kind}, ${name}: ${at}`, (seen.get(`${kind}, ${name}: ${at}`) ?? 0) + 1)
      const expected = asShown(first, isRounded)
      if (value !== expected) differing.push({ step, kind, name, at, value, expected, of })
    })
  }
}

async function walk(what: string): Promise<void> {
  const [campaign] = await app.deps.db.query<{ id: string; organizationId: string }>(
    sql`select id, organization_id from campaigns`,
  )
  if (!campaign) return
  const step = `${steps.length + 1} ${what}`
  steps.push(step)
  const moment = momentOf(campaign.id, campaign.organizationId)
  const path = `/api/campaigns/${campaign.id}`
  await compare(step, 'campaign', FIGURES.campaign, moment, null)
  const invoices = await moment.all<Invoice>(`${path}/invoices?limit=200`)
  for (const supporter of supporters) {
    const [made] = await moment.get<UserPledge[]>('/api/user/pledges', supporter.userId)
    supporter.pledgeId = made?.id ?? ''
    await compare(step, 'pledge', FIGURES.pledge, moment, supporter)
    for (const { id, number } of invoices.filter(({ pledgeId }) => pledgeId === supporter.pledgeId)) {
      const invoice: InvoiceOf = { ...supporter, invoiceId: id, number }
      await compare(step, 'invoice', FIGURES.invoice, moment, invoice)
    }
  }
  for (const { id, version } of await moment.get<Settlement[]>(`${path}/settlements`))
    await compare(step, 'settlement', FIGURES.settlement, moment, { settlementId: id, version })
  for (const { id } of await moment.get<Payout[]>(`${path}/payouts`))
    await compare(step, 'payout', FIGURES.payout, moment, { payoutId: id })
  const { statistics } = await moment.get<{ statistics: Statistic[] }>(path)
  for (const { id, name, type } of statistics)
    if (type !== 'one_time')
      await compare(step, 'statistic', FIGURES.statistic, moment, { statisticId: id, name })
}

test('every figure is the same wherever it is shown, after each step of a season', () => {
  expect(steps.length).toBeGreaterThan(15)
  expect(differing.slice(0, 20)).toEqual([])
})

test('every place in the list of figures shows its figure at some step of a season', () => {
  const listed = Object.entries(FIGURES).flatMap(([kind, figures]) =>
    figures.flatMap(({ name, places }) => places.map(({ at }) => `${kind}, ${name}: ${at}`)),
  )
  expect(listed.filter((one) => !seen.has(one))).toEqual([])
})

test('docs/figures.md has the same places as the list of figures', async () => {
  await expect(figuresDocument()).toMatchFileSnapshot('../../docs/figures.md')
})
