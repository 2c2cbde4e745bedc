/** R5, R38, R68: one payout for several campaigns of an organization, with a line and a journal entry for each. */
import { beforeEach, expect, it } from 'vitest'
import type { BulkActionPlan } from '#domain/schemas/bulk-action.ts'
import type { OrganizationPayouts, Payout, PayoutStatement } from '#domain/schemas/payout.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { openSeason, type Season, setUpOrganization } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  approveAndSend,
  approvePayout,
  balanceOf,
  CLEARED,
  collect,
  linesFor,
  overviewOf,
  prepareLines,
  returnPayout,
  setDestination,
  statementOf,
} from '#tests/payouts.ts'

givenSeasonForEachTest(CLEARED)
let spring: Season
/** $65.00 collected for each of two campaigns: $48.75 is the organization's. */
beforeEach(async () => {
  await setDestination(org)
  await collect(org, season)
  spring = await openSeason(org)
  await collect(org, spring)
})

const both = (): [Season, string][] => [
  [season, '48.75'],
  [spring, '48.75'],
]
const sent = async () => approveAndSend(org, await prepareLines(org, ...both()))
const owed = async () => [(await balanceOf(org, season)).owed, (await balanceOf(org, spring)).owed]
const post = (lines: object) =>
  org.representative.post<Payout>(`/api/organizations/${org.organizationId}/payouts`, { lines })
const hold = (isHeld: boolean) =>
  app.deps.db.query(
    sql`update campaigns set billing_held_at = ${isHeld ? app.clock.now() : null}::timestamptz where id = ${spring.id}`,
  )

it('is prepared once from a list of campaigns, with a line for each, and not again while it is open (R73)', async () => {
  const plan = async () =>
    expectStatus(
      await org.representative.get<BulkActionPlan>(
        `/api/desk/bulk-actions?action=prepare_payout&campaigns=${season.id},${spring.id}`,
      ),
      200,
    )
  const { lines, totals } = await plan()
  expect(totals).toMatchObject([{ amount: '97.50' }])
  const [ready] = lines.filter(({ request }) => request !== null)
  expect(lines.map(({ refusal }) => refusal).sort()).toEqual([
    `Included in the payout listed at ${ready?.name}`,
    null,
  ])
  expect(
    expectStatus(
      await org.representative.post<Payout>(ready?.request?.path ?? '', ready?.request?.payload),
      201,
    ),
  ).toMatchObject({ amount: '97.50', lines: [{ amount: '48.75' }, { amount: '48.75' }] })
  expect((await plan()).lines.map(({ refusal }) => refusal)).toEqual([
    'A payout to its organization is already prepared or approved',
    'A payout to its organization is already prepared or approved',
  ])
})

it('is one amount with one number, and an entry in the journal of each campaign', async () => {
  expect((await overviewOf(org)).organizations).toMatchObject([{ owed: '97.50', available: '97.50' }])
  const payout = await sent()
  expect(payout).toMatchObject({ amount: '97.50', lines: [{ amount: '48.75' }, { amount: '48.75' }] })
  expect(await owed()).toEqual(['0.00', '0.00'])
  const entries = await app.deps.db.query(sql`
    select e.campaign_id, p.amount_cents from journal_entries e
      join journal_postings p on p.entry_id = e.id and p.account = 'organization_payable'
     where e.kind = 'payout' order by e.campaign_id`)
  expect(entries).toEqual([
    { campaignId: season.id, amountCents: 4_875 },
    { campaignId: spring.id, amountCents: 4_875 },
  ])
  for (const { path } of [season, spring])
    expect(expectStatus(await org.second.get<Payout[]>(`${path}/payouts`), 200)).toMatchObject([
      { id: payout.id },
    ])
})

it('has one statement: the total, and a line for each campaign, in the file and the mail too', async () => {
  const payout = await sent()
  const line = { opening: '0.00', collected: '65.00', commission: '16.25', amount: '48.75', closing: '0.00' }
  expect(await statementOf(org, payout)).toMatchObject({
    total: { collected: '130.00', commission: '32.50', share: '97.50' },
    owed: '97.50',
    closing: '0.00',
    campaigns: [
      { campaignId: season.id, ...line },
      { campaignId: spring.id, ...line },
    ],
  })
  const shown = await org.owner.get<PayoutStatement>(`/api/payouts/${payout.id}`)
  expect(expectStatus(shown, 200).campaigns).toHaveLength(2)
  const own = await org.owner.get<OrganizationPayouts>(`/api/organizations/${org.organizationId}/payouts`)
  expect(expectStatus(own, 200).payouts).toMatchObject([{ amount: '97.50', lines: [{}, {}] }])
  const mails = await app.deps.db.query<{ text: string }>(
    sql`select text_body as text from mails where kind = 'payout' and to_address = ${org.owner.email}`,
  )
  expect(mails).toMatchObject([{ text: expect.stringContaining('2 campaigns') }])
})

it('that comes back in part is owed again for its campaigns in order, and all of it for each', async () => {
  const payout = await sent()
  expectStatus(await returnPayout(org, payout, { reason: 'Moved', amount: '60.00' }), 201)
  expect(await owed()).toEqual(['48.75', '11.25'])
  const rest = { reason: 'Moved', amount: '37.50' }
  expect(expectStatus(await returnPayout(org, payout, rest), 201)).toMatchObject({ state: 'returned' })
  expect(await owed()).toEqual(['48.75', '48.75'])
})

it('leaves out a campaign whose books do not balance, and is not approved while those of one do not', async () => {
  await hold(true)
  expect((await overviewOf(org)).organizations).toMatchObject([{ owed: '97.50', available: '48.75' }])
  expect(await post(linesFor(...both()))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('on hold') },
  })
  await hold(false)
  const payout = await prepareLines(org, ...both())
  await hold(true)
  expect(await approvePayout(org, payout)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('on hold') },
  })
  await hold(false)
  expectStatus(await approvePayout(org, payout), 201)
})

it('has each campaign of the organization once, and no other', async () => {
  const other = await openSeason(await setUpOrganization(app, 'Bay High Boosters'))
  expect(await post(linesFor(...both(), [season, '1.00']))).toMatchObject({
    status: 400,
    body: { fields: { lines: 'Enter each campaign once' } },
  })
  expect((await post(linesFor([other, '1.00']))).status).toBe(404)
  expect(await post(linesFor([season, '-1.00'], [spring, '48.75']))).toMatchObject({
    status: 400,
    body: { fields: { 'lines.0.amount': expect.any(String) } },
  })
})
