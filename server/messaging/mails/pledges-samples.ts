/** Mails about a pledge, its changes and guest pledges, with the same data every time. */

import { SPORT } from '#domain/campaigns/vocabulary.ts'
import { dollars } from '#domain/money.ts'
import { consentText } from '#domain/pledges/consent.ts'
import { OPEN } from './billing-samples.ts'
import { mandateEndedMail } from './card-mails.ts'
import { ABOUT, type Made, made, SITE } from './facts-samples.ts'
import { guestConfirmedMail, guestPledgeMail, guestReminderMail } from './guest-mails.ts'
import { openedMail, openingQuestionMail } from './opening-mails.ts'
import {
  campaignCancelledMail,
  cardChangedMail,
  changeRequestMail,
  detailsAddedMail,
  heldDeclinedMail,
  heldMail,
  heldReleasedMail,
  matchChangedMail,
  matchRemovedMail,
  newLinkMail,
  pledgeCancelledMail,
  pledgeChangedMail,
  pledgeConfirmedMail,
  pledgeLoweredMail,
} from './pledge-mails.ts'
import { laterEndMail, statisticsChangedMail } from './statistic-mails.ts'

const GUEST = {
  ...ABOUT,
  most: '$136.00',
  statistics: [{ name: 'Goals', rate: dollars('2.00'), type: 'per_increment', unitName: 'goal' }],
  confirmUrl: `${SITE}/g/${'sample-link'.padEnd(43, '0')}`,
  until: new Date('2026-10-03T23:00:00Z'),
  isChecked: false,
} as const

const REWORDED = {
  before: { name: 'Wins', unitName: 'win', description: 'Regular season and playoffs.' },
  after: { name: 'Points', unitName: 'point', description: 'Regular season and playoffs.' },
  isGift: false,
  canStop: true,
  reason: null,
}

const agreedSample = (method: 'auto_bill_end' | 'check', most: '136.00' | '6000.00' | '25000.00') =>
  consentText({
    ...ABOUT,
    paymentMethod: method,
    most: dollars(most),
    vocabulary: SPORT,
    counts: { from: 'season' },
    lines: [{ name: 'Goals', type: 'per_increment', rate: dollars('2.00'), unitName: 'goal' }],
  })

const confirmedSample = (): Made =>
  made(
    'pledge-confirmed',
    'Someone with an account pledged',
    'pledgeConfirmedMail',
    pledgeConfirmedMail({
      ...ABOUT,
      most: '$136.00',
      consentText: agreedSample('auto_bill_end', '136.00'),
    }),
  )

const rewordedSample = (): Made =>
  made(
    'statistics-changed',
    'The words of a statistic changed that someone pledged on',
    'statisticsChangedMail',
    statisticsChangedMail({
      ...ABOUT,
      pledges: [{ changed: [REWORDED], pledgeUrl: ABOUT.pledgeUrl }],
      allUrl: `${SITE}/pledges`,
    }),
  )

const heldSamples = (): Made[] => [
  made(
    'pledge-released',
    'A held pledge was released',
    'heldReleasedMail',
    heldReleasedMail({ ...ABOUT, most: '$6,000.00', consentText: agreedSample('check', '6000.00') }),
  ),
  made(
    'pledge-declined',
    'A held pledge was declined',
    'heldDeclinedMail',
    heldDeclinedMail({
      ...ABOUT,
      most: '$6,000.00',
      message: 'We called the number on your profile and nobody answered.',
      contactUrl: 'https://pledgeraiser.example/contact',
    }),
  ),
]

export const pledgeSamples = (): Made[] => [
  confirmedSample(),
  made(
    'pledge-lowered',
    'A maximum was lowered',
    'pledgeLoweredMail',
    pledgeLoweredMail({ ...ABOUT, from: '$300.00', most: '$200.00' }),
  ),
  made(
    'pledge-changed',
    'A line was raised, stopped or added',
    'pledgeChangedMail',
    pledgeChangedMail({
      ...ABOUT,
      what: 'raised Goals from $2.00 to $3.00 per goal, for what begins after that',
      earned: '$24.00',
      from: '$136.00',
      most: '$192.00',
    }),
  ),
  made(
    'pledge-change-request',
    'A change was requested by the pledge’s link',
    'changeRequestMail',
    changeRequestMail({
      ...ABOUT,
      kind: 'raise',
      statistic: 'Goals',
      asked: GUEST.statistics,
      words:
        'For what begins after I confirm, I pay $3.00 per goal for Goals instead of $2.00. I still owe what was earned before, and never pay more than $192.00.',
      earned: '$24.00',
      from: '$136.00',
      most: '$192.00',
      confirmUrl: `${SITE}/change/${'sample-link'.padEnd(43, '0')}`,
      until: new Date('2026-10-03T23:00:00Z'),
    }),
  ),
  ...matchSamples(),
  rewordedSample(),
  made(
    'pledge-card',
    'A pledge is paid with another card',
    'cardChangedMail',
    cardChangedMail({
      ...ABOUT,
      card: 'Visa ending in 4242',
      due: '$45.00',
      isPaused: false,
      stillOpen: OPEN,
    }),
  ),
  ...heldSamples(),
  made(
    'mandate-ended',
    'A bank account is no longer debited',
    'mandateEndedMail',
    mandateEndedMail({
      bankName: 'Harbor Bank',
      last4: '6789',
      reason: 'The bank account is closed',
      isTest: false,
      pledgesUrl: `${SITE}/pledges`,
    }),
  ),
  ...endedSamples(),
  ...guestSamples(),
  ...openingSamples(),
]

const matchSamples = (): Made[] => [
  made(
    'match-removed',
    'The only match of a pledge was taken off the schedule',
    'matchRemovedMail',
    matchRemovedMail({ ...ABOUT, match: 'vs. Redmond' }),
  ),
  made(
    'match-changed',
    'The only match of a pledge was given another opponent and moved',
    'matchChangedMail',
    matchChangedMail({
      ...ABOUT,
      was: { name: 'vs. Redmond', eventType: 'game', startTime: '2026-10-03T23:00:00Z', hasTime: true },
      is: { name: 'vs. Bay', eventType: 'game', startTime: '2026-12-05T23:00:00Z', hasTime: true },
      changes: ['opponent', 'moved', 'after_end'],
    }),
  ),
  made(
    'match-merged',
    'The one match of a pledge was merged with another one',
    'matchChangedMail',
    matchChangedMail({
      ...ABOUT,
      was: { name: 'vs. Redmond', eventType: 'game', startTime: '2026-10-03T19:00:00Z', hasTime: false },
      is: { name: 'vs. Bay', eventType: 'game', startTime: '2026-10-03T20:00:00Z', hasTime: true },
      changes: [],
      merged: { name: 'vs. Redmond', eventType: 'game', startTime: '2026-10-03T23:00:00Z', hasTime: true },
    }),
  ),
]

const endedSamples = (): Made[] => [
  made('pledge-cancelled', 'A pledge was cancelled', 'pledgeCancelledMail', pledgeCancelledMail(ABOUT)),
  made(
    'campaign-cancelled',
    'A campaign was cancelled',
    'campaignCancelledMail',
    campaignCancelledMail({ ...ABOUT, kept: '$40.00', refunded: null, waiting: '$15.00', hasPaid: true }),
  ),
  made(
    'later-end',
    'A campaign ends later than planned',
    'laterEndMail',
    laterEndMail({
      ...ABOUT,
      before: '2026-12-15',
      now: '2027-01-31',
      most: '$250.00',
      pledgeUrls: [ABOUT.pledgeUrl],
    }),
  ),
  made('pledge-link', 'A link had expired', 'newLinkMail', newLinkMail(ABOUT)),
]

const OPENING = { ...ABOUT, url: `${SITE}/campaigns/0199a4c2-1111-7222-8333-444455556666` }
const openingSamples = (): Made[] => [
  made(
    'opening-question',
    'A visitor wants to be told when a campaign opens',
    'openingQuestionMail',
    openingQuestionMail(OPENING),
  ),
  made('campaign-opened', 'It opened', 'openedMail', openedMail(OPENING)),
]

const guestSamples = (): Made[] => [
  made(
    'details-added',
    'A name and address were added by the pledge’s link',
    'detailsAddedMail',
    detailsAddedMail({ ...ABOUT, name: true, contact: true, profileUrl: `${SITE}/profile` }),
  ),
  made('guest-pledge', 'Someone pledged without an account', 'guestPledgeMail', guestPledgeMail(GUEST)),
  made(
    'guest-pledge-reminder',
    'A day later it is not confirmed',
    'guestReminderMail',
    guestReminderMail(GUEST),
  ),
  made(
    'pledge-held',
    'A large pledge by check or cash is checked first',
    'heldMail',
    heldMail({ ...ABOUT, most: '$25,000.00', consentText: agreedSample('check', '25000.00') }),
  ),
  made(
    'guest-pledge-confirmed',
    'It was confirmed',
    'guestConfirmedMail',
    guestConfirmedMail({
      ...ABOUT,
      most: '$136.00',
      statistics: GUEST.statistics,
      takeBackUrl: `${GUEST.confirmUrl}#not-you`,
      until: GUEST.until,
    }),
  ),
]
