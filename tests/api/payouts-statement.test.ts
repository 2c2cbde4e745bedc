/** R38, R39: what a payout consists of: statements, refunds held back, negative balances, and what owners see. */
import { beforeEach, describe, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { OrganizationPayouts, Payout, PayoutEntry, PayoutStatement } from '#domain/schemas/payout.ts'
import { runDueJobs } from '#server/jobs.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import { statementFacts } from '#server/money/payouts/statement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { correctGoals, lock, openSeason } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  approveAndSend,
  approvePayout,
  CLEARED,
  collect,
  overviewOf,
  prepareLines,
  preparePayout,
  SENT,
  setDestination,
  statementOf,
  tryToPrepare,
} from '#tests/payouts.ts'

givenSeasonForEachTest(CLEARED)
beforeEach(async () => {
  await setDestination(org)
})

describe('payouts of a campaign', () => {
  it('have statements that list what each figure is made of and continue the previous one', async () => {
    const eventId = await collect(org, season)
    const first = await approveAndSend(org, await preparePayout(org, season, '40.00'), SENT)
    await correctGoals(org, season, eventId, 5)
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect(await statementOf(org, first)).toMatchObject({
      previousPaidOn: null,
      opening: '0.00',
      figures: [
        { figure: 'cards', entries: 2, collected: '40.00', commission: '10.00', share: '30.00' },
        { figure: 'by_hand', entries: 1, collected: '25.00', commission: '6.25', share: '18.75' },
      ],
      total: { collected: '65.00', commission: '16.25', share: '48.75' },
      owed: '48.75',
      closing: '8.75',
    })
    const next = await statementOf(org, await insertPreparedPayout())
    expect(next).toMatchObject({
      opening: '8.75',
      previousPaidOn: '2026-09-04',
      figures: [{ figure: 'refunds', entries: 2, collected: '-20.00', commission: '-5.00', share: '-15.00' }],
      owed: '-6.25',
    })
    const path = `/api/payouts/${first.id}/entries`
    const cards = expectStatus(await org.representative.get<PayoutEntry[]>(`${path}?figure=cards`), 200)
    expect(cards.map(({ collected }) => collected).sort()).toEqual(['10.00', '30.00'])
    expect(new Set(cards.map(({ pledgeId }) => pledgeId)).size).toBe(2)
    // By its reference, which leads to the pledge, and never by the supporter's name (R26).
    const file = expectStatus(await org.representative.get<string>(`${path}.csv?figure=cards`), 200)
    for (const { pledgeId } of cards) expect(file).toContain(pledgeReference(pledgeId ?? ''))
    const page = await org.representative.get<PayoutEntry[]>(`${path}?limit=2`)
    const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const rest = expectStatus(await org.representative.get<PayoutEntry[]>(link), 200)
    expect([...page.body, ...rest]).toHaveLength(3)
  })

  it('say up to which day their figures reach, where that was recorded after it was sent', async () => {
    await collect(org, season)
    const payout = await preparePayout(org, season, '40.00')
    expectStatus(await approvePayout(org, payout), 201)
    const mailedOn = app.clock.now().toISOString().slice(0, 10)
    app.clock.advance({ days: 6 })
    const recordedOn = app.clock.now().toISOString().slice(0, 10)
    expect((await statementOf(org, payout)).figuresOn).toBeNull()
    const sent = { reference: '20417', paidOn: mailedOn }
    expectStatus(await org.second.post(`/api/payouts/${payout.id}/dispatch`, sent), 201)
    const statement = await statementOf(org, payout)
    expect(statement).toMatchObject({ payout: { paidOn: mailedOn }, figuresOn: recordedOn })
    const paper = statementFacts(statement, { appUrl: '', drawnOn: recordedOn })
    const asOf = `Figures as of ${dayInWords(recordedOn)}`
    expect(paper.parties[1]?.lines).toContain(asOf)
    const file = await org.owner.get<string>(`/api/payouts/${payout.id}/statement.csv`)
    expect(expectStatus(file, 200)).toContain('Figures as of')
    const mails = await app.deps.db.query<{ text: string }>(
      sql`select text_body as text from mails where subject like '%is on its way to%'`,
    )
    expect(mails.length).toBeGreaterThan(0)
    for (const { text } of mails) expect(text).toContain(`Figures as of: ${dayInWords(recordedOn)}`)
  })

  /** The balance is negative by now, so that nothing can be prepared: a row inserted here shows the next statement. */
  async function insertPreparedPayout(): Promise<Payout> {
    await app.deps.db.query(sql`
      with payout as (
        insert into payouts (id, organization_id, amount_cents, state, money_mode, prepared_by, prepared_at)
        values ('01990000-0000-7000-8000-00000000ffff', ${org.organizationId}, 1, 'prepared', 'sandbox', ${org.second.userId}, ${app.clock.now()})
        returning id)
      insert into payout_lines (id, payout_id, campaign_id, amount_cents)
      select '01990000-0000-7000-8000-00000000fffe', id, ${season.id}, 1 from payout`)
    const { campaigns } = await overviewOf(org, 'show=waiting')
    return campaigns[0]?.open as Payout
  }

  it('never use money that is about to be refunded, neither prepared nor approved', async () => {
    const eventId = await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    await correctGoals(org, season, eventId, 5)
    // The refunds are decided, and the card provider has not been asked yet.
    await lock(org, season, 'final')
    expect(await approvePayout(org, prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('$15.00 is held for refunds that are not paid yet') },
    })
    const { campaigns } = await overviewOf(org)
    expect(campaigns[0]).toMatchObject({ owed: '48.75', heldForRefunds: '15.00', available: '33.75' })
    expectStatus(await org.second.post(`/api/payouts/${prepared.id}/withdrawal`), 200)
    expect(await tryToPrepare(org, season, '33.76', { by: org.representative })).toMatchObject({
      status: 400,
      body: { fields: { 'lines.0.amount': expect.stringContaining('At most $33.75 can be paid out') } },
    })
    await approveAndSend(org, await preparePayout(org, season, '33.75'))
    await runDueJobs(app.deps)
    expect((await overviewOf(org, 'show=all')).campaigns[0]).toMatchObject({
      owed: '0.00',
      heldForRefunds: '0.00',
    })
  })

  it('deduct the negative balance that a late refund left in another campaign of the organization', async () => {
    const eventId = await collect(org, season)
    await approveAndSend(org, await preparePayout(org, season, '48.75'))
    await correctGoals(org, season, eventId, 0)
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    const spring = await openSeason(org)
    await collect(org, spring)
    const page = await overviewOf(org)
    expect(page.totals).toEqual([
      {
        moneyMode: 'sandbox',
        owed: '48.75',
        negative: '-30.00',
        waiting: '0.00',
        waitingCount: 0,
        toSend: '0.00',
        toSendCount: 0,
        toConfirm: '48.75',
        toConfirmCount: 1,
      },
    ])
    expect(page.campaigns).toMatchObject([
      { campaignId: spring.id, owed: '48.75', available: '48.75' },
      { campaignId: season.id, owed: '-30.00', available: '-30.00' },
    ])
    expect(page.organizations).toMatchObject([{ owed: '18.75', available: '18.75' }])
    expect((await overviewOf(org, 'show=negative')).organizations).toHaveLength(1)
    const headers = { authorization: `Bearer ${org.representative.token}` }
    const csv = await app.app.request('/api/payouts.csv?show=all', { headers })
    const [, ...lines] = (await csv.text()).trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(2, 9))).toEqual([
      ['test', '65.00', '16.25', '0.00', '48.75', '0.00', '48.75'],
      ['test', '25.00', '6.25', '48.75', '-30.00', '0.00', '-30.00'],
    ])
    expect(await tryToPrepare(org, spring, '18.76', { by: org.representative })).toMatchObject({
      body: { fields: { lines: expect.stringContaining('$30.00 was paid out too much for Fall Season') } },
    })
    await approveAndSend(org, await prepareLines(org, [spring, '48.75'], [season, '-30.00']))
    expect((await overviewOf(org)).campaigns.map(({ owed, available }) => [owed, available])).toEqual([
      ['0.00', '0.00'],
      ['0.00', '0.00'],
    ])
  })

  it('are shown to owners as totals of what is owed and paid, without pledges or open payouts', async () => {
    await collect(org, season)
    const paid = await approveAndSend(org, await preparePayout(org, season, '40.00'))
    const waiting = await preparePayout(org, season, '8.75')
    const seen = expectStatus(
      await org.owner.get<OrganizationPayouts>(`/api/organizations/${org.organizationId}/payouts`),
      200,
    )
    expect(seen.campaigns).toMatchObject([{ owed: '8.75', paidOut: '40.00', collected: '65.00' }])
    expect(seen.payouts.map(({ id }) => id)).toEqual([paid.id])
    const statement = expectStatus(await org.owner.get<PayoutStatement>(`/api/payouts/${paid.id}`), 200)
    expect(statement).toMatchObject({ canOpenPledges: false, total: { share: '48.75' } })
    expect((await org.owner.get(`/api/payouts/${waiting.id}`)).status).toBe(404)
    expect((await org.owner.get(`/api/payouts/${paid.id}/entries`)).status).toBe(403)
  })

  it('have a CSV file and a PDF in which each figure links to its page', async () => {
    await collect(org, season)
    const paid = await approveAndSend(org, await preparePayout(org, season, '48.75'))
    const headers = { authorization: `Bearer ${org.owner.token}` }
    const csv = await app.app.request(`/api/payouts/${paid.id}/statement.csv`, { headers })
    expect(csv.headers.get('content-disposition')).toContain(
      `-payout-${paid.paidOn}-${paid.id.slice(-8)}-test-`,
    )
    const page = `${app.deps.config.appUrl}/dashboard/payouts/${paid.id}`
    const sent = `,${paid.paidOn},${paid.reference},Harbor High Boosters`
    const rest = `${sent},,test`
    expect((await csv.text()).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'Part,Figure,Amount (USD),What is behind it,Sent,Number,Organization,Campaign,Money',
      `Collected,Cards,40.00,${page}?figure=cards${rest}`,
      `Collected,Checks and cash,25.00,${page}?figure=by_hand${rest}`,
      `Collected,Collected,65.00,${page}${rest}`,
      `Payout,"Our commission, 25% of what was collected",-16.25,${page}${rest}`,
      `Payout,Owed to the organization,48.75,${page}${rest}`,
      `Payout,This payout,-48.75,${page}${rest}`,
      `Payout,Balance carried over to the next payout,0.00,${page}${rest}`,
      `By campaign,Fall Season,48.75,${page}${sent},Fall Season,test`,
    ])
    const pdf = await app.app.request(`/api/payouts/${paid.id}/statement.pdf`, { headers })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    expect(bytes.startsWith('%PDF-1.7')).toBe(true)
    expect(bytes).toContain(`${page}?figure=cards`)
  })
})

describe('a statement', () => {
  it('keeps the name that the organization had when the payout was sent (R70)', async () => {
    await collect(org, season)
    const paid = await approveAndSend(org, await preparePayout(org, season, '40.00'), SENT)
    const { organizationName } = await statementOf(org, paid)
    const corrected = { name: 'Corrected Boosters' }
    const path = `/api/organizations/${org.organizationId}/standing`
    expectStatus(await org.representative.put(path, corrected), 200)
    expect(await statementOf(org, paid)).toMatchObject({ organizationName })
    const prepared = await preparePayout(org, season, '8.75')
    expect(await statementOf(org, prepared)).toMatchObject({ organizationName: corrected.name })
  })

  const NOTE = 'Less $5.00 for the banner'
  const fileFor = async (by: Caller, { id }: Payout) =>
    expectStatus(await by.get<string>(`/api/payouts/${id}/statement.csv`), 200)

  it('has its note for owners once it is paid, as its form says, also in print and in the file', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '40.00', NOTE)
    expect(await statementOf(org, prepared)).toMatchObject({ payout: { note: NOTE }, note: null })
    const payout = await approveAndSend(org, prepared, SENT)
    for (const by of [org.representative, org.owner]) {
      const shown = expectStatus(await by.get<PayoutStatement>(`/api/payouts/${payout.id}`), 200)
      expect(shown.note).toBe(NOTE)
      expect(await fileFor(by, payout)).toContain(`Note,${NOTE},,`)
      const { notes } = statementFacts(shown, { appUrl: '', drawnOn: '2026-09-10' })
      expect(notes.map(({ text }) => text)).toContain(`Note: ${NOTE}`)
    }
  })

  it('of a withdrawn payout takes nothing out of what is owed, and does not say that it is not sent yet', async () => {
    await collect(org, season)
    const payout = await preparePayout(org, season, '40.00')
    expect(await statementOf(org, payout)).toMatchObject({ owed: '48.75', closing: '8.75' })
    expect(await fileFor(org.representative, payout)).toContain('"This payout, not sent yet",-40.00')
    expectStatus(await org.representative.post(`/api/payouts/${payout.id}/withdrawal`), 200)
    expect(await statementOf(org, payout)).toMatchObject({
      payout: { state: 'withdrawn' },
      owed: '48.75',
      closing: '48.75',
    })
    const file = await fileFor(org.representative, payout)
    expect(file).not.toContain('This payout')
    expect(file).toContain('Balance carried over to the next payout,48.75')
  })
})
