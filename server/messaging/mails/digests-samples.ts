/** Result and weekly digests, with the same data every time. */

import { OPEN } from './billing-samples.ts'
import { alertMail, type ResultAlert, type ResultsDigest, resultsDigestMail } from './digest-mails.ts'
import {
  ABOUT,
  MANAGE_URL,
  MATCHES,
  type Made,
  made,
  PLEDGE_URL,
  SITE,
  THANKS,
  UNSUBSCRIBE_URL,
} from './facts-samples.ts'
import type { MailBody } from './layout.ts'
import { thankYouMail } from './thank-you-mails.ts'
import { type CampaignWeek, weeklyDigestMail } from './weekly-mails.ts'

const thanksTo = (eventName: string | null) =>
  thankYouMail({
    ...ABOUT,
    eventName,
    message: THANKS,
    campaignUrl: `${SITE}/campaigns/sample`,
    unsubscribeUrl: UNSUBSCRIBE_URL,
  })

const RESULTS: ResultsDigest = {
  ...ABOUT,
  unsubscribeUrl: UNSUBSCRIBE_URL,
  pledges: [
    {
      change: 'more',
      added: '$25.00',
      earned: '$95.00',
      most: '$300.00',
      left: '$205.00',
      isReached: false,
      others: null,
      pledgeUrl: PLEDGE_URL,
      likely:
        'By the end of the season this pledge will likely reach $180.00 to $260.00; before this match it was $165.00 to $250.00.',
      matches: [
        {
          title: 'Oct 3, vs. Harbor',
          amount: '$25.00',
          rows: [
            ['Goals: 3 × $5.00', '$15.00'],
            ['Wins: 1 × $10.00', '$10.00'],
          ],
        },
      ],
    },
  ],
}
const resultsOf = (change: Partial<ResultsDigest['pledges'][number]>): MailBody =>
  resultsDigestMail({ ...RESULTS, pledges: RESULTS.pledges.map((pledge) => ({ ...pledge, ...change })) })
const WEEK: CampaignWeek = {
  name: ABOUT.campaignName,
  timeZone: ABOUT.timeZone,
  vocabulary: ABOUT.vocabulary,
  isTest: false,
  status: 'active',
  pledged: '$12,480.00',
  earned: '$4,315.50',
  supporters: 86,
  newSupporters: 7,
  waitingResults: 3,
  waitingVoids: 1,
  notJoined: 2,
  notJoinedEmails: ['kim.reyes@example.org', 'sam.osei@example.org'],
  unplayed: [{ name: 'vs. Ridgeview', at: new Date('2026-10-03T01:00:00Z') }],
  manageUrl: MANAGE_URL,
  pageUrl: `${SITE}/campaigns/sample`,
}
const QUIET = { waitingResults: 0, waitingVoids: 0, unplayed: [], notJoined: 0, notJoinedEmails: [] }
const weekOf = (...campaigns: CampaignWeek[]): MailBody =>
  weeklyDigestMail({
    organizationName: ABOUT.organizationName,
    weekOn: '2026-10-05',
    campaigns,
    unsubscribeUrl: UNSUBSCRIBE_URL,
  })

const ALERT: ResultAlert = {
  ...ABOUT,
  title: ABOUT.campaignName,
  matches: ['Oct 3, vs. Harbor'],
  what: 'Oct 3, vs. Harbor. Goals: 3, Wins: 1.',
  amount: 'Not confirmed yet: it would add $25.00 to your pledge.',
  isConfirmed: false,
  getsDigest: true,
  unsubscribeUrl: UNSUBSCRIBE_URL,
}

export const digests = (): Made[] => [
  made('results', 'A match is confirmed', 'resultsDigestMail', resultsDigestMail(RESULTS)),
  made(
    'results-many',
    'Many matches are confirmed, and the maximum is reached',
    'resultsDigestMail',
    resultsOf({
      matches: ['Aug', 'Sep'].flatMap((month) =>
        MATCHES.slice(1).map(([title, amount]) => ({ title: title.replace('Sep', month), amount, rows: [] })),
      ),
      others: ['12 earlier matches', '$165.00'],
      added: '$255.00',
      earned: '$300.00',
      left: '$0.00',
      isReached: true,
      likely: null,
    }),
  ),
  made(
    'results-corrected',
    'A confirmed match is corrected',
    'resultsDigestMail',
    resultsOf({
      matches: [{ title: 'Oct 3, vs. Harbor', amount: '−$5.00', rows: [['Goals: −1 × $5.00', '−$5.00']] }],
      change: 'less',
      added: '−$5.00',
      earned: '$90.00',
      left: '$210.00',
      likely:
        'By the end of the season this pledge will likely reach $175.00 to $255.00; before this correction it was $180.00 to $260.00.',
    }),
  ),
  made(
    'results-billed',
    'A match is confirmed while a charge is still coming',
    'resultsDigestMail',
    resultsOf({ open: OPEN }),
  ),
  made('alert', 'A result is entered, and alerts are on', 'alertMail', alertMail(ALERT)),
  made(
    'alert-many',
    'Several results are confirmed in the night, and alerts are on',
    'alertMail',
    alertMail({
      ...ALERT,
      isConfirmed: true,
      matches: ['Oct 3, vs. Harbor', 'Oct 4, vs. Bay'],
      what: '2 matches. Goals: 5, Wins: 1.',
      amount: '$35.00 added to your pledge. Your maximum is reached.',
    }),
  ),
  made('thank-you', 'The coach thanks all supporters', 'thankYouMail', thanksTo(null)),
  made(
    'thank-you-match',
    'The coach thanks the supporters of one match',
    'thankYouMail',
    thanksTo('vs. Harbor'),
  ),
  made('week', 'Monday: there is something to do', 'weeklyDigestMail', weekOf(WEEK)),
  made(
    'week-quiet',
    'Monday: several campaigns, nothing to do',
    'weeklyDigestMail',
    weekOf(
      { ...WEEK, ...QUIET },
      { ...WEEK, ...QUIET, name: 'Spring Sprint', status: 'completed', newSupporters: 0 },
    ),
  ),
]
