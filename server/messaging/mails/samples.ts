/** Every mail that the product sends, with the same data every time: for the page that shows them all. */
import { bookProblem } from '#domain/billing/account-names.ts'
import type { OrganizationLook } from '#domain/campaigns/crest.ts'
import { firstSupporterMail, invitationMail } from './ambassador-mails.ts'
import { billing, INVOICE } from './billing-samples.ts'
import { disputeMail, outsideRefundMail, signOffMail } from './card-mails.ts'
import { refundMail } from './charge-mails.ts'
import { contactMail } from './contact-mails.ts'
import { billingGoesOnMail, billingOnHoldMail } from './decision-mails.ts'
import { digests } from './digests-samples.ts'
import { ABOUT, MANAGE_URL, type Made, made, SITE, THANKS, UNSUBSCRIBE_URL } from './facts-samples.ts'
import {
  accountDeletedMail,
  accountExistsMail,
  emailChangedMail,
  resetLinkMail,
  securityMail,
  verificationCodeMail,
} from './identity-mails.ts'
import { paymentReversedMail } from './invoice-mails.ts'
import { withLetterhead } from './letterhead.ts'
import { locked, questions, toConfirm } from './owners-samples.ts'
import { decisionSamples, manualRefundSamples, payoutSamples } from './payouts-samples.ts'
import {
  apiKeyMadeMail,
  destinationChangedMail,
  memberInvitationMail,
  organizationRenamedMail,
  ownerChangedMail,
  roleChangedMail,
  webhookAddedMail,
} from './people-mails.ts'
import { pledgeSamples } from './pledges-samples.ts'
import {
  activatedMail,
  commentReportedMail,
  resultsMissingMail,
  reviewAnsweredMail,
  reviewMail,
  statusChangedMail,
} from './review-mails.ts'
import { thankYouDeclinedMail } from './thank-you-mails.ts'

const MAIL_GROUPS = ['Results and weeks', 'Money', 'Pledges', 'People', 'Account'] as const
type MailSample = Made & { group: (typeof MAIL_GROUPS)[number] }

const REFUND = {
  ...ABOUT,
  kind: 'card' as const,
  amount: '$15.00',
  last4: '4242',
  reason: 'A corrected result',
  isOwed: false,
}
const DISPUTE = {
  ...ABOUT,
  amount: '$45.00',
  reason: 'product_not_received',
  evidenceDueAt: new Date('2026-10-19T07:00:00Z'),
  taken: '$45.00',
  kept: null,
}
const DISPUTES = [
  ['inquiry', 'a bank asks about a charge'],
  ['open', 'a bank disputes a charge'],
  ['new_deadline', 'the time to answer a bank has changed'],
  ['closed', 'a bank closed its inquiry'],
  ['won', 'a dispute is won'],
  ['lost', 'a dispute is lost'],
] as const
const ANSWERABLE = ['inquiry', 'open', 'new_deadline']

/** Refunds, disputes and payouts. */
const afterwards = (): Made[] => [
  made('money-back', 'Money was refunded to a card', 'refundMail', refundMail(REFUND)),
  made(
    'money-owed',
    'A refund is owed, and there is no card',
    'refundMail',
    refundMail({ ...REFUND, last4: null, isOwed: true }),
  ),
  ...DISPUTES.map(([state, when]) =>
    made(
      `dispute-${state}`,
      `To representatives: ${when}`,
      'disputeMail',
      disputeMail({ ...DISPUTE, state, ...(ANSWERABLE.includes(state) ? {} : { evidenceDueAt: null }) }),
    ),
  ),
  made(
    'dispute-lost-in-part',
    'To representatives: a dispute is lost in part',
    'disputeMail',
    disputeMail({ ...DISPUTE, state: 'lost', taken: '$30.00', kept: '$30.00' }),
  ),
  ...(['bounced', 'posted_wrongly'] as const).map((why) =>
    made(
      why === 'bounced' ? 'check-bounced' : 'payment-corrected',
      why === 'bounced' ? 'A check was returned by the bank' : 'A payment was posted to the wrong invoice',
      'paymentReversedMail',
      paymentReversedMail({
        ...ABOUT,
        why,
        method: 'check',
        number: INVOICE.invoiceNumber,
        amount: INVOICE.amount,
        receivedOn: '2026-10-20',
        open: INVOICE.amount,
        refundNotNeeded: null,
        setOff: null,
        alreadyRefunded: why === 'bounced' ? '$5.00' : null,
      }),
    ),
  ),
  ...manualRefundSamples({ ...ABOUT, invoiceNumber: INVOICE.invoiceNumber }).map((sample) => made(...sample)),
  ...payoutSamples(ABOUT, SITE).map((sample) => made(...sample)),
  made(
    'sign-off',
    'To the other representatives: one of them prepared what another must approve',
    'signOffMail',
    signOffMail({
      ...ABOUT,
      what: 'Refund $150.00 to the card, pledge EGVFR-K8XAY',
      amount: '$150.00',
      by: 'Morgan Osei',
      reason: 'Pledged twice',
      signOffsUrl: `${SITE}/dashboard/problems#exceptions`,
    }),
  ),
  made(
    'refund-outside',
    'To representatives: a refund was made elsewhere',
    'outsideRefundMail',
    outsideRefundMail({ ...ABOUT, amount: '$5.00' }),
  ),
  ...decisionSamples(),
]

const LETTER = {
  stopUrl: UNSUBSCRIBE_URL,
  sender: 'Dana W.',
  appUrl: SITE,
  campaignId: 'sample',
  campaignName: ABOUT.campaignName,
  organizationName: ABOUT.organizationName,
  referralUrl: `${SITE}/campaigns/sample?ref=ALDER7KQ`,
  joinToken: 'sample',
  isAgain: false,
}

const reviews = (): Made[] => [
  made(
    'review',
    'To representatives: a campaign waits for review',
    'reviewMail',
    reviewMail({ ...ABOUT, manageUrl: MANAGE_URL }),
  ),
  made(
    'review_answered',
    'To owners: what to change before a campaign is activated',
    'reviewAnsweredMail',
    reviewAnsweredMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      message: 'Please add last year’s number of goals: supporters see an estimate then.',
    }),
  ),
  made(
    'thank-you-declined',
    'To the author of an email of thanks: what to change before it is sent',
    'thankYouDeclinedMail',
    thankYouDeclinedMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      message: THANKS,
      reason: 'Please leave out the names of the players: some parents do not want them in emails.',
    }),
  ),
  made(
    'results_missing',
    'To owners: results are missing',
    'resultsMissingMail',
    resultsMissingMail({ ...ABOUT, missing: ['vs. Bay', 'vs. Cove'], url: MANAGE_URL }),
  ),
  made(
    'campaign_activated',
    'To owners: their campaign is active',
    'activatedMail',
    activatedMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      campaignUrl: `${SITE}/campaigns/spring`,
      message: 'Good luck this season!',
    }),
  ),
  made(
    'campaign_status',
    'To owners: their campaign is paused',
    'statusChangedMail',
    statusChangedMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      from: 'active',
      to: 'paused',
      message: 'We pause it until the new schedule is out.',
    }),
  ),
  made(
    'comment_reported',
    'To representatives: a message on a campaign’s page was reported',
    'commentReportedMail',
    commentReportedMail({ ...ABOUT, commentsUrl: `${SITE}/dashboard/comments` }),
  ),
]

const owners = (): Made[] =>
  (['added', 'removed'] as const).map((kind) =>
    made(
      `owner-${kind}`,
      kind === 'added' ? 'To owners: there is a new owner' : 'To owners: an owner was removed',
      'ownerChangedMail',
      ownerChangedMail({
        kind,
        organizationName: ABOUT.organizationName,
        url: `${SITE}/dashboard/organizations/sample`,
        person: 'Riley Osei (riley@example.org)',
        by: 'Morgan Hale',
        role: 'owner',
        withdrawn: kind === 'added' ? 0 : 2,
      }),
    ),
  )

const toOwners = (): Made[] => [
  ...owners(),
  made(
    'organization-renamed',
    'To owners: a representative corrected the name',
    'organizationRenamedMail',
    organizationRenamedMail({
      before: 'Alder Crek Boosters',
      after: ABOUT.organizationName,
      by: 'Morgan Lee',
      url: `${SITE}/dashboard/organizations/sample`,
    }),
  ),
]

const people = (): Made[] => [
  ...toOwners(),
  made('ambassador-invitation', 'An ambassador is invited', 'invitationMail', invitationMail(LETTER)),
  made(
    'ambassador-nudge',
    'An ambassador who has brought no one yet is nudged',
    'firstSupporterMail',
    firstSupporterMail(LETTER),
  ),
  made(
    'member-invitation',
    'Someone is invited to work for an organization',
    'memberInvitationMail',
    memberInvitationMail({
      organizationName: ABOUT.organizationName,
      role: 'scorer',
      sender: 'Dana W.',
      validDays: 14,
      url: `${SITE}/organizations/join?token=sample`,
      stopUrl: UNSUBSCRIBE_URL,
    }),
  ),
  made(
    'payout-destination',
    'To owners: where they are paid has changed',
    'destinationChangedMail',
    destinationChangedMail({
      organizationName: ABOUT.organizationName,
      from: 'December 24, 2026 at 4:00 PM',
      before: 'Check to Alder Creek Boosters, 1 Main Street, Bend, OR 97701',
      after: 'Bank transfer to Alder Creek Boosters, First Bank, account ending in 6789',
      url: `${SITE}/dashboard/organizations/sample`,
    }),
  ),
  made(
    'api-key-made',
    'To owners: a program has access',
    'apiKeyMadeMail',
    apiKeyMadeMail({
      isReplaced: false,
      name: 'Zapier',
      organizationName: ABOUT.organizationName,
      by: 'Riley Osei',
      url: `${SITE}/dashboard/organizations/sample#api-keys`,
    }),
  ),
  made(
    'webhook-added',
    'To owners: another system is told',
    'webhookAddedMail',
    webhookAddedMail({
      host: 'hooks.example.com',
      organizationName: ABOUT.organizationName,
      by: 'Riley Osei',
      url: `${SITE}/dashboard/organizations/sample#webhooks`,
    }),
  ),
  made(
    'role_change',
    'People',
    'roleChangedMail',
    roleChangedMail({
      kind: 'proposed',
      person: 'Riley Osei (riley@example.org)',
      by: 'Morgan Hale',
      url: `${SITE}/dashboard/representatives`,
    }),
  ),
  made(
    'billing-on-hold',
    'To representatives: the books of a campaign do not balance',
    'billingOnHoldMail',
    billingOnHoldMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      problems: [bookProblem('commission-is-its-share')],
    }),
  ),
  made(
    'billing-goes-on',
    'To representatives: they balance again',
    'billingGoesOnMail',
    billingGoesOnMail({ ...ABOUT, manageUrl: MANAGE_URL }),
  ),
  made(
    'contact',
    'To us: a message from the contact form',
    'contactMail',
    contactMail({
      name: 'Dana Whitfield',
      email: 'dana@example.org',
      phone: '(541) 555-0142',
      organization: 'Alder Creek High School',
      homepage: undefined,
      message: 'We play in the fall.\nCan you call us next week?',
    }),
  ),
]

const account = (): Made[] => [
  made(
    'code',
    'An address has to be confirmed',
    'verificationCodeMail',
    verificationCodeMail({ code: '048213', minutes: 10, url: `${SITE}/sign-up?step=code` }),
  ),
  made(
    'reset',
    'A password was forgotten',
    'resetLinkMail',
    resetLinkMail({ url: `${SITE}/reset-password?token=sample`, minutes: 60 }),
  ),
  made(
    'account-exists',
    'Someone signs up again',
    'accountExistsMail',
    accountExistsMail({ signInUrl: `${SITE}/sign-in`, forgotUrl: `${SITE}/forgot-password` }),
  ),
  made(
    'security',
    'The way someone signs in has changed',
    'securityMail',
    securityMail({ what: 'Your password was changed', forgotUrl: `${SITE}/forgot-password` }),
  ),
  made(
    'email-changed',
    'To the previous address of an account',
    'emailChangedMail',
    emailChangedMail({ contactUrl: `${SITE}/contact` }),
  ),
  made('account-deleted', 'An account is deleted', 'accountDeletedMail', accountDeletedMail()),
]

/** Without a picture: nothing is loaded from the samples’ site. */
const LOOK: OrganizationLook = {
  name: ABOUT.organizationName,
  logoUrl: null,
  firstColor: '#14532d',
  secondColor: '#fbbf24',
}
/** About us, or about several organizations. */
const OURS = [
  'contactMail',
  'destinationWantedMail',
  'explainedChargeMail',
  'mandateEndedMail',
  'roleChangedMail',
  'unknownChargeMail',
  'yearEndMail',
]

/** As it is queued: under the name and colors of the organization that it is about. */
const headed = (one: Made, group: MailSample['group']): MailSample =>
  group === 'Account' || OURS.includes(one.template)
    ? { ...one, group }
    : { ...one, group, mail: { ...one.mail, html: withLetterhead(one.mail.html, LOOK) } }

export const mailSamples = (): MailSample[] => {
  const groups = [
    [...digests(), ...toConfirm()],
    [...billing(), ...afterwards(), ...locked()],
    pledgeSamples(),
    [...people(), ...reviews(), ...questions()],
    account(),
  ]
  return MAIL_GROUPS.flatMap((group, index) => (groups[index] ?? []).map((one) => headed(one, group)))
}
