/** Collections show where every billed dollar is, and the next step of what is open (R11, R26, R32, R35, R36). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { cents, dollars, sum, toDecimal } from '#domain/money.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type {
  CollectionAmbassadors,
  CollectionCampaigns,
  CollectionFigures,
  Collections,
  OpenItem,
  OpenItems,
  PledgeName,
} from '#domain/schemas/collection.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  CARDS,
  countRows,
  declare,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let people: Record<'pays' | 'fails' | 'expired' | 'confirms' | 'posts' | 'late', { id: string; by: Caller }>
let ambassadorId: string

/** Everything that a settlement can lead to: collected, declined, to be confirmed, posted in part, overdue. */
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
  ambassadorId = expectStatus(
    await org.owner.post<{ id: string }>(`${season.path}/ambassadors`, { email: 'amber@example.org' }),
    201,
  ).id
  const one = async (gift: string, more: { card?: string; method?: 'check' }) => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { gift, goals: '1.00' },
      most: gift,
      ...(more.method ? { method: more.method } : { method: 'auto_bill_end' }),
      ...(more.card ? { card: more.card } : {}),
    })
    return { id: made.id, by: supporter }
  }
  people = {
    pays: await one('100.00', {}),
    fails: await one('50.00', { card: CARDS.insufficient }),
    expired: await one('40.00', { card: CARDS.expired }),
    confirms: await one('30.00', { card: CARDS.authentication }),
    posts: await one('20.00', { method: 'check' }),
    late: await one('10.00', { method: 'check' }),
  }
  await app.deps.db.query(
    sql`update pledges set ambassador_id = ${ambassadorId} where id in (${people.pays.id}, ${people.fails.id})`,
  )
  await play(org, season, { ...BAY, goals: 3 })
  await declare(org, season, 'not_achieved')
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  await lock(org, season, 'final', { declared })
  await runToChargeDate(org)
})
afterAll(() => app.close())

const ask = async <T>(path: string): Promise<T> => expectStatus(await org.representative.get<T>(path), 200)
const itemsOf = async (query = '') =>
  (await ask<OpenItems>(`/api/collections/items?campaign=${season.id}${query}`)).items
const itemOf = async (who: keyof typeof people): Promise<OpenItem | undefined> =>
  (await itemsOf('&show=all')).find(({ pledgeId }) => pledgeId === people[who].id)
const totals = async () => (await ask<Collections>(`/api/collections?campaign=${season.id}`)).totals

/** Every billed dollar is counted in one place, and collected matches the books. */
async function expectToAddUp(figures: CollectionFigures): Promise<void> {
  const parts = ['collected', 'underway', 'failed', 'overdue', 'disputed', 'refunded', 'lost'] as const
  expect(toDecimal(sum(parts.map((part) => dollars(figures[part]))))).toBe(figures.billed)
  const [books] = await app.deps.db.query<{ collected: number }>(
    sql`select collected_cents as collected from campaign_books where campaign_id = ${season.id}`,
  )
  expect(figures.collected).toBe(toDecimal(cents(books?.collected ?? 0)))
}

it('collections show expected, billed and collected apart, and where the rest is', async () => {
  const figures = await totals()
  expect(figures).toMatchObject({
    expected: '250.00',
    billed: '250.00',
    collected: '100.00',
    rate: 40,
    underway: '30.00',
    failed: '120.00',
    failedCount: 3,
    overdue: '0.00',
    overdueCount: 0,
    writtenOff: '0.00',
  })
  await expectToAddUp(figures)
  const { campaign } = (await ask<{ campaign: Campaign }>(`/api/dashboard/campaigns/${season.id}`)) as never
  expect(figures).toMatchObject({
    expected: (campaign as Campaign).totalPledged,
    collected: (campaign as Campaign).totalCollected,
  })
})

it('collections show why cards failed, the largest sum first', async () => {
  const { reasons, states, campaignName } = await ask<Collections>(`/api/collections?campaign=${season.id}`)
  expect(reasons).toEqual([
    { reason: 'The card did not have enough funds', count: 1, amount: '50.00' },
    { reason: 'The card has expired', count: 1, amount: '40.00' },
    { reason: 'The bank asks the cardholder to confirm it', count: 1, amount: '30.00' },
  ])
  expect(states).toMatchObject({ past_due: 1, failed: 1, requires_action: 1, invoiced: 2, overdue: 0 })
  expect(campaignName).toBe('Fall Season')
})

describe('open items:', () => {
  it('each shows its next step with its date, and what failed comes first', async () => {
    expect(await itemsOf()).toMatchObject([
      { state: 'past_due', pledgeId: people.expired.id, nextStep: expect.stringContaining('another card') },
      { state: 'requires_action', pledgeId: people.confirms.id, nextOn: null },
      { state: 'failed', amount: '50.00', nextStep: 'Another automatic attempt', nextOn: '2026-09-14' },
    ])
    // Issued on September 10 and due after 30 days; the first reminder two weeks before.
    expect(await itemOf('posts')).toMatchObject({
      kind: 'invoice',
      state: 'invoiced',
      amount: '20.00',
      dueOn: '2026-10-10',
      nextOn: '2026-09-26',
      number: expect.stringMatching(/^INV-2026-/),
      nextStep: 'The supporter is reminded by email',
    })
  })

  it('a partial payment leaves the rest open, and a full one closes the item', async () => {
    const invoice = (await invoicesOf(org, season)).find(({ pledgeId }) => pledgeId === people.posts.id)
    if (!invoice) throw new Error('an invoice is missing')
    const pay = async (amount: string) =>
      expectStatus(
        await org.representative.post(`${season.path}/payments`, payment(invoice, amount, app)),
        201,
      )
    await pay('5.00')
    expect(await itemOf('posts')).toMatchObject({ amount: '15.00' })
    await expectToAddUp(await totals())
    await pay('15.00')
    expect(await itemOf('posts')).toBeUndefined()
    expect(await totals()).toMatchObject({ collected: '120.00', underway: '10.00' })
  })

  it('a paused campaign’s items wait without a date', async () => {
    await app.deps.db.query(sql`update campaigns set status = 'paused' where id = ${season.id}`)
    expect(await itemOf('fails')).toMatchObject({
      nextStep: 'On hold until the campaign is active again',
      nextOn: null,
    })
    await app.deps.db.query(sql`update campaigns set status = 'completed' where id = ${season.id}`)
  })

  it('an invoice past its due date is overdue, with its next reminder until none is left', async () => {
    app.clock.advance({ days: 30 })
    expect(await itemOf('late')).toMatchObject({ state: 'overdue', nextOn: '2026-10-24' })
    expect(await totals()).toMatchObject({ overdue: '10.00', overdueCount: 1 })
    await expectToAddUp(await totals())
    app.clock.advance({ days: 30 })
    expect(await itemOf('late')).toMatchObject({
      nextOn: null,
      nextStep: 'No reminders left: call or write to the supporter',
    })
  })

  it('each line of what is not collected has a list of its own, with as many items as it counts', async () => {
    const statesOf = async (show: string) => (await itemsOf(`&show=${show}`)).map(({ state }) => state)
    const cards = await statesOf('cards')
    expect(cards.toSorted()).toEqual(['failed', 'past_due', 'requires_action'])
    expect(cards).toHaveLength((await totals()).failedCount)
    expect(new Set(await statesOf('late'))).toContain('overdue')
    for (const state of await statesOf('upcoming'))
      expect(['invoiced', 'processing', 'scheduled']).toContain(state)
  })

  it('the list is paged and filtered by state, and has no names (R26)', async () => {
    const page = (query: string) =>
      ask<OpenItems>(`/api/collections/items?campaign=${season.id}&show=all${query}`)
    const all = await page('')
    const walked = await Promise.all(
      Array.from({ length: all.count }, (_, at) => page(`&limit=1&page=${at + 1}`)),
    )
    expect(walked.flatMap(({ items }) => items)).toEqual(all.items)
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(all.count)
    expect((await itemsOf('&show=overdue')).map(({ pledgeId }) => pledgeId)).toEqual([people.late.id])
    expect(JSON.stringify(all)).not.toContain(people.late.by.email)
    expectStatus(await org.representative.get('/api/collections/items?show=lost'), 400)
  })
})

describe('collections by campaign and ambassador:', () => {
  it('the campaign with the largest open amount comes first, and all add up to the total', async () => {
    const other = await openSeason(org)
    await setStatus(org, other, 'active')
    const { campaigns, count } = await ask<CollectionCampaigns>('/api/collections/campaigns')
    expect(count).toBe(campaigns.length)
    expect(campaigns[0]).toMatchObject({ id: season.id, organizationName: 'Harbor High Boosters' })
    expect(campaigns.at(-1)?.figures).toMatchObject({ billed: '0.00', rate: null })
    const overall = (await ask<Collections>('/api/collections')).totals
    expect(toDecimal(sum(campaigns.map(({ figures }) => dollars(figures.billed))))).toBe(overall.billed)
    expect((await ask<CollectionCampaigns>('/api/collections/campaigns?search=100%25')).count).toBe(0)
  })

  it('an ambassador’s supporters are shown beside those without an ambassador', async () => {
    const { ambassadors } = await ask<CollectionAmbassadors>('/api/collections/ambassadors')
    expect(ambassadors).toMatchObject([
      { ambassadorId: null, supporters: 4, billed: '100.00', collected: '20.00', rate: 20 },
      { ambassadorId, name: 'amber@example.org', billed: '150.00', collected: '100.00', rate: 67 },
    ])
  })
})

describe('the names behind pledges:', () => {
  const show = (pledgeIds: string[], by = org.representative) =>
    by.post<PledgeName[]>('/api/collections/names', { pledgeIds })

  it('one look is one entry of the audit log, with who looked at whose names (R26)', async () => {
    const both = [people.late.id, people.fails.id].sort()
    const names = expectStatus(await show(both), 200)
    expect(names).toContainEqual(
      expect.objectContaining({ pledgeId: people.late.id, email: people.late.by.email }),
    )
    expectStatus(await show([people.late.id], org.second), 200)
    const looks = await app.deps.db.query(
      sql`select actor_id, subject_id, after from audit_log where action = 'name.show' order by id`,
    )
    const [first, second] = [org.representative.userId, org.second.userId]
    expect(looks).toEqual([
      { actorId: first, subjectId: both[0], after: { pledgeIds: both } },
      { actorId: second, subjectId: people.late.id, after: null },
    ])
    const log = await ask<{ text: string; changes: object[] }[]>(`${season.path}/audit-log?limit=2`)
    expect(log).toMatchObject([
      { text: 'Viewed the name behind a pledge', changes: [{ label: 'Pledge' }] },
      {
        text: 'Viewed the names behind several pledges',
        changes: [{ label: 'Pledges', after: both.map(pledgeReference).join(', ') }],
      },
    ])
  })

  it('come with the postal address that a refund by check goes to', async () => {
    const { by, id } = people.late
    const address = { streetAddress1: '1 Main St', city: 'Bend', state: 'OR', zip: '97701' }
    expectStatus(await by.put('/api/auth/user', { ...address, onPledges: true }), 200)
    const [payer] = expectStatus(await show([id]), 200)
    expect(payer?.address).toEqual(['1 Main St', 'Bend, OR 97701'])
  })

  it('a pledge that was never billed shows none, and reading collections changes nothing', async () => {
    const { pledge: unbilled } = await givenSeason({
      org,
      pledges: [{ lines: { gift: '25.00' } }],
    })
    expect(expectStatus(await show([unbilled.id]), 200)).toEqual([])
    const before = await countRows(app.deps.db)
    for (const path of ['', '/campaigns', '/ambassadors', '/items', '/items.csv', '/campaigns.csv'])
      expectStatus(await org.representative.get(`/api/collections${path}`), 200)
    expect(await countRows(app.deps.db)).toEqual(before)
  })
})
