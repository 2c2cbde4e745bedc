/** A pledge and each other writer of its campaign, in both orders: the totals stay exact (R12). */
import { describe, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { PreviewChanges, Settlement } from '#domain/schemas/settlement.ts'
import { expectStatus } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  formToLock,
  lock,
  play,
  pledge,
  pledgeDetail,
  tryToSetStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { BAY, GOALS, interleave, preparePledge, publicCampaign } from '#tests/interleaving.ts'

givenSeasonForEachTest()

describe('pledging while results are confirmed:', () => {
  it('a pledge that comes first is counted by the confirmation', async () => {
    const entries = await enterMatch(org, season, BAY)
    const { supporter, go } = await preparePledge()
    const [pledged] = await interleave(app, go, () => confirm(org.owner, season, entries))
    expect(expectStatus(pledged, 201).earned).toBe('0.00')
    expect(await pledgeDetail(supporter, pledged.body)).toMatchObject({ earned: '6.00' })
    expect(await publicCampaign()).toMatchObject({ totalEarned: '6.00', supportersCount: 1 })
  })

  it('a pledge that comes second has earned at once', async () => {
    const entries = await enterMatch(org, season, BAY)
    const { supporter, go } = await preparePledge()
    const [, pledged] = await interleave(app, () => confirm(org.owner, season, entries), go)
    expect(expectStatus(pledged, 201).earned).toBe('6.00')
    expect(await pledgeDetail(supporter, pledged.body)).toMatchObject({ earned: '6.00' })
    expect(await publicCampaign()).toMatchObject({ totalEarned: '6.00', supportersCount: 1 })
  })
})

describe('pledging while a settlement is locked:', () => {
  it('a pledge that comes first makes the preview outdated, and the new one bills it', async () => {
    await play(org, season, BAY)
    const { go } = await preparePledge()
    const form = await formToLock(org, season, 'final')
    const [, locked] = await interleave(app, go, () =>
      org.representative.post<{ details: PreviewChanges }>(`${season.path}/settlements`, form),
    )
    expect(locked).toMatchObject({ status: 409, body: { code: 'stale' } })
    const { previewId } = locked.body.details
    const again = await org.representative.post<Settlement>(`${season.path}/settlements`, {
      ...form,
      previewId,
    })
    expect(expectStatus(again, 201).totals).toMatchObject({ pledges: 1, toBill: '6.00' })
  })

  it('a pledge that comes after the final lock is refused', async () => {
    await play(org, season, BAY)
    await pledge(org, season, GOALS)
    const { go } = await preparePledge()
    const [locked, pledged] = await interleave(app, () => lock(org, season, 'final'), go)
    expect(locked.totals).toMatchObject({ pledges: 1, toBill: '6.00' })
    expect(pledged).toMatchObject({ status: 409, body: { code: 'campaign_closed' } })
    expect(await publicCampaign()).toMatchObject({ supportersCount: 1 })
  })

  it('a pledge that comes after a progress lock is billed by the next settlement', async () => {
    await play(org, season, BAY)
    await pledge(org, season, { lines: { goals: '2.00' } })
    const { go } = await preparePledge({ lines: { goals: '3.00' } })
    const [locked, pledged] = await interleave(app, () => lock(org, season, 'progress'), go)
    expect(locked.totals).toMatchObject({ pledges: 1, toBill: '6.00' })
    expectStatus(pledged, 201)
    expect((await lock(org, season, 'progress')).totals).toMatchObject({ pledges: 2, toBill: '9.00' })
  })
})

describe('pledging while the campaign’s status changes:', () => {
  const become = (status: Campaign['status']) => () => tryToSetStatus(org, season, status)

  it.each(['paused', 'completed', 'cancelled'] as const)(
    'a pledge that comes after the campaign was %s is refused',
    async (status) => {
      const { go } = await preparePledge()
      const [changed, pledged] = await interleave(app, become(status), go)
      expectStatus(changed, 200)
      expect(pledged).toMatchObject({ status: 409, body: { code: 'campaign_closed' } })
      expect(await publicCampaign()).toMatchObject({ status, supportersCount: 0, totalPledged: '0.00' })
    },
  )

  it.each([
    ['paused', 'active', 1],
    ['completed', 'active', 1],
    ['cancelled', 'cancelled', 0],
  ] as const)(
    'a pledge that comes before the campaign is %s is accepted, and is then %s',
    async (status, becomes, supportersCount) => {
      const { supporter, go } = await preparePledge()
      const [pledged, changed] = await interleave(app, go, become(status))
      expectStatus(pledged, 201)
      expectStatus(changed, 200)
      expect(await pledgeDetail(supporter, pledged.body)).toMatchObject({ status: becomes })
      expect(await publicCampaign()).toMatchObject({ status, supportersCount })
    },
  )

  it('the campaign cannot become a draft after a pledge that comes first', async () => {
    const { go } = await preparePledge()
    const [pledged, changed] = await interleave(app, go, become('draft'))
    expectStatus(pledged, 201)
    expect(changed.status).toBe(409)
  })
})

describe('many pledges at once:', () => {
  it('a pledge posted many times with one idempotency key is made once', async () => {
    const { go } = await preparePledge()
    const once = () => go({ 'idempotency-key': 'a-pledge' })
    const [first, second] = await interleave(app, once, once, { waits: false })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const more = await Promise.all(Array.from({ length: 8 }, once))
    expect(more.map(({ body }) => body.id)).toEqual(more.map(() => first.body.id))
    expect(await publicCampaign()).toMatchObject({ supportersCount: 1 })
  })

  it('without a key each request makes a pledge; a key whose request failed can be used again', async () => {
    const { supporter, go } = await preparePledge()
    await Promise.all([go(), go()])
    expect(await publicCampaign()).toMatchObject({ supportersCount: 2 })
    expectStatus(await org.representative.put(season.path, { status: 'paused' }), 200)
    expect((await go({ 'idempotency-key': 'later' })).status).toBe(409)
    expectStatus(await org.representative.put(season.path, { status: 'active' }), 200)
    const later = expectStatus(await go({ 'idempotency-key': 'later' }), 201)
    expect(await pledgeDetail(supporter, later)).toMatchObject({ status: 'active' })
  })
  it('thirty-two pledges on one campaign add up exactly in its totals', async () => {
    const rates = Array.from(
      { length: 32 },
      (_, index) => `${1 + index}.${String(index * 3).padStart(2, '0')}`,
    )
    await play(org, season, BAY)
    const ready = await Promise.all(
      rates.map((rate) => preparePledge({ lines: { goals: rate }, method: 'check' })),
    )
    const pledges = (await Promise.all(ready.map(({ go }) => go()))).map((answer) =>
      expectStatus(answer, 201),
    )
    const cents = (amounts: string[]) =>
      amounts.reduce((all, amount) => all + Number(amount.replace('.', '')), 0)
    const totals = await publicCampaign()
    expect(totals.supportersCount).toBe(32)
    expect(cents([totals.totalPledged])).toBe(cents(pledges.map(({ totalAmountDue }) => totalAmountDue)))
    expect(cents([totals.totalEarned])).toBe(cents(pledges.map(({ earned }) => earned)))
    expect(cents([totals.totalEarned])).toBe(3 * cents(rates))
  })
})
