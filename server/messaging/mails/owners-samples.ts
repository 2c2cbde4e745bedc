/** Mails to owners, and what they ask, with the same data every time. */
import { ABOUT, MANAGE_URL, type Made, made, UNSUBSCRIBE_URL } from './facts-samples.ts'
import {
  campaignLockedMail,
  questionAnsweredMail,
  questionMail,
  resultsToConfirmMail,
} from './owner-mails.ts'

const ASKED = { ...ABOUT, manageUrl: MANAGE_URL, question: 'End it early: our field is closed from May 1' }

export const toConfirm = (): Made[] => [
  made(
    'results-to-confirm',
    'To an owner: results of a day wait for a second person',
    'resultsToConfirmMail',
    resultsToConfirmMail({
      ...ABOUT,
      count: 4,
      by: 'Sam Porter',
      matches: [
        { title: 'Oct 3, vs. Harbor', figures: 'Goals 3, Wins 1' },
        { title: 'Oct 3, vs. Ridgeview', figures: 'Goals 2, Wins 0' },
      ],
      others: 0,
      confirmUrl: `${MANAGE_URL}?tab=results#confirm`,
      unsubscribeUrl: UNSUBSCRIBE_URL,
    }),
  ),
]

export const locked = (): Made[] => [
  made(
    'campaign-locked',
    'To owners: their season is locked',
    'campaignLockedMail',
    campaignLockedMail({
      ...ABOUT,
      earned: '$12,480.00',
      toBill: '$11,200.00',
      share: '$9,360.00',
      isCorrection: false,
      returned: null,
      chargeAt: new Date('2026-12-18T17:00:00Z'),
      url: MANAGE_URL,
    }),
  ),
  made(
    'campaign-corrected',
    'To owners: the lock of their season is corrected',
    'campaignLockedMail',
    campaignLockedMail({
      ...ABOUT,
      earned: '$12,440.00',
      toBill: null,
      share: '$9,330.00',
      isCorrection: true,
      returned: '$40.00',
      chargeAt: new Date('2026-12-28T17:00:00Z'),
      url: MANAGE_URL,
    }),
  ),
]

export const questions = (): Made[] => [
  made(
    'question',
    'To representatives: an owner asks for what only they can do',
    'questionMail',
    questionMail(ASKED),
  ),
  made(
    'question-answered',
    'To owners: what a representative answered',
    'questionAnsweredMail',
    questionAnsweredMail({ ...ASKED, message: 'Done: it now ends on April 30.' }),
  ),
]
