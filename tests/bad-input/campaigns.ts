/** Bodies that are wrong in every field, for the routes about campaigns, results, rewards and ambassadors. */
import { STATISTICS } from '#tests/fixtures.ts'
import type { WrongBody } from './wrong-body.ts'

export const CAMPAIGN_BODIES: Record<string, WrongBody> = {
  'post /api/campaigns': {
    wrong: {
      name: 7,
      aboutThisCampaign: null,
      goal: 'lots',
      startDate: 'soon',
      endDate: '2026-02-30',
      campaignType: 'war',
      organizationId: 'x',
      template: 'chess',
    },
  },
  'post /api/campaigns/{id}/opening-mails': { wrong: { email: 'nobody' } },
  'post /api/campaigns/{id}/opening-links': { wrong: { token: 'short', isOn: 'yes' } },
  'put /api/campaigns/{id}/opening': { wrong: { isOn: 'yes' } },
  'put /api/campaigns/{id}/scoreboard': { wrong: { showsCode: 'yes' } },
  'put /api/campaigns/{id}': {
    wrong: {
      name: '',
      goal: -1,
      startDate: 5,
      endDate: '2026-13-01',
      status: 'open',
      settleAutomatically: 'yes',
      cancellation: { charges: '1.234', retries: -0.001, invoices: {}, collected: 'all', refundAll: 'yes' },
    },
    named: [
      ...['name', 'goal', 'startDate', 'endDate', 'status', 'settleAutomatically'],
      ...['charges', 'retries', 'invoices', 'collected', 'refundable', 'refundAll'].map(
        (field) => `cancellation.${field}`,
      ),
    ],
  },
  'post /api/campaigns/{id}/copies': {
    wrong: {
      name: '',
      goal: 0,
      startDate: 'soon',
      endDate: '2027-02-30',
      statisticIds: 'all',
      rewardIds: ['first'],
      ambassadorIds: 7,
      scheduleWeeks: 1.5,
      withPicture: 'yes',
    },
    named: [
      ...['name', 'goal', 'startDate', 'endDate', 'statisticIds', 'rewardIds.0', 'ambassadorIds'],
      ...['scheduleWeeks', 'withPicture'],
    ],
  },
  'post /api/campaigns/{id}/statistics/batches': {
    wrong: { statistics: [{ ...STATISTICS.goals, name: '', icon: 'trophy' }] },
    named: ['statistics.0.icon', 'statistics.0.name'],
  },
  'post /api/campaigns/{id}/review-requests/answers': { wrong: { message: 5 } },
  'post /api/campaigns/{id}/imports/preview': {
    wrong: { file: 'a file', columns: 7, answers: [], leftOut: 'all', headerLine: -1, previewId: {} },
  },
  'post /api/campaigns/{id}/imports': {
    wrong: {
      text: 5,
      note: 7,
      columns: { Date: 1 },
      answers: { us: 5 },
      leftOut: [0.5],
      headerLine: 'first',
    },
    named: ['answers.us', 'columns.Date', 'headerLine', 'leftOut.0', 'note', 'text'],
  },
  'post /api/campaigns/{id}/statistics': {
    wrong: {
      name: 1,
      type: 'per_minute',
      icon: 'trophy',
      expectedMin: -1,
      expectedMax: 'x',
      expectedTarget: 1.234,
      lastYearResult: 1_000_001,
      lastYearMatches: 1_001,
      chancePercent: 100,
      pledgeAmountOptions: [1, 2],
      isActive: 'yes',
      allowCustomAmounts: 3,
      sortOrder: 1.5,
    },
  },
  'put /api/campaigns/{id}/statistics/{statisticId}': {
    wrong: { name: '', icon: 5, isActive: 'no', expectedMax: {}, pledgeAmountOptions: 'all' },
  },
  'post /api/campaigns/{id}/events': {
    wrong: {
      name: 5,
      eventType: 'party',
      startTime: 'today',
      hasTime: 'no',
      endTime: 'later',
      venue: 'moon',
      isCompleted: 'yes',
    },
  },
  'put /api/campaigns/{id}/events/{eventId}': {
    wrong: { name: '', startTime: '2026-02-30T10:00:00Z', hasTime: 0, location: 5, isCompleted: 1 },
  },
  'post /api/campaigns/{id}/events/{eventId}/merge': { wrong: { into: 'there' } },
  'post /api/campaigns/{id}/results': {
    wrong: {
      statisticId: 'x',
      eventId: 1,
      kind: 'guess',
      quantity: 1.234,
      note: 5,
      evidenceUrl: 'javascript:1',
    },
  },
  'post /api/campaigns/{id}/results/matches': {
    wrong: {
      eventId: 'x',
      event: { name: 1, startTime: 'now' },
      rows: [{ statisticId: 1, quantity: 'x', standing: 'y' }],
      evidenceUrl: 'http://a.example/sheet',
      enteredBy: 'me',
    },
    named: [
      ...['event.name', 'event.startTime', 'eventId', 'evidenceUrl', 'enteredBy'],
      ...['rows.0.quantity', 'rows.0.standing', 'rows.0.statisticId'],
    ],
  },
  'post /api/campaigns/{id}/results/confirmations': { wrong: { resultIds: [] } },
  'post /api/campaigns/{id}/results/{resultId}/void': { wrong: { reason: ' ' } },
  'post /api/campaigns/{id}/comments': { wrong: { message: 'x'.repeat(1001) } },
  'post /api/campaigns/{id}/comments/{commentId}/reports': { wrong: { reason: 'x'.repeat(301) } },
  'post /api/campaigns/{id}/comments/{commentId}/hidden': { wrong: { hidden: 'yes' } },
  'post /api/campaigns/{id}/rewards': {
    wrong: {
      title: '',
      description: 5,
      type: 'gold',
      threshold: -1,
      maxWinners: 0,
      statisticId: 'x',
      prizeTypes: 'all',
    },
  },
  'post /api/campaigns/{id}/rewards/{rewardId}/handouts': { wrong: { pledgeId: 'everybody' } },
  'put /api/campaigns/{id}/rewards/{rewardId}': { wrong: { title: 4, threshold: '1.999', maxWinners: 1.5 } },
  'post /api/campaigns/{id}/ambassadors': { wrong: { email: 'amber' } },
  'put /api/campaigns/{id}/ambassadors/{ambassadorId}': { wrong: { resendEmail: false } },
  'post /api/campaigns/{id}/ambassadors/imports/preview': { wrong: { text: ' ', file: 'a CSV' } },
  'post /api/campaigns/{id}/ambassadors/imports': {
    wrong: { text: 5, file: 5, invited: 0, choices: 'all', leftOut: 'all' },
  },
  'post /api/campaigns/{id}/ambassadors/nudges': { wrong: { who: 'everybody' } },
  'post /api/campaigns/{id}/ambassadors/join': { wrong: { token: 5 } },
  'put /api/user/ambassadorships/{id}': { wrong: { onLeaderboard: 'yes' } },
  'post /api/held-pledges/searches': { wrong: { limit: 101, cursor: 'first' } },
  'post /api/campaigns/{id}/thanks/searches': { wrong: { which: 'all', limit: 101, cursor: 'first' } },
  'put /api/campaigns/{id}/thanks/{pledgeId}': { wrong: { isShown: 'yes', name: '' } },
  'put /api/held-pledges/{id}': { wrong: { decision: 'maybe', message: 'x'.repeat(501) } },
}
