/** R27: who may call which route about campaigns: statistics, schedule, results, comments, rewards, pictures. */
import { expectStatus } from '#tests/app.ts'
import { CAMPAIGN, STATISTICS } from '#tests/fixtures.ts'
import {
  anEntry,
  anEvent,
  anUnconfirmedEntry,
  aPicture,
  aRequestedVoid,
  EVENT,
  followACalendar,
  REWARD,
} from './makers.ts'
import {
  ALL_READ,
  CONFIRMS,
  CONFIRMS_CREATES,
  MANAGES,
  MANAGES_CREATES,
  MANAGES_REMOVES,
  MEMBERS,
  READS_MONEY,
  REPRESENTATIVE,
  REPRESENTATIVE_CREATES,
  REPRESENTATIVE_DOES,
  type Row,
  row,
  SCORES,
  SCORES_CREATES,
  SCORES_DOES,
  SIGNED_IN,
  SIGNED_IN_CREATES,
  to,
} from './row.ts'

let files = 0
/** A schedule of one match that no other call has imported. */
const CSV = () =>
  `date,opponent,goals\n2026-08-${String(15 + (files++ % 14)).padStart(2, '0')},Team ${files},1\n`

export const CAMPAIGNS_ROWS: Record<string, Row> = {
  'get /api/campaigns': row(ALL_READ, () => to('/api/campaigns')),
  'get /api/campaigns/demo': row(ALL_READ, () => to('/api/campaigns/demo')),
  'get /api/campaigns/summary': row(ALL_READ, () => to('/api/campaigns/summary')),
  'post /api/campaigns': row(MANAGES_CREATES, ({ world }) =>
    to('/api/campaigns', { ...CAMPAIGN, organizationId: world.organizationId }),
  ),
  'post /api/campaigns/{id}/copies': row(MANAGES_CREATES, ({ path, statistics }) => {
    const dates = { startDate: '2027-08-15', endDate: '2027-12-15' }
    const what = { statisticIds: [statistics.goals.id], scheduleWeeks: 52 }
    return to(`${path}/copies`, { name: 'Next Fall', goal: 9000, ...dates, ...what })
  }),
  'get /api/campaigns/{id}': row(ALL_READ, ({ path }) => to(path)),
  'get /api/campaigns/{id}/forecast': row(ALL_READ, ({ path }) => to(`${path}/forecast`)),
  // The season's campaign is open: nobody waits for it (R77).
  'post /api/campaigns/{id}/opening-mails': row('409 409 409 409 409 409 409 409 409', ({ path }) =>
    to(`${path}/opening-mails`, { email: 'rosa@example.org' }),
  ),
  'post /api/campaigns/{id}/opening-links': row('404 404 404 404 404 404 404 404 404', ({ path }) =>
    to(`${path}/opening-links`, { token: 'A'.repeat(100), isOn: true }),
  ),
  'get /api/campaigns/{id}/opening': row(SIGNED_IN, ({ path }) => to(`${path}/opening`)),
  'put /api/campaigns/{id}/opening': row(SIGNED_IN, ({ path }) => to(`${path}/opening`, { isOn: false })),
  'get /api/campaigns/{id}/next': row(ALL_READ, ({ path }) => to(`${path}/next`)),
  'get /api/campaigns/{id}/live': row(ALL_READ, ({ path }) => to(`${path}/live`)),
  'put /api/campaigns/{id}': row('401 403 403 403 403 403 403 403 200', ({ path }) =>
    to(path, { name: 'Fall' }),
  ),
  'get /api/campaigns/{id}/cancellation': row(REPRESENTATIVE, ({ path }) => to(`${path}/cancellation`)),
  'get /api/desk/steps': row(REPRESENTATIVE, () => to('/api/desk/steps')),
  'get /api/desk/open': row(SIGNED_IN, () => to('/api/desk/open')),
  'get /api/desk/own-steps': row(SIGNED_IN, () => to('/api/desk/own-steps')),
  'get /api/comments': row(SIGNED_IN, () => to('/api/comments')),
  'get /api/search': row(SIGNED_IN, () => to('/api/search?query=fall')),
  'post /api/searches': row(REPRESENTATIVE, () => to('/api/searches', { search: 'fall' })),
  'get /api/desk/bulk-actions': row(REPRESENTATIVE, ({ id }) =>
    to(`/api/desk/bulk-actions?action=confirm&campaigns=${id}`),
  ),
  'put /api/campaigns/{id}/representative': row(REPRESENTATIVE_DOES, ({ path }) =>
    to(`${path}/representative`, { representativeId: null }),
  ),
  // Nothing is missing.
  'post /api/campaigns/{id}/result-reminders': row('401 403 403 403 403 403 403 403 409', ({ path }) =>
    to(`${path}/result-reminders`),
  ),
  'get /api/desk/campaigns': row(REPRESENTATIVE, () => to('/api/desk/campaigns')),
  'get /api/collections': row(REPRESENTATIVE, () => to('/api/collections')),
  'get /api/collections/campaigns': row(REPRESENTATIVE, () => to('/api/collections/campaigns')),
  'get /api/collections/ambassadors': row(REPRESENTATIVE, () => to('/api/collections/ambassadors')),
  'get /api/collections/items': row(REPRESENTATIVE, () => to('/api/collections/items')),
  'post /api/collections/names': row(REPRESENTATIVE, ({ world }) =>
    to('/api/collections/names', { pledgeIds: [world.pledgeId] }),
  ),
  'get /api/collections/campaigns.csv': row(REPRESENTATIVE, () => to('/api/collections/campaigns.csv')),
  'get /api/collections/ambassadors.csv': row(REPRESENTATIVE, () => to('/api/collections/ambassadors.csv')),
  'get /api/collections/items.csv': row(REPRESENTATIVE, () => to('/api/collections/items.csv')),
  'get /api/review-requests': row(REPRESENTATIVE, () => to('/api/review-requests')),
  'get /api/campaigns/{id}/review-requests': row(MANAGES, ({ path }) => to(`${path}/review-requests`)),
  // An active campaign needs no review; one's own draft does.
  'get /api/campaigns/{id}/applicant': row(REPRESENTATIVE, ({ path }) => to(`${path}/applicant`)),
  'post /api/campaigns/{id}/review-requests': row('401 403 403 403 403 409 403 403 409', ({ path }) =>
    to(`${path}/review-requests`),
  ),
  // An active campaign waits for no review.
  'post /api/campaigns/{id}/review-requests/answers': row('401 403 403 403 403 403 403 403 409', ({ path }) =>
    to(`${path}/review-requests/answers`, { message: 'Add last year’s results' }),
  ),
  // After the one before: something waits from then on.
  'post /api/campaigns/{id}/questions': row(MANAGES_CREATES, ({ path }) =>
    to(`${path}/questions`, { question: 'End it a week later' }),
  ),
  'get /api/dashboard/campaigns/{id}/forecast': row(READS_MONEY, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/forecast`),
  ),
  'get /api/dashboard/campaigns/{id}': row(MEMBERS, ({ id }) => to(`/api/dashboard/campaigns/${id}`)),

  'post /api/campaigns/{id}/statistics': row(MANAGES_CREATES, ({ path }) =>
    to(`${path}/statistics`, STATISTICS.goals),
  ),
  'post /api/campaigns/{id}/statistics/batches': row(MANAGES_CREATES, ({ path }) =>
    to(`${path}/statistics/batches`, { statistics: [STATISTICS.goals] }),
  ),
  // Only a draft's can be deleted.
  'delete /api/campaigns/{id}/statistics/{statisticId}': row(
    '401 403 403 403 403 409 403 403 409',
    ({ path, statistics }) => to(`${path}/statistics/${statistics.goals.id}`),
  ),
  'get /api/campaigns/{id}/statistics/{statisticId}/pledges': row(MANAGES, ({ path, statistics }) =>
    to(`${path}/statistics/${statistics.goals.id}/pledges`),
  ),
  'put /api/campaigns/{id}/statistics/{statisticId}': row(MANAGES, ({ path, statistics }) =>
    to(`${path}/statistics/${statistics.goals.id}`, { description: 'All of them' }),
  ),
  'post /api/campaigns/{id}/events': row(MANAGES_CREATES, ({ path }) => to(`${path}/events`, EVENT)),
  'put /api/campaigns/{id}/events/{eventId}': row(MANAGES, async ({ path, world }) =>
    to(`${path}/events/${await anEvent(world)}`, { location: 'Main field' }),
  ),
  'delete /api/campaigns/{id}/events/{eventId}': row(MANAGES, async ({ path, world }) =>
    to(`${path}/events/${await anEvent(world)}`),
  ),
  'post /api/campaigns/{id}/events/{eventId}/merge': row(CONFIRMS, async ({ path, world }) =>
    to(`${path}/events/${await anEvent(world)}/merge`, { into: await anEvent(world) }),
  ),
  'get /api/campaigns/{id}/schedule.ics': row(ALL_READ, ({ path }) => to(`${path}/schedule.ics`)),

  'get /api/campaigns/{id}/results': row(SCORES, ({ path }) => to(`${path}/results`)),
  'put /api/campaigns/{id}/scoreboard': row(SCORES_DOES, ({ path }) =>
    to(`${path}/scoreboard`, { showsCode: true }),
  ),
  'post /api/campaigns/{id}/results': row(SCORES_CREATES, ({ path, statistics }) =>
    to(`${path}/results`, { statisticId: statistics.goals.id, quantity: 1 }),
  ),
  'post /api/campaigns/{id}/results/matches': row(SCORES_CREATES, ({ path, statistics }) => {
    const event = { name: 'vs. Cove', startTime: '2026-08-30T18:00:00Z' }
    return to(`${path}/results/matches`, { event, rows: [{ statisticId: statistics.goals.id, quantity: 2 }] })
  }),
  'get /api/campaigns/{id}/results/matches': row(SCORES, ({ path }) => to(`${path}/results/matches`)),
  'get /api/campaigns/{id}/calendar': row(SCORES, ({ path }) => to(`${path}/calendar`)),
  'delete /api/campaigns/{id}/calendar': row(MANAGES_REMOVES, async ({ path, world }) => {
    await followACalendar(world)
    return to(`${path}/calendar`)
  }),
  'post /api/campaigns/{id}/imports/preview': row(SCORES, ({ path }) =>
    to(`${path}/imports/preview`, { text: CSV() }),
  ),
  'post /api/campaigns/{id}/imports': row(SCORES_CREATES, ({ path }) =>
    to(`${path}/imports`, { text: CSV() }),
  ),
  'post /api/campaigns/{id}/results/confirmations': row(CONFIRMS_CREATES, async ({ path, world }) =>
    to(`${path}/results/confirmations`, { resultIds: [await anUnconfirmedEntry(world)] }),
  ),
  'post /api/campaigns/{id}/results/{resultId}/void': row(SCORES_CREATES, async ({ path, world }) =>
    to(`${path}/results/${await anEntry(world)}/void`, { reason: 'Counted twice' }),
  ),
  'delete /api/campaigns/{id}/results/{resultId}/void': row(SCORES, async ({ path, world }) =>
    to(`${path}/results/${await aRequestedVoid(world)}/void`),
  ),

  'get /api/campaigns/{id}/comments': row(ALL_READ, ({ path }) => to(`${path}/comments`)),
  'post /api/campaigns/{id}/comments': row(SIGNED_IN_CREATES, ({ path }) =>
    to(`${path}/comments`, { message: 'Go!' }),
  ),
  'get /api/campaigns/{id}/comments/own': row(SIGNED_IN, ({ path }) => to(`${path}/comments/own`)),
  // It is the representative's own.
  'delete /api/campaigns/{id}/comments/{commentId}': row(
    '401 404 404 404 404 404 404 404 204',
    async ({ path, world }) => {
      const made = await world.representative.post<{ id: string }>(`${path}/comments`, { message: 'Go!' })
      // A cancelled campaign takes no messages.
      const id = made.status === 201 ? made.body.id : world.commentId
      return to(`${path}/comments/${id}`)
    },
  ),
  'get /api/campaigns/{id}/comments/reports': row(MANAGES, ({ path }) => to(`${path}/comments/reports`)),
  'post /api/campaigns/{id}/comments/{commentId}/reports': row(
    '201 201 201 201 201 201 201 201 201',
    ({ path, world }) => to(`${path}/comments/${world.commentId}/reports`, { reason: 'Not kind' }),
  ),
  'post /api/campaigns/{id}/comments/{commentId}/hidden': row(MANAGES, ({ path, world }) =>
    to(`${path}/comments/${world.commentId}/hidden`, { hidden: true }),
  ),

  'post /api/campaigns/{id}/rewards': row(MANAGES_CREATES, ({ path, statistics }) =>
    to(`${path}/rewards`, { ...REWARD, statisticId: statistics.goals.id }),
  ),
  'put /api/campaigns/{id}/rewards/{rewardId}': row(MANAGES, ({ path, world }) =>
    to(`${path}/rewards/${world.rewardId}`, { title: 'A signed ball' }),
  ),
  'delete /api/campaigns/{id}/rewards/{rewardId}': row(MANAGES_REMOVES, async ({ path, world }) => {
    const { id: statisticId } = world.season.statistics.goals
    const made = await world.owner.post<{ id: string }>(`${world.season.path}/rewards`, {
      ...REWARD,
      statisticId,
    })
    return to(`${path}/rewards/${expectStatus(made, 201).id}`)
  }),
  'get /api/campaigns/{id}/rewards/standings': row(MANAGES, ({ path }) => to(`${path}/rewards/standings`)),
  // No one has won yet: the season is not over.
  'post /api/campaigns/{id}/rewards/{rewardId}/handouts': row(
    '401 403 403 403 403 409 403 403 409',
    ({ path, world }) => to(`${path}/rewards/${world.rewardId}/handouts`, { pledgeId: world.rewardId }),
  ),
  'delete /api/campaigns/{id}/rewards/{rewardId}/handouts/{pledgeId}': row(
    '401 403 403 403 403 404 403 403 404',
    ({ path, world }) => to(`${path}/rewards/${world.rewardId}/handouts/${world.rewardId}`),
  ),

  'get /api/campaigns/{id}/thanks': row(MANAGES, ({ path }) => to(`${path}/thanks`)),
  'get /api/thank-yous': row(REPRESENTATIVE, () => to('/api/thank-yous')),
  'get /api/campaigns/{id}/thank-yous': row(MANAGES, ({ path }) => to(`${path}/thank-yous`)),
  // The representative's is refused while the owner's waits.
  'post /api/campaigns/{id}/thank-yous': row('401 403 403 403 403 201 403 403 409', ({ path }) =>
    to(`${path}/thank-yous`, { message: 'Thank you!' }),
  ),
  'delete /api/campaigns/{id}/thank-yous/{thankYouId}': row(
    '401 403 403 403 403 404 403 403 404',
    ({ path, world }) => to(`${path}/thank-yous/${world.commentId}`),
  ),
  'post /api/campaigns/{id}/thank-yous/{thankYouId}/decision': row(
    '401 403 403 403 403 403 403 403 404',
    ({ path, world }) => to(`${path}/thank-yous/${world.commentId}/decision`, { isApproved: true }),
  ),
  'post /api/campaigns/{id}/thanks/searches': row(REPRESENTATIVE, ({ path }) =>
    to(`${path}/thanks/searches`, { which: 'waiting' }),
  ),
  // No one has asked to be thanked by name (R26).
  'put /api/campaigns/{id}/thanks/{pledgeId}': row('401 403 403 403 403 403 403 403 404', ({ path, world }) =>
    to(`${path}/thanks/${world.pledgeId}`, { isShown: true, name: 'Pat' }),
  ),

  'post /api/campaigns/{id}/image': row(REPRESENTATIVE_CREATES, async ({ path }) =>
    to(`${path}/image`, await aPicture()),
  ),
  'delete /api/campaigns/{id}/image': row('401 403 403 403 403 403 403 403 204', ({ path }) =>
    to(`${path}/image`),
  ),
  'get /api/campaigns/{id}/share.png': row(ALL_READ, ({ path }) => to(`${path}/share.png`)),
  'get /api/share.png': row(ALL_READ, () => to('/api/share.png')),
  'get /api/campaigns/{id}/qr.svg': row(ALL_READ, ({ path }) => to(`${path}/qr.svg`)),
  'get /api/campaigns/{id}/qr.png': row(ALL_READ, ({ path }) => to(`${path}/qr.png`)),
  'get /api/campaigns/{id}/flyer.pdf': row(ALL_READ, ({ path }) => to(`${path}/flyer.pdf`)),
}
