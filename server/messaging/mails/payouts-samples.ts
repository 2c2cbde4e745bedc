/** Mails about payouts, with the same data every time. */

import { EXCEPTIONS } from '#domain/billing/exception.ts'
import { chargeRefusedMail, exceptionMail } from './decision-mails.ts'
import { ABOUT, MANAGE_URL, type Made, made, SITE } from './facts-samples.ts'
import type { MailBody } from './layout.ts'
import type { About } from './mail-parts.ts'
import { manualRefundMail, setOffMail } from './manual-refund-mails.ts'
import {
  accountNeedsMail,
  bankChangedMail,
  destinationWantedMail,
  payoutMail,
  payoutReversedMail,
} from './payout-mails.ts'

type Sample = [name: string, when: string, template: string, mail: MailBody]
type Place = { campaignName: string; organizationName: string }

export function payoutSamples({ campaignName, organizationName }: Place, site: string): Sample[] {
  const paidOut = {
    organizationName,
    isTest: false,
    campaigns: [[campaignName, '$9,360.00'] as const],
    url: `${site}/dashboard/payouts/sample`,
    amount: '$9,360.00',
    paidOn: '2026-12-21',
    method: 'Check',
    expectedBy: '2026-12-28',
    reference: '20417',
    note: null,
    destination: 'Check to Alder Creek Boosters, 1 Main Street, Bend, OR 97701',
    opening: null,
    returned: null,
    collected: '$12,480.00',
    commission: '$3,120.00',
    closing: '$0.00',
  }
  const carried = {
    ...paidOut,
    campaigns: [[campaignName, '$9,360.00'] as const, ['Spring season', '−$45.00'] as const],
    opening: '−$45.00',
    amount: '$9,315.00',
    isTest: true,
    method: 'Stripe transfer',
    expectedBy: '2026-12-26',
    reference: 'tr_1Qx7fKsample',
    note: 'With the spring season',
    destination: 'Stripe transfer to Alder Creek Boosters, First Bank, account ending in 6789',
  }
  const account = {
    organizationName,
    timeZone: 'America/Los_Angeles',
    url: `${site}/dashboard/organizations/sample`,
  }
  return [
    ['payout', 'To owners: a payout has left', 'payoutMail', payoutMail(paidOut)],
    [
      'payout-destination-wanted',
      'To an owner: where should payouts go',
      'destinationWantedMail',
      destinationWantedMail([{ organizationName, url: `${site}/dashboard/organizations/sample` }]),
    ],
    [
      'bank-changed',
      'To owners: another bank account was set at Stripe',
      'bankChangedMail',
      bankChangedMail({
        ...account,
        before: 'First Bank, account ending in 6789',
        after: 'Second Bank, account ending in 4321',
        from: new Date('2026-12-24T21:00:00Z'),
      }),
    ],
    ...[new Date('2027-01-04T17:00:00Z'), null].map(
      (by): Sample => [
        by ? 'account-due' : 'account-stopped',
        by ? 'To owners: two weeks before Stripe’s deadline' : 'To owners: Stripe does not pay out now',
        'accountNeedsMail',
        accountNeedsMail({
          ...account,
          needs: by ? ['the tax ID', 'a document that proves who you are'] : ['a bank account'],
          by,
        }),
      ],
    ),
    [
      'payout-carried',
      'To owners: the same after a late refund, by Stripe; test mode',
      'payoutMail',
      payoutMail(carried),
    ],
    ...[false, true].map(
      (isToOwner): Sample => [
        isToOwner ? 'payout-taken-back-owner' : 'payout-taken-back',
        `To ${isToOwner ? 'owners' : 'representatives'}: a payout was reversed at Stripe`,
        'payoutReversedMail',
        payoutReversedMail({
          campaignNames: [campaignName],
          organizationName,
          isTest: false,
          url: paidOut.url,
          isToOwner,
          amount: '$360.00',
          of: '$9,360.00',
          on: '2026-12-28',
          reference: 'tr_1Qx7fKsample',
          reason: null,
          isPaidBack: false,
          owed: '$360.00',
          available: '$360.00',
        }),
      ],
    ),
    ...returnedSamples({ campaignName, organizationName }, paidOut.url),
  ]
}

function returnedSamples({ campaignName, organizationName }: Place, url: string): Sample[] {
  return [
    ...[false, true].map(
      (isToOwner): Sample => [
        isToOwner ? 'payout-returned-owner' : 'payout-returned',
        `To ${isToOwner ? 'owners' : 'representatives'}: a check or bank transfer was returned`,
        'payoutReversedMail',
        payoutReversedMail({
          campaignNames: [campaignName],
          organizationName,
          isTest: false,
          url,
          isToOwner,
          amount: '$9,360.00',
          of: '$9,360.00',
          on: '2027-01-11',
          reference: '20417',
          isPaidBack: false,
          owed: '$9,360.00',
          available: '$9,360.00',
          reason: 'Returned by the post office: moved',
        }),
      ],
    ),
    ...[false, true].map(
      (isToOwner): Sample => [
        isToOwner ? 'payout-paid-back-owner' : 'payout-paid-back',
        `To ${isToOwner ? 'owners' : 'representatives'}: an organization sent back what it was paid too much`,
        'payoutReversedMail',
        payoutReversedMail({
          campaignNames: [campaignName],
          organizationName,
          isTest: false,
          url,
          isToOwner,
          amount: '$30.00',
          of: '$9,360.00',
          on: '2027-01-11',
          reference: '20417',
          isPaidBack: true,
          owed: '−$15.00',
          available: '$0.00',
          reason: 'For a check that bounced; their check 118',
        }),
      ],
    ),
  ]
}

/** Mails about manual refunds, with the same data every time. */
type ManualRefundsSamplesSample = [name: string, when: string, template: string, mail: MailBody]

export function manualRefundSamples(about: About & { invoiceNumber: string }): ManualRefundsSamplesSample[] {
  const sent = { ...about, amount: '$5.00', method: 'Check', reference: '2041', givenOn: '2026-10-30' }
  return [
    [
      'given-back-overpayment',
      'An overpayment was refunded',
      'manualRefundMail',
      manualRefundMail({ ...sent, kind: 'overpayment' }),
    ],
    [
      'given-back-refund',
      'A refund that no card takes was refunded manually',
      'manualRefundMail',
      manualRefundMail({ ...sent, kind: 'refund', invoiceNumber: null }),
    ],
    [
      'set-off',
      'A refund that was owed was deducted from an open invoice',
      'setOffMail',
      setOffMail({ ...about, amount: '$12.00', number: about.invoiceNumber, open: '$58.00' }),
    ],
  ]
}

/** What the card provider refused, or did without us. */
export const decisionSamples = (): Made[] => [
  made(
    'charge-refused',
    'To representatives: the card provider refuses charges',
    'chargeRefusedMail',
    chargeRefusedMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      reason: 'This account cannot currently make live charges.',
    }),
  ),
  made(
    'exception',
    'To representatives: something rare happened to money',
    'exceptionMail',
    exceptionMail({
      ...ABOUT,
      amount: '$45.00',
      reference: 'pi_3QabcHarbor',
      ...EXCEPTIONS.unexplained_payment,
      happened:
        'The card provider took $45.00. The charge was already paid, so the supporter has paid it twice.',
      answer: null,
      ways: EXCEPTIONS.unexplained_payment.waysOut.map(({ label }) => label),
      exceptionsUrl: `${SITE}/dashboard/problems#exceptions`,
    }),
  ),
]
