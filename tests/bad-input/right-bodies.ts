/** Bodies that are valid for their route, so that only the id in the path is wrong. */
import { randomUUID } from 'node:crypto'
import { NO_ONES_PREVIEW, STATISTICS } from '#tests/fixtures.ts'

/** `email` belongs to someone who has an account. */
export function rightBodies(email: () => string): [string, () => unknown][] {
  const uuid = randomUUID()
  return [
    ['put /api/organizations/{id}', () => ({ description: 'New' })],
    ['put /api/organizations/{id}/bookkeeping/accounts', () => ({ tracking: 'Team' })],
    ['post /api/organizations/{id}/logo', () => 'a file'],
    ['post /api/organizations/{id}/members', () => ({ email: email(), role: 'scorer' })],
    ['put /api/campaigns/{id}', () => ({ name: 'New' })],
    ['post /api/campaigns/{id}/opening-mails', () => ({ email: email() })],
    ['post /api/campaigns/{id}/opening-links', () => ({ token: 'A'.repeat(100), isOn: true })],
    ['put /api/campaigns/{id}/opening', () => ({ isOn: true })],
    ['post /api/campaigns/{id}/image', () => 'a file'],
    ['post /api/campaigns/{id}/statistics', () => STATISTICS.goals],
    ['post /api/campaigns/{id}/statistics/batches', () => ({ statistics: [STATISTICS.goals] })],
    [
      'post /api/campaigns/{id}/copies',
      () => ({ name: 'Again', goal: 100, startDate: '2027-08-15', endDate: '2027-12-15' }),
    ],
    ['post /api/campaigns/{id}/imports/preview', () => ({ text: 'date,opponent,goals\n2026-09-01,A,1' })],
    ['post /api/campaigns/{id}/imports', () => ({ text: 'date,opponent,goals\n2026-09-01,A,1' })],
    ['put /api/campaigns/{id}/statistics/{statisticId}', () => ({ name: 'New' })],
    [
      'post /api/campaigns/{id}/events',
      () => ({ name: 'E', eventType: 'game', startTime: '2026-10-10T10:00:00Z' }),
    ],
    ['put /api/campaigns/{id}/events/{eventId}', () => ({ name: 'New' })],
    ['post /api/campaigns/{id}/results', () => ({ statisticId: uuid, quantity: 1 })],
    [
      'post /api/campaigns/{id}/results/matches',
      () => ({ eventId: uuid, rows: [{ statisticId: uuid, quantity: 1 }] }),
    ],
    ['post /api/campaigns/{id}/results/confirmations', () => ({ resultIds: [uuid] })],
    ['post /api/campaigns/{id}/results/{resultId}/void', () => ({ reason: 'No' })],
    [
      'post /api/campaigns/{id}/pledges',
      () => ({ pledgeStatistics: [{ statisticId: uuid, pledgeAmount: 1 }] }),
    ],
    [
      'post /api/campaigns/{id}/pledges/quote',
      () => ({ pledgeStatistics: [{ statisticId: uuid, pledgeAmount: 1 }] }),
    ],
    ['put /api/pledges/{id}', () => ({ maximumAmount: 10 })],
    ['post /api/pledges/{id}/changes', () => ({ kind: 'stop', statisticId: uuid, agreedMaximum: '10.00' })],
    ['post /api/pledges/{id}/cancellation', () => ({})],
    ['post /api/campaigns/{id}/comments', () => ({ message: 'Hi' })],
    ['post /api/campaigns/{id}/comments/{commentId}/hidden', () => ({ hidden: true })],
    ['post /api/campaigns/{id}/rewards', () => ({ title: 'T', description: 'D', type: 'sponsorship' })],
    ['put /api/campaigns/{id}/rewards/{rewardId}', () => ({ title: 'T' })],
    ['post /api/campaigns/{id}/ambassadors', () => ({ email: 'new@example.org' })],
    ['put /api/campaigns/{id}/ambassadors/{ambassadorId}', () => ({ resendEmail: true })],
    ['post /api/campaigns/{id}/ambassadors/imports/preview', () => ({ text: 'new@example.org' })],
    ['post /api/campaigns/{id}/ambassadors/imports', () => ({ text: 'new@example.org', invited: 1 })],
    ['post /api/campaigns/{id}/ambassadors/nudges', () => ({ who: 'not_joined' })],
    ['post /api/campaigns/{id}/ambassadors/{ambassadorId}/nudges', () => ({})],
    ['post /api/campaigns/{id}/ambassadors/join', () => ({ token: 'none' })],
    ['put /api/user/ambassadorships/{id}', () => ({ onLeaderboard: false })],
    ['post /api/campaigns/{id}/thank-yous', () => ({ message: 'Thank you!' })],
    ['post /api/campaigns/{id}/thank-yous/{thankYouId}/decision', () => ({ isApproved: true })],
    ['put /api/campaigns/{id}/thanks/{pledgeId}', () => ({ isShown: true, name: 'Rosa L.' })],
    ['put /api/pledges/{id}/thanks', () => ({ thankByName: true })],
    ['put /api/held-pledges/{id}', () => ({ decision: 'decline', message: 'Nobody answered' })],
    [
      'post /api/campaigns/{id}/settlements',
      () => ({ kind: 'progress', version: 1, previewId: NO_ONES_PREVIEW }),
    ],
    [
      'post /api/campaigns/{id}/payments',
      () => ({ invoiceId: uuid, amount: 1, method: 'cash', receivedOn: '2026-09-01' }),
    ],
    [
      'post /api/exceptions/{id}/adjustments',
      () => ({ way: 'returned_by_hand', reason: 'Returned by check 1042' }),
    ],
    ['post /api/exceptions/{id}/acts', () => ({ act: 'checked' })],
    ['post /api/organizations/{id}/payouts', () => ({ lines: [{ campaignId: uuid, amount: 1 }] })],
    ['post /api/payouts/{id}/approval', () => ({})],
    ['post /api/payouts/{id}/dispatch', () => ({ reference: '1042' })],
    ['post /api/payouts/{id}/arrival', () => ({})],
    ['post /api/payouts/{id}/return', () => ({ reason: 'Moved' })],
    ['post /api/payouts/{id}/withdrawal', () => ({})],
  ]
}
