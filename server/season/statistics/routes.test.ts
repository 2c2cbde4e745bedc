/** Several statistics are added at once: all or none, in order, and once (R50). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CAMPAIGN,
  countRows,
  openDraft,
  type Season,
  STATISTICS,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let draft: Season
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
  draft = await openDraft(org)
})
afterAll(() => app.close())

const { goals, wins, gift } = STATISTICS
const batch = (statistics: unknown, headers?: Record<string, string>) =>
  org.owner.post<Statistic[] & ErrorBody>(`${draft.path}/statistics/batches`, { statistics }, headers)
const namesIn = async (id: string) => {
  const { body } = await org.owner.get<Management>(`/api/dashboard/campaigns/${id}`)
  return body.statistics.map(({ name }) => name)
}

describe('adding several statistics at once', () => {
  it('appends them in order, with an audit entry each', async () => {
    const before = await namesIn(draft.id)
    const rows = await countRows(app.deps.db)
    const added = expectStatus(
      await batch([
        { ...wins, name: 'Away wins' },
        { ...gift, name: 'Gift again' },
      ]),
      201,
    )
    expect(added.map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['Away wins', before.length],
      ['Gift again', before.length + 1],
    ])
    expect(await namesIn(draft.id)).toEqual([...before, 'Away wins', 'Gift again'])
    const after = await countRows(app.deps.db)
    expect(Number(after['public.audit_log']) - Number(rows['public.audit_log'])).toBe(2)
  })

  it('adds all or none', async () => {
    const rows = await countRows(app.deps.db)
    const answer = await batch([goals, { ...wins, name: '', pledgeAmountOptions: [1, 2] }])
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          'statistics.1.name': 'Statistic name is required',
          'statistics.1.pledgeAmountOptions': 'Please enter exactly 3 pledge amounts',
        },
      },
    })
    expect(await batch([])).toMatchObject({ status: 400, body: { message: 'Choose at least one statistic' } })
    const many = Array.from({ length: 21 }, () => goals)
    expect(await batch(many)).toMatchObject({
      status: 400,
      body: { message: 'Add at most 20 statistics at once' },
    })
    expect(await countRows(app.deps.db)).toEqual(rows)
  })

  it('adds them once for two requests with one idempotency key', async () => {
    const key = { 'Idempotency-Key': 'the-same-click' }
    const first = expectStatus(await batch([{ ...goals, name: 'Headers' }], key), 201)
    const again = expectStatus(await batch([{ ...goals, name: 'Headers' }], key), 201)
    expect(again).toEqual(first)
    expect((await namesIn(draft.id)).filter((name) => name === 'Headers')).toHaveLength(1)
  })
})

describe('creating a campaign with statistics', () => {
  const create = (statistics: unknown) =>
    org.owner.post<Campaign & ErrorBody>('/api/campaigns', {
      ...{ ...CAMPAIGN, organizationId: org.organizationId },
      statistics,
    })

  it('adds them in order', async () => {
    const { id } = expectStatus(await create([goals, gift]), 201)
    expect(await namesIn(id)).toEqual(['Goals', 'Gift'])
  })

  it('creates nothing if one of them is invalid', async () => {
    const rows = await countRows(app.deps.db)
    expect(await create([goals, { ...gift, icon: 'trophy' }])).toMatchObject({
      status: 400,
      body: { fields: { 'statistics.1.icon': 'Please select an icon' } },
    })
    expect(await countRows(app.deps.db)).toEqual(rows)
  })
})
