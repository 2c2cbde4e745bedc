/** A settlement before it is locked: what to look at first, its file, and its schedule (R30 to R33). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { cents, dollars, sum, toDecimal } from '#domain/money.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Settlement, SettlementPreview, SettlementSchedule } from '#domain/schemas/settlement.ts'
import { lockProgressSettlements } from '#server/money/settlements/advance.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  CARDS,
  confirm,
  declare,
  goToChargeDate,
  lock,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const ids: Record<string, string> = {}

/** Nine usual ones, one that is far larger, and one that its maximum limited. */
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
  const one = async (name: string, wish: Parameters<typeof pledge>[2]) => {
    ids[name] = (await pledge(org, season, { method: 'check', ...wish })).pledge.id
  }
  for (let number = 0; number < 9; number += 1)
    await one(`usual ${number}`, { lines: { gift: `${10 + number}.00` } })
  await one('large', { lines: { gift: '250.00', goals: '1.00' } })
  await one('cut', { lines: { gift: '5.00', goals: '5.00' }, most: '12.00' })
  await one('by card', { lines: { gift: '15.00' }, method: 'auto_bill_end', card: CARDS.good })
  await play(org, season, { ...BAY, goals: 3 })
})
afterAll(() => app.close())

const preview = async (query: string) =>
  expectStatus(
    await org.representative.get<SettlementPreview>(`${season.path}/settlements/preview?kind=final${query}`),
    200,
  )
const idsOf = ({ pledges }: SettlementPreview) => pledges.map(({ pledgeId }) => pledgeId)

it('a preview lists unusual pledges first with the reason, then the largest', async () => {
  const all = await preview('')
  expect(all).toMatchObject({ pledgesCount: 12, exceptionsCount: 2, typical: '14.00', isCorrection: false })
  expect(all.pledges.slice(0, 4)).toMatchObject([
    { pledgeId: ids.large, toBill: '253.00', reasons: ['outlier', 'first_large'] },
    { pledgeId: ids.cut, toBill: '12.00', uncapped: '20.00', agreedMaximum: '12.00', reasons: ['maximum'] },
    { pledgeId: ids['usual 8'], toBill: '18.00', reasons: [] },
    { pledgeId: ids['usual 7'], toBill: '17.00', reasons: [] },
  ])
  expect(idsOf(await preview('&show=exceptions'))).toEqual([ids.large, ids.cut])
})

it('a preview has every pledge on exactly one page, for any page size', async () => {
  const all = idsOf(await preview(''))
  expect(new Set(all).size).toBe(12)
  for (const limit of [1, 2, 5]) {
    const walked: string[] = []
    for (let page = 1; walked.length < all.length; page += 1)
      walked.push(...idsOf(await preview(`&limit=${limit}&page=${page}`)))
    expect(walked).toEqual(all)
  }
  expect(idsOf(await preview('&limit=5&page=4'))).toEqual([])
  expectStatus(await org.representative.get(`${season.path}/settlements/preview?kind=final&show=odd`), 400)
})

it('the file of a preview has every pledge line, and its columns add up to the totals', async () => {
  const path = `/api/dashboard/campaigns/${season.id}/settlement-preview.csv?kind=final`
  const headers = { authorization: `Bearer ${org.representative.token}` }
  const [head = '', ...lines] = (await (await app.app.request(path, { headers })).text())
    .trim()
    .replace('\uFEFF', '')
    .split('\r\n')
  const column = (name: string) => head.split(',').indexOf(name)
  const added = (name: string) =>
    toDecimal(sum(lines.map((line) => dollars(line.split(',')[column(name)] || '0.00'))))
  const { totals } = await preview('')
  expect(lines).toHaveLength(14)
  expect(added('To bill (USD)')).toBe(totals.toBill)
  expect(added('Earned (USD)')).toBe(totals.accrued)
  expect(added('Line earned (USD)')).toBe(totals.accrued)
  // As everywhere else a pledge is named (R26).
  for (const line of lines) {
    const cells = line.split(',')
    expect(cells[column('Pledge reference')]).toBe(pledgeReference(cells[column('Pledge')] ?? ''))
  }
})

const schedule = async () =>
  expectStatus(await org.representative.get<SettlementSchedule>(`${season.path}/settlements/schedule`), 200)

it('the settlement schedule says when it runs next, or why it bills nothing (R32)', async () => {
  expect(await schedule()).toMatchObject({
    isOn: true,
    pledges: 0,
    lastLockedAt: null,
    nextRunAt: '2026-09-14T09:00:00.000Z',
    idleReason: 'No pledge is paid as the season progresses',
  })
  await pledge(org, season, { lines: { goals: '2.00' } })
  expect(await schedule()).toMatchObject({ pledges: 1, idleReason: null })
  const turn = async (settleAutomatically: boolean) =>
    expectStatus(await org.representative.put<Campaign>(season.path, { settleAutomatically }), 200)
  await turn(false)
  expect(await schedule()).toMatchObject({
    isOn: false,
    idleReason: expect.stringMatching(/locked manually/),
  })
  expect(await lockProgressSettlements(app.deps)).toBe(0)
  await turn(true)
  expect(await lockProgressSettlements(app.deps)).toBe(1)
  expect(await schedule()).toMatchObject({ lastLockedAt: app.clock.now().toISOString() })
})

it('a settlement shows how much is charged so far and when the next charge is due, then closes', async () => {
  await declare(org, season, 'not_achieved')
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  const { id } = await lock(org, season, 'final', { declared })
  const now = async () =>
    expectStatus(await org.representative.get<Settlement>(`${season.path}/settlements/${id}`), 200)
  expect(await now()).toMatchObject({ stage: 'locked', charged: '15.00', taken: '0.00' })
  await goToChargeDate(org)
  expect(await now()).toMatchObject({ stage: 'charging', nextChargeAt: '2026-09-13T16:00:00.000Z' })
  await runToChargeDate(org)
  expect(await now()).toMatchObject({ stage: 'closed', taken: '15.00', nextChargeAt: null })
  expect((await schedule()).idleReason).toMatch(/^The final settlement is locked/)
})

it('a preview of a correction shows each difference and lists decreases as unusual (R33)', async () => {
  const body = { statisticId: season.statistics.goals.id, quantity: -3 }
  const entry = expectStatus(await org.scorer.post<{ id: string }>(`${season.path}/results`, body), 201)
  await confirm(org.owner, season, [entry])
  const corrected = await preview('&show=exceptions')
  expect(corrected.isCorrection).toBe(true)
  expect(corrected.pledges.every(({ reasons }) => reasons.includes('decrease'))).toBe(true)
  expect(idsOf(corrected)).toContain(ids.cut)
  expect(corrected.pledges.find(({ pledgeId }) => pledgeId === ids.cut)?.difference).toBe(
    toDecimal(cents(-700)),
  )
})
