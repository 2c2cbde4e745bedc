/** R27: who may call which route about money of a campaign: settlements, payments, payouts, reports. */
import { randomUUID } from 'node:crypto'
import { expectStatus } from '#tests/app.ts'
import { invoicesOf, payment } from '#tests/fixtures.ts'
import { linesFor, setDestination } from '#tests/payouts.ts'
import {
  aDeposit,
  aLock,
  anApprovedPayout,
  anUnconfirmedPayout,
  aPaidPayout,
  aPayment,
  aPayout,
  aReceiptToken,
  aSettlement,
  todayOf,
  withdrawProposedDestination,
  withMoney,
} from './makers.ts'
import {
  ALL_READ,
  MANAGES,
  OPENS_PLEDGES,
  READS_MONEY,
  READS_OWN_MONEY,
  REPRESENTATIVE,
  REPRESENTATIVE_CREATES,
  type Row,
  row,
  SCORES,
  SIGNED_IN,
  to,
} from './row.ts'

const csvRow = (table: string, expected: string): Record<string, Row> => ({
  [`get /api/dashboard/campaigns/{id}/${table}.csv`]: row(expected, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/${table}.csv`),
  ),
})

export const MONEY_ROWS: Record<string, Row> = {
  'get /api/campaigns/{id}/settlements': row(REPRESENTATIVE, ({ path }) => to(`${path}/settlements`)),
  'get /api/campaigns/{id}/settlements/preview': row(REPRESENTATIVE, ({ path }) =>
    to(`${path}/settlements/preview?kind=progress`),
  ),
  'get /api/campaigns/{id}/settlements/schedule': row(REPRESENTATIVE, ({ path }) =>
    to(`${path}/settlements/schedule`),
  ),
  'get /api/dashboard/campaigns/{id}/settlement-preview.csv': row(REPRESENTATIVE, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/settlement-preview.csv?kind=progress`),
  ),
  'post /api/campaigns/{id}/settlements': row(REPRESENTATIVE_CREATES, async ({ path, world }) =>
    to(`${path}/settlements`, await aLock(world, path)),
  ),
  'get /api/campaigns/{id}/settlements/{settlementId}': row(REPRESENTATIVE, ({ path, world }) =>
    to(`${withMoney(world, path)}/settlements/${world.settlementId}`),
  ),
  'get /api/campaigns/{id}/settlements/{settlementId}/withdrawal': row(
    REPRESENTATIVE,
    async ({ path, world }) => to(`${await aSettlement(world, path)}/withdrawal`),
  ),
  'post /api/campaigns/{id}/settlements/{settlementId}/withdrawal': row(
    REPRESENTATIVE_CREATES,
    async ({ path, world }) => to(`${await aSettlement(world, path)}/withdrawal`, {}),
  ),
  'get /api/campaigns/{id}/charges': row(REPRESENTATIVE, ({ path }) => to(`${path}/charges`)),
  'get /api/campaigns/{id}/invoices': row(REPRESENTATIVE, ({ path }) => to(`${path}/invoices`)),
  'get /api/campaigns/{id}/payments': row(REPRESENTATIVE, ({ path }) => to(`${path}/payments`)),
  'post /api/campaigns/{id}/payments': row(REPRESENTATIVE_CREATES, async ({ path, world }) => {
    const [invoice] = await invoicesOf(world, world.ended)
    return to(
      `${withMoney(world, path)}/payments`,
      payment(invoice ?? { id: randomUUID() }, '1.00', world.app),
    )
  }),
  'post /api/invoices/searches': row(REPRESENTATIVE, () =>
    to('/api/invoices/searches', { search: 'INV-2026-000001' }),
  ),
  'get /api/payments': row(REPRESENTATIVE, () => to('/api/payments')),
  'get /api/payments/totals': row(REPRESENTATIVE, () => to('/api/payments/totals')),
  'post /api/campaigns/{id}/payments/{paymentId}/reversal': row(
    REPRESENTATIVE_CREATES,
    async ({ path, world }) =>
      to(`${withMoney(world, path)}/payments/${await aPayment(world)}/reversal`, {
        why: 'bounced',
        on: todayOf(world),
      }),
  ),
  'get /api/deposits': row(REPRESENTATIVE, () => to('/api/deposits')),
  'post /api/deposits': row(REPRESENTATIVE_CREATES, async ({ world }) =>
    to('/api/deposits', { paymentIds: [await aPayment(world)], amount: '1.00', depositedOn: todayOf(world) }),
  ),
  'get /api/deposits/{id}/slip.pdf': row(REPRESENTATIVE, async ({ world }) =>
    to(`/api/deposits/${await aDeposit(world)}/slip.pdf`),
  ),
  'post /api/bank-files': row(REPRESENTATIVE, () =>
    to('/api/bank-files', { file: btoa('Date,Description,Amount\n09/08/2026,Interest,0.11\n') }),
  ),
  'get /api/bank-lines': row(REPRESENTATIVE, () => to('/api/bank-lines')),
  // There is no such line: representatives get a 404 that says so, everyone else a 403.
  'put /api/bank-lines/{id}': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/bank-lines/${randomUUID()}`, { note: 'Interest' }),
  ),
  // Nothing is open that can only be one thing: representatives get a 409.
  'post /api/bank-matches': row('401 403 403 403 403 403 403 403 409', () =>
    to('/api/bank-matches', { matches: [{ lineId: randomUUID(), matchId: randomUUID() }] }),
  ),
  'get /api/bank-movements': row(REPRESENTATIVE, () => to('/api/bank-movements')),
  'get /api/repayments': row(REPRESENTATIVE, () => to('/api/repayments')),
  'get /api/repayments/owed': row(REPRESENTATIVE, () => to('/api/repayments/owed')),
  // Nothing is owed: representatives get a 409 that says so, everyone else a 403.
  'post /api/campaigns/{id}/repayments': row('401 403 403 403 403 403 403 403 409', ({ path, world }) =>
    to(`${withMoney(world, path)}/repayments`, {
      kind: 'overpayment',
      sourceId: randomUUID(),
      method: 'cash',
      givenOn: todayOf(world),
    }),
  ),
  'get /api/exceptions': row(REPRESENTATIVE, () => to('/api/exceptions')),
  // Nothing rare happened: representatives get a 404, everyone else a 403.
  'post /api/exceptions/{id}/adjustments': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/exceptions/${randomUUID()}/adjustments`, {
      way: 'returned_by_hand',
      reason: 'Returned by check 1042',
    }),
  ),
  'post /api/exceptions/{id}/acts': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/exceptions/${randomUUID()}/acts`, { act: 'checked' }),
  ),
  'get /api/sign-offs': row(REPRESENTATIVE, () => to('/api/sign-offs')),
  // Nothing is prepared: representatives get a 404, everyone else a 403.
  'post /api/sign-offs/{id}/approval': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/sign-offs/${randomUUID()}/approval`),
  ),
  'post /api/sign-offs/{id}/attachment': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/sign-offs/${randomUUID()}/attachment`),
  ),
  'get /api/sign-offs/{id}/attachment': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/sign-offs/${randomUUID()}/attachment`),
  ),
  'delete /api/sign-offs/{id}': row('401 403 403 403 403 403 403 403 404', () =>
    to(`/api/sign-offs/${randomUUID()}`),
  ),
  'get /api/payouts': row(REPRESENTATIVE, () => to('/api/payouts')),
  // There is no one to ask: every organization that is owed something has one.
  'post /api/payouts/destination-requests': row('401 403 403 403 403 403 403 403 409', async ({ world }) => {
    await withdrawProposedDestination(world)
    await setDestination(world)
    return to('/api/payouts/destination-requests')
  }),
  'post /api/organizations/{id}/destination-requests': row(
    '401 403 403 403 403 403 403 403 409',
    async ({ world }) => {
      await withdrawProposedDestination(world)
      await setDestination(world)
      return to(`/api/organizations/${world.organizationId}/destination-requests`)
    },
  ),
  'get /api/organizations/{id}/payouts': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/payouts`),
  ),
  'get /api/organizations/{id}/sent-payouts': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/sent-payouts`),
  ),
  'get /api/sent-payouts': row(REPRESENTATIVE, () => to('/api/sent-payouts')),
  'get /api/organizations/{id}/payouts.csv': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/payouts.csv`),
  ),
  // For everyone else there is no such payout; owners and treasurers see totals, and no pledges (R38).
  'get /api/payouts/{id}': row(READS_OWN_MONEY, async ({ world }) =>
    to(`/api/payouts/${await aPaidPayout(world)}`),
  ),
  'get /api/payouts/{id}/statement.pdf': row(READS_OWN_MONEY, async ({ world }) =>
    to(`/api/payouts/${await aPaidPayout(world)}/statement.pdf`),
  ),
  'get /api/payouts/{id}/statement.csv': row(READS_OWN_MONEY, async ({ world }) =>
    to(`/api/payouts/${await aPaidPayout(world)}/statement.csv`),
  ),
  'get /api/payouts/{id}/entries': row(OPENS_PLEDGES, async ({ world }) =>
    to(`/api/payouts/${await aPaidPayout(world)}/entries`),
  ),
  'get /api/payouts/{id}/entries.csv': row(OPENS_PLEDGES, async ({ world }) =>
    to(`/api/payouts/${await aPaidPayout(world)}/entries.csv`),
  ),
  'get /api/campaigns/{id}/payouts': row(REPRESENTATIVE, ({ path }) => to(`${path}/payouts`)),
  'post /api/organizations/{id}/payouts': row(REPRESENTATIVE_CREATES, async ({ me, world }) => {
    const prepared = await aPayout(world)
    expectStatus(await world.second.post(`/api/payouts/${prepared}/withdrawal`), 200)
    return to(`/api/organizations/${world.organizationId}/payouts`, {
      lines: linesFor([world.ended, '1.00']),
      note: me.email,
    })
  }),
  'post /api/payouts/{id}/approval': row(REPRESENTATIVE_CREATES, async ({ world }) => {
    await withdrawProposedDestination(world)
    await setDestination(world)
    return to(`/api/payouts/${await aPayout(world)}/approval`, { reference: '1042' })
  }),
  'post /api/payouts/{id}/dispatch': row(REPRESENTATIVE_CREATES, async ({ world }) =>
    to(`/api/payouts/${await anApprovedPayout(world)}/dispatch`, { reference: '1042' }),
  ),
  'post /api/payouts/{id}/arrival': row(REPRESENTATIVE_CREATES, async ({ world }) =>
    to(`/api/payouts/${await anUnconfirmedPayout(world)}/arrival`, {}),
  ),
  'post /api/payouts/{id}/return': row(REPRESENTATIVE_CREATES, async ({ world }) =>
    to(`/api/payouts/${await anUnconfirmedPayout(world)}/return`, { reason: 'Moved' }),
  ),
  'post /api/payouts/{id}/withdrawal': row(REPRESENTATIVE, async ({ world }) =>
    to(`/api/payouts/${await aPayout(world)}/withdrawal`, {}),
  ),
  'get /api/campaigns/{id}/journal': row(REPRESENTATIVE, ({ path }) => to(`${path}/journal`)),
  'get /api/receipts/{id}': row('401 404 404 404 404 404 404 404 200', ({ world }) =>
    to(`/api/receipts/${world.chargeId}`),
  ),
  'get /api/receipts/{id}/receipt.pdf': row('401 404 404 404 404 404 404 404 200', ({ world }) =>
    to(`/api/receipts/${world.chargeId}/receipt.pdf`),
  ),
  'get /api/pledge-links/{token}/receipts/{receiptId}': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aReceiptToken(world)}/receipts/${world.chargeId}`),
  ),
  'get /api/pledge-links/{token}/receipts/{receiptId}/receipt.pdf': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aReceiptToken(world)}/receipts/${world.chargeId}/receipt.pdf`),
  ),
  'get /api/pledge-links/{token}/giving/{year}': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aReceiptToken(world)}/giving/2026`),
  ),
  'get /api/pledge-links/{token}/giving/{year}/statement.pdf': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aReceiptToken(world)}/giving/2026/statement.pdf`),
  ),
  'get /api/pledge-links/{token}/forecast': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aReceiptToken(world)}/forecast`),
  ),
  'get /api/giving': row(SIGNED_IN, () => to('/api/giving')),
  'get /api/giving/{year}': row(SIGNED_IN, () => to('/api/giving/2026')),
  'get /api/giving/{year}/statement.pdf': row(SIGNED_IN, () => to('/api/giving/2026/statement.pdf')),
  'get /api/organizations/{id}/years/{year}': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/years/2026`),
  ),
  'get /api/organizations/{id}/years/{year}/year.pdf': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/years/2026/year.pdf`),
  ),
  'get /api/organizations/{id}/years/{year}/year.csv': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/years/2026/year.csv`),
  ),
  'get /api/organizations/{id}/receipts.zip': row(REPRESENTATIVE, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/receipts.zip`),
  ),
  'get /api/campaigns/{id}/balance': row(READS_MONEY, ({ path }) => to(`${path}/balance`)),

  'get /api/dashboard/campaigns/{id}/pledges': row(READS_MONEY, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/pledges`),
  ),
  'get /api/dashboard/campaigns/{id}/ambassadors': row(MANAGES, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/ambassadors`),
  ),
  // Each table's file has the same permissions as the table.
  'get /api/desk/campaigns.csv': row(REPRESENTATIVE, () => to('/api/desk/campaigns.csv')),
  'get /api/user/campaigns.csv': row(SIGNED_IN, () => to('/api/user/campaigns.csv')),
  'get /api/user/pledges.csv': row(SIGNED_IN, () => to('/api/user/pledges.csv')),
  'get /api/card-refusals.csv': row(REPRESENTATIVE, () => to('/api/card-refusals.csv')),
  'get /api/disputes.csv': row(REPRESENTATIVE, () => to('/api/disputes.csv')),
  'get /api/payouts.csv': row(REPRESENTATIVE, () => to('/api/payouts.csv')),
  'get /api/payouts/to-send.csv': row(REPRESENTATIVE, () => to('/api/payouts/to-send.csv')),
  // Our own bank is not set.
  'post /api/payouts/ach-files': row('401 403 403 403 403 403 403 403 409', () =>
    to('/api/payouts/ach-files', {}),
  ),
  ...csvRow('supporters', READS_MONEY),
  ...csvRow('rewards', MANAGES),
  ...csvRow('ambassadors', MANAGES),
  ...csvRow('comments', MANAGES),
  ...csvRow('statistics', SCORES),
  ...csvRow('events', SCORES),
  ...csvRow('results', SCORES),
  ...csvRow('settlements', REPRESENTATIVE),
  ...csvRow('charges', REPRESENTATIVE),
  ...csvRow('journal', REPRESENTATIVE),
  'get /api/dashboard/campaigns/{id}/season-report.pdf': row(READS_MONEY, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/season-report.pdf`),
  ),
  'get /api/reports/month': row(REPRESENTATIVE, () => to('/api/reports/month')),
  'get /api/reports/month.pdf': row(REPRESENTATIVE, () => to('/api/reports/month.pdf')),
  'get /api/reports/month.csv': row(REPRESENTATIVE, () => to('/api/reports/month.csv')),
  'get /api/reports/journal.csv': row(REPRESENTATIVE, () => to('/api/reports/journal.csv')),
  'get /api/reports/organizations.csv': row(REPRESENTATIVE, () => to('/api/reports/organizations.csv')),
  'get /api/reports/balances.csv': row(REPRESENTATIVE, () => to('/api/reports/balances.csv')),
  'get /api/reports/bank.csv': row(REPRESENTATIVE, () => to('/api/reports/bank.csv')),
  'get /api/reports/deposits.csv': row(REPRESENTATIVE, () => to('/api/reports/deposits.csv')),
  'get /api/reports/paid-out.csv': row(REPRESENTATIVE, () => to('/api/reports/paid-out.csv')),
  'get /api/reports/books.zip': row(REPRESENTATIVE, () => to('/api/reports/books.zip')),
  'get /api/reports/charges.csv': row(REPRESENTATIVE, () => to('/api/reports/charges.csv')),
  'get /api/bookkeeping': row(REPRESENTATIVE, () => to('/api/bookkeeping')),
  'get /api/bookkeeping/{program}': row(REPRESENTATIVE, () => to('/api/bookkeeping/xero')),
  'put /api/bookkeeping/accounts': row(REPRESENTATIVE, () =>
    to('/api/bookkeeping/accounts', { tracking: 'Team' }),
  ),
  'get /api/organizations/{id}/bookkeeping': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/bookkeeping`),
  ),
  'get /api/organizations/{id}/bookkeeping/{program}': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/bookkeeping/quickbooks`),
  ),
  'put /api/organizations/{id}/bookkeeping/accounts': row(MANAGES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/bookkeeping/accounts`, { tracking: 'Team' }),
  ),
}
