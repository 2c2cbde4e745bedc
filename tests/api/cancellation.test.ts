/** Cancelling a campaign confirms its amounts, voids what is open, and keeps or refunds what was collected (R21). */
import { describe, expect, it } from 'vitest'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import { type Cancellation, confirmationOf } from '#domain/schemas/cancellation.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { notifyCancelled } from '#server/money/cancellations/notify.ts'
import { runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  accounts,
  bill,
  CARDS,
  countRows,
  invoicesOf,
  lock,
  payment,
  pledge,
  pledgeBody,
  runToChargeDate,
  setStatus,
  tryToSetStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { confirm, guestMails, holdAsGuest } from '#tests/guests.ts'

givenSeasonForEachTest()

type Refusal = { code: string; message: string; details: { cancellation: Cancellation } }
const put = (body: object) => org.representative.put<Campaign & Refusal>(season.path, body)
const figures = async () =>
  expectStatus(await org.representative.get<Cancellation>(`${season.path}/cancellation`), 200)
const publicCampaign = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
const detailOf = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const refunds = () =>
  app.deps.db.query<{ state: string; amountCents: number; reason: string }>(
    sql`select state, amount_cents, reason from refunds order by amount_cents desc`,
  )

/** $40.00 and $15.25 collected, $60.00 declined and to be retried, $30.00 scheduled. */
async function chargeHalfTheSeason() {
  const paid = await pledge(org, season, { lines: { gift: '40.00' } })
  const other = await pledge(org, season, { lines: { gift: '15.25' } })
  const failed = await pledge(org, season, { lines: { gift: '60.00' }, card: CARDS.insufficient })
  await bill(org, season, 'progress')
  const open = await pledge(org, season, { lines: { gift: '30.00' } })
  await pledge(org, season, { lines: { goals: '1.00' }, method: 'check' })
  await lock(org, season, 'progress')
  return { paid, other, failed, open }
}

/** Checks are billed by the final settlement only, so an invoice before it is made here. */
async function invoice(made: Pledge, amount: number, paid: number): Promise<void> {
  const at = app.clock.now()
  const id = newId(app.clock)
  await app.deps.db.query(sql`
    insert into invoices (id, campaign_id, settlement_id, pledge_id, number, amount_cents, state, issued_at, due_on)
    select ${id}, ${season.id}, s.id, ${made.id}, 'INV-2026-000999', ${amount}, 'open', ${at}, '2026-10-10'
      from settlements s where s.campaign_id = ${season.id} limit 1`)
  const body = payment({ id }, (paid / 100).toString(), app)
  if (paid > 0) expectStatus(await org.second.post(`${season.path}/payments`, body), 201)
}

describe('confirming the amounts of a cancellation:', () => {
  it('it lists what would be voided, what was collected, and what a full refund would pay back', async () => {
    await chargeHalfTheSeason()
    expect(await figures()).toEqual({
      pledges: 5,
      charges: { count: 1, amount: '30.00' },
      retries: { count: 1, amount: '60.00' },
      invoices: { count: 0, amount: '0.00' },
      collected: '55.25',
      refundable: '55.25',
      refunds: { cards: { count: 2, amount: '55.25' }, byHand: { count: 0, amount: '0.00' } },
    })
  })

  it('without a confirmation it is refused with the amounts, and nothing changes', async () => {
    await chargeHalfTheSeason()
    const before = await countRows(app.deps.db)
    const refused = await put({ status: 'cancelled', name: 'Another' })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'unconfirmed', details: { cancellation: await figures() } },
    })
    expect(await countRows(app.deps.db)).toEqual(before)
    expect(await publicCampaign()).toMatchObject({ status: 'active', name: 'Fall Season' })
  })

  it('a confirmation of outdated amounts is refused with the new ones', async () => {
    await chargeHalfTheSeason()
    const cancellation = confirmationOf(await figures(), false)
    await runToChargeDate(org)
    const stale = await put({ status: 'cancelled', cancellation })
    const now = await figures()
    expect(now).toMatchObject({ charges: { amount: '0.00' }, collected: '85.25' })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', details: { cancellation: now } } })
    expectStatus(await put({ status: 'cancelled', cancellation: confirmationOf(now, false) }), 200)
  })

  it('a confirmation is refused if any one of its amounts is wrong', async () => {
    await chargeHalfTheSeason()
    const right = confirmationOf(await figures(), false)
    for (const name of ['charges', 'retries', 'invoices', 'collected', 'refundable'] as const) {
      const refused = await put({ status: 'cancelled', cancellation: { ...right, [name]: '0.01' } })
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'stale'])
    }
    expectStatus(await put({ status: 'cancelled', cancellation: right }), 200)
  })

  it('a campaign without money needs it too, and any other change of status refuses it', async () => {
    expect((await put({ status: 'cancelled' })).body.code).toBe('unconfirmed')
    const cancellation = confirmationOf(await figures(), true)
    const paused = await put({ status: 'paused', cancellation })
    expect(paused).toMatchObject({ status: 400, body: { fields: { cancellation: expect.any(String) } } })
    expectStatus(await put({ status: 'cancelled', cancellation }), 200)
    expectStatus(await put({ status: 'cancelled', cancellation }), 200)
  })
})

describe('cancelling without refunds', () => {
  it('settles pledges at what they paid, and cancels those that paid nothing', async () => {
    const { paid, failed, open } = await chargeHalfTheSeason()
    await setStatus(org, season, 'cancelled')
    app.clock.advance({ days: 8 })
    await runToChargeDate(org)
    expect(await refunds()).toEqual([])
    const states = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
    expect(states.map(({ state }) => state).sort()).toEqual(['succeeded', 'succeeded', 'voided', 'voided'])
    for (const one of [failed, open])
      expect(await detailOf(one.supporter, one.pledge)).toMatchObject({ status: 'cancelled', earned: '0.00' })
    expect(await detailOf(paid.supporter, paid.pledge)).toMatchObject({ status: 'settled', earned: '40.00' })
    expect(await publicCampaign()).toMatchObject({
      totalPledged: '55.25',
      totalEarned: '55.25',
      totalCollected: '55.25',
      supportersCount: 2,
    })
  })

  it('voids the open part of an invoice, and keeps what was paid of it', async () => {
    const { open } = await chargeHalfTheSeason()
    const half = await pledge(org, season, { lines: { gift: '80.00' }, method: 'check' })
    const none = await pledge(org, season, { lines: { gift: '20.00' }, method: 'cash' })
    await invoice(half.pledge, 8000, 5000)
    expect(await figures()).toMatchObject({
      invoices: { count: 1, amount: '30.00' },
      refunds: { byHand: { count: 1, amount: '50.00' } },
    })
    await setStatus(org, season, 'cancelled')
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'paid', amount: '50.00', open: '0.00' }])
    expect(await detailOf(half.supporter, half.pledge)).toMatchObject({
      status: 'settled',
      received: '50.00',
    })
    for (const one of [none, open])
      expect(await detailOf(one.supporter, one.pledge)).toMatchObject({ status: 'cancelled' })
  })
})

describe('cancelling with refunds', () => {
  it('refunds cards in full by the job, with the commission', async () => {
    const { paid, other } = await chargeHalfTheSeason()
    await setStatus(org, season, 'cancelled', { refundAll: true })
    const reason = 'The campaign was cancelled'
    expect(await refunds()).toEqual([
      { state: 'due', amountCents: 4000, reason },
      { state: 'due', amountCents: 1525, reason },
    ])
    expect(await checkInvariants(app.deps.db)).toEqual([])
    expect(await publicCampaign()).toMatchObject({
      totalPledged: '55.25',
      totalCollected: '55.25',
      supportersCount: 0,
    })
    expect(await runScheduledRefunds(app.deps)).toBe(2)
    expect(await accounts(app.deps.db)).toEqual({ card_clearing: 0, commission: 0, organization_payable: 0 })
    expect(await publicCampaign()).toMatchObject({
      totalPledged: '0.00',
      totalEarned: '0.00',
      totalCollected: '0.00',
      supportersCount: 0,
    })
    for (const one of [paid, other]) {
      const detail = await detailOf(one.supporter, one.pledge)
      expect(detail).toMatchObject({ status: 'cancelled', received: '0.00', totalAmountDue: '0.00' })
      expect(detail.charges[0]).toMatchObject({ state: 'succeeded', refunded: detail.charges[0]?.amount })
    }
    const given = await app.deps.db.query<{ cents: number }>(
      sql`select amount_cents as cents from sandbox.refunds order by 1`,
    )
    expect(given.map(({ cents }) => cents)).toEqual([1525, 4000])
    const descriptions = await app.deps.db.query<{ description: string }>(
      sql`select distinct description from journal_entries where kind = 'refund'`,
    )
    expect(descriptions).toEqual([{ description: 'Refunded to the card: the campaign was cancelled' }])
  })

  it('owes refunds of checks and cash at once, without what was paid above the invoice', async () => {
    await chargeHalfTheSeason()
    const { pledge: made, supporter } = await pledge(org, season, {
      lines: { gift: '80.00' },
      method: 'check',
    })
    await invoice(made, 8000, 8500)
    expect(await figures()).toMatchObject({ collected: '135.25', refundable: '135.25' })
    await setStatus(org, season, 'cancelled', { refundAll: true })
    expect((await refunds())[0]).toMatchObject({ state: 'due', amountCents: 8000 })
    expect(await publicCampaign()).toMatchObject({ totalCollected: '55.25', totalPledged: '55.25' })
    await runScheduledRefunds(app.deps)
    expect(await accounts(app.deps.db)).toEqual({
      card_clearing: 0,
      commission: 0,
      organization_payable: 0,
      refunds_owed: -8000,
      supporter_credit: -500,
      undeposited: 8500,
    })
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'cancelled', received: '0.00' })
    expect(await figures()).toMatchObject({ collected: '0.00', refundable: '0.00' })
  })

  it('is refused to a representative with a pledge of their own, and open to another one (R29)', async () => {
    const body = await pledgeBody(org.representative, season, { lines: { gift: '25.00' } })
    expectStatus(await org.representative.post(`${season.path}/pledges`, body), 201)
    await lock({ ...org, representative: org.second }, season, 'progress')
    await runToChargeDate(org)
    const own = await tryToSetStatus(org, season, 'cancelled', { refundAll: true })
    expect(own).toMatchObject({ status: 403, body: { message: expect.stringContaining('Your own pledge') } })
    expect(await publicCampaign()).toMatchObject({ status: 'active' })
    const other = { ...org, representative: org.second }
    await setStatus(other, season, 'cancelled', { refundAll: true })
    await runScheduledRefunds(app.deps)
    expect(await publicCampaign()).toMatchObject({ totalCollected: '0.00' })
  })

  it('is in the audit log with its amounts', async () => {
    await chargeHalfTheSeason()
    await setStatus(org, season, 'cancelled', { refundAll: true })
    const rows = await app.deps.db.query<{ actorId: string; after: unknown }>(
      sql`select actor_id, after from audit_log where action = 'campaign.cancel'`,
    )
    expect(rows).toEqual([
      {
        actorId: org.representative.userId,
        after: {
          charges: '30.00',
          retries: '60.00',
          invoices: '0.00',
          collected: '55.25',
          refundable: '55.25',
          refundAll: true,
        },
      },
    ])
  })
})

describe('each supporter is mailed once what became of the pledge', () => {
  const mailTo = async ({ email }: Caller) => {
    const rows = await app.deps.db.query<{ text: string }>(
      sql`select text_body as text from mails where to_address = ${email} and kind = 'campaign_cancelled'`,
    )
    return rows.map(({ text }) => text)
  }
  const cancelAndMail = async (refundAll: boolean) => {
    await setStatus(org, season, 'cancelled', { refundAll })
    expect(await notifyCancelled(app.deps)).toBeGreaterThan(0)
    expect(await notifyCancelled(app.deps)).toBe(0)
  }

  it('where nothing was paid, and where what was paid is kept', async () => {
    const { paid, open } = await chargeHalfTheSeason()
    const withdrawn = await pledge(org, season, { lines: { goals: '1.00' }, method: 'check' })
    expectStatus(await withdrawn.supporter.post(`/api/pledges/${withdrawn.pledge.id}/cancellation`, {}), 201)
    expect(await notifyCancelled(app.deps)).toBe(0)
    await cancelAndMail(false)
    const [kept, ...others] = await mailTo(paid.supporter)
    expect(others).toEqual([])
    expect(kept).toContain('The $40.00 that you paid')
    expect((await mailTo(open.supporter))[0]).toContain('You have paid nothing for it')
    expect(await mailTo(withdrawn.supporter)).toEqual([])
  })

  it('where it is refunded', async () => {
    const { paid } = await chargeHalfTheSeason()
    await cancelAndMail(true)
    const [text] = await mailTo(paid.supporter)
    expect(text).toContain('We are refunding $40.00')
    expect(text).not.toContain('stays with the campaign')
  })

  it('and a guest without an account gets a link to the pledge', async () => {
    const { held, token } = await holdAsGuest(app, season)
    expectStatus(await confirm(app, token), 200)
    await cancelAndMail(false)
    const [mail] = (await guestMails(app, held.email)).filter(({ kind }) => kind === 'campaign_cancelled')
    const link = /\/p\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect(expectStatus(await app.visitor.get(`/api/pledge-links/${link}`), 200)).toMatchObject({
      status: 'cancelled',
    })
  })

  it('unless it was cancelled days ago', async () => {
    await pledge(org, season, { lines: { goals: '1.00' } })
    await setStatus(org, season, 'cancelled')
    app.clock.advance({ days: 4 })
    expect(await notifyCancelled(app.deps)).toBe(0)
  })
})
