/** Wrong amounts, choices and dates of pledges, campaigns, events and results are refused by field (R1, R15 to R20). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectStatus } from '#tests/app.ts'
import { app, fieldsOf, ids, org, recount, refused, season, setUpTarget } from '#tests/bad-input/target.ts'
import { CAMPAIGN, openSeason, pledge, pledgeBody, setUpOrganization } from '#tests/fixtures.ts'

setUpTarget()

describe('a pledge is refused (R15, R16)', () => {
  const body = async (
    change: Record<string, unknown>,
    lines: Record<string, string> = { goals: '2.00' },
  ) => ({
    ...(await pledgeBody(app.visitor, season, { lines, method: 'check' })),
    ...change,
  })
  const post = async (change: Record<string, unknown>, by = org.scorer) =>
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
  ])('with a rate of %j', async (rate) => {
    const refusal = await refused(await post(line(rate)), 400)
    expect(fieldsOf(refusal)).toEqual(['pledgeStatistics.0.pledgeAmount'])
  })

  it.each([0, '0', -200, '1000000.01', 10_000_000, '12.345', 'all', {}, Number.MAX_SAFE_INTEGER])(
    'with a maximum of %j',
    async (maximumAmount) => {
      expect(fieldsOf(await refused(await post({ maximumAmount }), 400))).toEqual(['maximumAmount'])
    },
  )

  it('without lines, with a statistic twice, or with a foreign, unknown or inactive one', async () => {
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

    const other = await setUpOrganization(app, 'Ridgeview Boosters')
    const foreign = await openSeason(other)
    const hidden = season.statistics.wins.id
    const { representative } = org
    expectStatus(await representative.put(`${season.path}/statistics/${hidden}`, { isActive: false }), 200)
    await recount()
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
      'pledgeStatistics.2.statisticId': 'Wins accepts no new pledges',
    })
  })

  it('with a rate outside the presets where custom amounts are off', async () => {
    const { id } = season.statistics.gift
    const only = (allowCustomAmounts: boolean) =>
      org.representative.put(`${season.path}/statistics/${id}`, { allowCustomAmounts })
    expectStatus(await only(false), 200)
    await recount()
    const refusal = await refused(await post(line('26.00', id)), 400)
    expect(refusal.fields).toEqual({ 'pledgeStatistics.0.pledgeAmount': 'Choose one of $25, $50, $100' })
    expectStatus(await only(true), 200)
  })

  it('with a card that is missing, unknown or someone else’s, or a timing that its method does not have', async () => {
    const auto = { paymentMethod: 'auto_bill_end' }
    expect(fieldsOf(await refused(await post(auto), 400))).toEqual(['stripePaymentMethodId'])
    const unknown = { ...auto, stripePaymentMethodId: 'pm_sandbox_none' }
    expect(fieldsOf(await refused(await post(unknown), 400))).toEqual(['stripePaymentMethodId'])
    const { supporter } = await pledge(org, season, { lines: { goals: '1.00' } })
    const [card] = await app.deps.db.pool
      .query('select provider_payment_method from cards where user_id = $1', [supporter.userId])
      .then(({ rows }) => rows as { provider_payment_method: string }[])
    await recount()
    const theirs = { ...auto, stripePaymentMethodId: card?.provider_payment_method }
    expect(fieldsOf(await refused(await post(theirs), 400))).toEqual(['stripePaymentMethodId'])
    for (const change of [
      { paymentMethod: 'check', paymentTiming: 'as_season_progresses' },
      { paymentMethod: 'auto_bill_progress', paymentTiming: 'end_of_campaign', stripePaymentMethodId: 'pm' },
    ])
      expect(fieldsOf(await refused(await post(change), 400))).toEqual(['paymentTiming'])
  })

  it('with an unknown ambassador, for another person, or from an unverified email address', async () => {
    expect(fieldsOf(await refused(await post({ ambassadorId: randomUUID() }), 400))).toEqual(['ambassadorId'])
    await refused(await post({ pledgerId: org.owner.userId }), 403)
    const unverified = await app.user({ isVerified: false })
    await recount()
    expect(await refused(await post({}, unverified), 403)).toMatchObject({ code: 'email_unverified' })
  })

  it('before the campaign’s first day and after its last', async () => {
    for (const now of ['2026-08-14T12:00:00Z', '2026-12-17T12:00:00Z']) {
      app.clock.set(now)
      expect(await refused(await post({}), 409)).toMatchObject({ code: 'campaign_closed' })
    }
    app.clock.set('2026-09-10T16:00:00Z')
  })
})

describe('dates:', () => {
  const campaign = (change: Record<string, unknown>) =>
    org.owner.post('/api/campaigns', { ...CAMPAIGN, organizationId: org.organizationId, ...change })

  it('an end date before the start date is refused on the end date, whichever was changed', async () => {
    const fields = { endDate: 'End date must be on or after the start date' }
    const created = await refused(await campaign({ startDate: '2026-09-02', endDate: '2026-09-01' }), 400)
    expect(created).toMatchObject({ message: fields.endDate, fields })
    for (const change of [{ endDate: '2026-08-14' }, { startDate: '2026-12-16' }]) {
      const changed = await refused(await org.representative.put(season.path, change), 400)
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
  ])('%j is refused as the end date of a campaign', async (endDate) => {
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
  ])('%j is refused as the start time of an event', async (startTime) => {
    const event = { name: 'Match', eventType: 'game', startTime }
    const refusal = await refused(await org.representative.post(`${season.path}/events`, event), 400)
    expect(fieldsOf(refusal)).toEqual(['startTime'])
    const rows = [{ statisticId: season.statistics.goals.id, quantity: 1 }]
    const match = await org.scorer.post(`${season.path}/results/matches`, {
      event: { name: 'Match', startTime },
      rows,
    })
    expect(fieldsOf(await refused(match, 400))).toEqual(['event.startTime'])
  })

  it('an event that ends before it starts, or started yesterday, is refused', async () => {
    const post = (change: object) =>
      org.representative.post(`${season.path}/events`, {
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

describe('a result is refused (R17 to R20)', () => {
  const post = (body: object) => org.scorer.post(`${season.path}/results`, body)
  const goals = () => ({ statisticId: season.statistics.goals.id })

  it.each([1.001, '0.001', 1_000_000.01, '1e3', 'three', '', null, {}, true, Number.MAX_SAFE_INTEGER])(
    'with a quantity of %j',
    async (quantity) => {
      expect(fieldsOf(await refused(await post({ ...goals(), quantity }), 400))).toEqual(['quantity'])
    },
  )

  it('if the total would fall below zero or exceed the limit', async () => {
    await refused(await post({ ...goals(), quantity: -4 }), 409)
    await refused(await post({ ...goals(), quantity: 1_000_000 }), 409)
    const rows = [{ ...goals(), quantity: 1_000_000 }]
    const event = { name: 'Match', startTime: '2026-09-01T10:00:00Z' }
    await refused(await org.scorer.post(`${season.path}/results/matches`, { event, rows }), 409)
  })

  it('with a kind its statistic does not have, an unknown or missing match, or a match total below zero', async () => {
    const { gift, champions } = season.statistics
    expect(fieldsOf(await refused(await post({ ...goals(), kind: 'achieved' }), 400))).toEqual(['kind'])
    expect(fieldsOf(await refused(await post({ statisticId: champions.id, quantity: 1 }), 400))).toEqual([
      'kind',
    ])
    expect(fieldsOf(await refused(await post({ statisticId: gift.id, quantity: 1 }), 400))).toEqual(['kind'])
    const nowhere = { ...goals(), quantity: 1, eventId: randomUUID() }
    expect(fieldsOf(await refused(await post(nowhere), 400))).toEqual(['eventId'])
    const rows = [{ ...goals(), quantity: -1 }]
    const below = await org.scorer.post(`${season.path}/results/matches`, { eventId: ids.eventId, rows })
    expect(fieldsOf(await refused(below, 400))).toEqual(['rows.0.quantity'])
    const none = await org.scorer.post(`${season.path}/results/matches`, {
      rows: [{ ...goals(), quantity: 1 }],
    })
    expect(fieldsOf(await refused(none, 400))).toEqual(['eventId'])
  })
})
