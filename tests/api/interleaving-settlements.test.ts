/** Confirming results, locking settlements and pledging at the same moment: each is billed once, as previewed (R12). */
import { describe, expect, it } from 'vitest'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  formToLock,
  goToChargeDate,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  tryToLock,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { BAY, GOALS, interleave, preparePledge, publicCampaign, statusesOf } from '#tests/interleaving.ts'
import { linkTo } from '#tests/link-payments.ts'

givenSeasonForEachTest()

describe('confirming results while a settlement is locked:', () => {
  const lockAsPreviewed = async () => {
    const body = await formToLock(org, season, 'progress')
    return () => org.representative.post<Settlement>(`${season.path}/settlements`, body)
  }

  it('a lock that comes second is refused, since it would bill more than its preview showed', async () => {
    await pledge(org, season, { lines: { goals: '2.00' } })
    await play(org, season, BAY)
    const go = await lockAsPreviewed()
    const entries = await enterMatch(org, season, { ...BAY, opponent: 'Cove', goals: 1 })
    const [, locked] = await interleave(app, () => confirm(org.owner, season, entries), go)
    expect(locked).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await lock(org, season, 'progress')).totals.toBill).toBe('8.00')
  })

  it('a lock that comes first bills what it previewed, and the next settlement bills the rest', async () => {
    await pledge(org, season, { lines: { goals: '2.00' } })
    await play(org, season, BAY)
    const go = await lockAsPreviewed()
    const entries = await enterMatch(org, season, { ...BAY, opponent: 'Cove', goals: 4 })
    const [locked] = await interleave(app, go, () => confirm(org.owner, season, entries))
    expect(expectStatus(locked, 201).totals.toBill).toBe('6.00')
    expect((await lock(org, season, 'progress')).totals).toMatchObject({
      billedBefore: '6.00',
      toBill: '8.00',
    })
  })
})

describe('reopening the season while money moves (R33):', () => {
  const locked = async (method: 'check' | 'auto_bill_end') => {
    const made = await pledge(org, season, { lines: { gift: '30.00' }, method })
    const { id } = await lock(org, season, 'final')
    await goToChargeDate(org)
    const reopen = () => org.representative.post(`${season.path}/settlements/${id}/withdrawal`, {})
    return { ...made, reopen }
  }
  const refused = { status: 409, body: { message: expect.stringContaining('correct the results instead') } }
  const post = async () => {
    const [invoice] = await invoicesOf(org, season)
    return () => org.second.post(`${season.path}/payments`, payment(invoice ?? { id: '' }, '30.00', app))
  }
  const payByLink = async (pledgeId: string) => {
    const [invoice] = await invoicesOf(org, season)
    const link = await linkTo(pledgeId)
    return () => app.visitor.post(`${link}/payments`, { invoiceId: invoice?.id })
  }
  const attempts = async () =>
    (await app.deps.db.query(sql`select from charge_attempts where campaign_id = ${season.id}`)).length

  it('a charge that is claimed first is made, and the season stays settled', async () => {
    const { reopen } = await locked('auto_bill_end')
    const [charged, answer] = await interleave(app, () => runDueCharges(app.deps), reopen)
    expect([charged, answer]).toMatchObject([1, refused])
    expect(await publicCampaign()).toMatchObject({ status: 'completed', totalCollected: '30.00' })
  })

  it('a charge of a season that is reopened first is never attempted', async () => {
    const { reopen } = await locked('auto_bill_end')
    const [answer] = await interleave(app, reopen, () => runDueCharges(app.deps), { waits: false })
    expect(answer.status).toBe(201)
    await runDueJobs(app.deps)
    expect(await attempts()).toBe(0)
    expect(await publicCampaign()).toMatchObject({ status: 'active', totalCollected: '0.00' })
  })

  it('of a check and reopening, whichever comes first wins', async () => {
    const { reopen } = await locked('check')
    const [posted, answer] = await interleave(app, await post(), reopen)
    expect([posted, answer]).toMatchObject([{ status: 201 }, refused])
    expect(await publicCampaign()).toMatchObject({ totalCollected: '30.00' })
  })

  it('a check for a season that is reopened first is not posted', async () => {
    const { reopen } = await locked('check')
    const [answer, posted] = await interleave(app, reopen, await post())
    expect([answer.status, posted.status]).toEqual([201, 409])
    expect(await publicCampaign()).toMatchObject({ totalCollected: '0.00' })
  })

  it('of a payment by link and reopening, whichever comes first wins', async () => {
    const { reopen, pledge: made } = await locked('check')
    const pay = await payByLink(made.id)
    const [started, answer] = await interleave(app, pay, reopen)
    expect([started, answer]).toMatchObject([{ status: 201 }, refused])
    expect(await attempts()).toBe(1)
  })

  it('an invoice of a season that is reopened first is not paid by link', async () => {
    const { reopen, pledge: made } = await locked('check')
    const [answer, started] = await interleave(app, reopen, await payByLink(made.id))
    expect([answer.status, started.status]).toEqual([201, 409])
    expect(await attempts()).toBe(0)
  })

  it('two people reopen it once, and those who were mailed are mailed once', async () => {
    const { reopen } = await locked('check')
    const answers = await interleave(app, reopen, reopen)
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    await runDueJobs(app.deps)
    const mails = await app.deps.db.query(sql`select from mails where kind = 'settlement_withdrawn'`)
    expect(mails).toHaveLength(1)
  })
})

describe('two people at once:', () => {
  it('the same results are confirmed once, and the second confirmation is a conflict', async () => {
    await pledge(org, season, GOALS)
    const entries = await enterMatch(org, season, BAY)
    const body = { resultIds: entries.map(({ id }) => id) }
    const by = (who: Caller) => () => who.post(`${season.path}/results/confirmations`, body)
    const answers = await interleave(app, by(org.owner), by(org.representative))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(await publicCampaign()).toMatchObject({ totalEarned: '6.00' })
  })

  it('the same match totals are entered once, and the second entry adds nothing', async () => {
    const eventId = await play(org, season, BAY)
    const again = { ...BAY, eventId, goals: 5 }
    const [first, second] = await interleave(
      app,
      () => enterMatch(org, season, again),
      () => enterMatch(org, season, again),
    )
    expect(first.map(({ quantity }) => quantity)).toEqual([2])
    expect(second).toEqual([])
  })

  it('the same settlement is locked once, and the second lock is a conflict that names the version', async () => {
    await pledge(org, season, { lines: { gift: '30.00' } })
    const body = await formToLock(org, season, 'progress')
    const by = (who: Caller) => () => who.post<Settlement>(`${season.path}/settlements`, body)
    const answers = await interleave(app, by(org.representative), by(org.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(answers[1]?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Version 1'),
    })

    await pledge(org, season, { lines: { gift: '40.00' } })
    const next = await formToLock(org, season, 'final')
    const racing = [org.representative, org.second].map((who) => who.post(`${season.path}/settlements`, next))
    expect(statusesOf(await Promise.all(racing))).toEqual([201, 409])
    const [row] = await app.deps.db.query<{ settlements: number; charges: number }>(sql`
      select (select count(*) from settlements where campaign_id = ${season.id}) as settlements,
             (select count(*) from charges where campaign_id = ${season.id}) as charges`)
    expect(row).toEqual({ settlements: 2, charges: 2 })
  })

  it('a lock repeated with one idempotency key answers the first lock again', async () => {
    await pledge(org, season, { lines: { gift: '30.00' } })
    const headers = { 'idempotency-key': 'lock-once' }
    const form = await formToLock(org, season, 'progress')
    const go = () => org.representative.post<Settlement>(`${season.path}/settlements`, form, headers)
    const [first, second] = await interleave(app, go, go)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('pledges, results and settlements together bill every pledge exactly what it earned', async () => {
    const ready = await Promise.all(
      Array.from({ length: 12 }, () => preparePledge({ lines: { goals: '2.00', gift: '5.00' } })),
    )
    const matches = Array.from({ length: 6 }, (_, index) => ({
      ...BAY,
      opponent: `Team ${index}`,
      goals: index,
    }))
    const settle = () => tryToLock(org, season, 'progress')
    const answers = await Promise.all([
      ...ready.map(({ go }) => go()),
      ...matches.map((match) => play(org, season, match).then(() => ({ status: 201 }))),
      ...Array.from({ length: 4 }, settle),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual(
      [],
    )
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await tryToLock(org, season, 'progress')
    const [row] = await app.deps.db.query<{ billed: number; pledges: number }>(sql`
      select sum(amount_cents)::bigint as billed, count(distinct pledge_id) as pledges from charges where campaign_id = ${season.id}`)
    // 15 goals at $2.00 and a gift of $5.00.
    expect(row).toEqual({ billed: 12 * 3_500, pledges: 12 })
  })
})
