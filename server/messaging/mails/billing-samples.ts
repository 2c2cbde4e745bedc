/** Samples of mails about statements, charges and invoices. */
import { dollars, ZERO } from '#domain/money.ts'
import { confirmChargeMail, payLinkMail } from './card-mails.ts'
import { cardExpiresMail, declinedMail, explainedChargeMail, unknownChargeMail } from './charge-mails.ts'
import { ABOUT, MATCHES, type Made, made, PLEDGE_URL, SITE } from './facts-samples.ts'
import { invoiceReminderMail, settlementWithdrawnMail } from './invoice-mails.ts'
import type { OpenBills } from './mail-parts.ts'
import { receiptMail } from './receipt-mails.ts'
import { invoiceMail, statementMail } from './statement-mails.ts'
import { yearEndMail } from './year-end-mails.ts'

const SETTLED = {
  ...ABOUT,
  kind: 'card' as const,
  amount: '$45.00',
  most: '$300.00',
  matches: MATCHES,
  earned: '$70.00',
  brand: 'visa',
  last4: '4242',
  chargeAt: new Date('2026-10-05T19:00:00Z'),
  invoiceNumber: null,
  dueOn: null,
  statementText: 'ALDER',
}
const STATEMENT = { ...SETTLED, billedBefore: '$25.00' }
export const OPEN: OpenBills = {
  total: '$45.00',
  cents: dollars('45.00'),
  bills: [
    {
      state: 'scheduled',
      kind: 'card',
      amount: '$45.00',
      number: null,
      dueOn: null,
      at: new Date('2026-10-05T19:00:00Z'),
    },
  ],
}
export const INVOICE = {
  ...SETTLED,
  amount: '$70.00',
  brand: null,
  last4: null,
  chargeAt: null,
  invoiceNumber: 'INV-2026-000123',
  dueOn: '2026-11-04',
}
const RECEIPT = {
  ...ABOUT,
  receiptId: '0190a5c2-7b1e-7cc3-98a4-5b6f0d2e1a77',
  is501c3: true,
  ein: '12-3456789',
  wonNothing: true as const,
  commissionBasisPoints: 2500,
  amount: '$45.00',
  method: 'Visa ending in 4242',
  statementText: 'ALDER',
  paidOn: new Date('2026-10-05T19:00:00Z'),
}
const FAILED = {
  ...ABOUT,
  kind: 'card' as const,
  amount: '$45.00',
  brand: 'visa',
  last4: '9995',
  reason: 'The card has too little on it',
}
const RETURNED = {
  ...FAILED,
  kind: 'bank_account' as const,
  brand: 'Harbor Bank',
  last4: '2227',
  reason: 'The bank account did not have enough funds',
}
const CARD = {
  ...ABOUT,
  last4: '4242',
  expires: '11/2026',
  isOver: false,
  chargedOn: new Date('2026-12-18T19:00:00Z'),
}
const CHARGE = {
  ...ABOUT,
  kind: 'card' as const,
  amount: '$45.00',
  refunded: '$5.00',
  succeededAt: new Date('2026-10-05T19:00:00Z'),
  last4: '4242',
}
const REMINDER = { amount: '$70.00', paid: '$20.00', open: '$50.00' }
const REMINDED = {
  [-14]: 'An invoice is due in two weeks',
  0: 'An invoice is due today',
  14: 'An invoice is overdue',
} as const

const YEAR = {
  year: 2026,
  total: dollars('120.00'),
  isTaxDeductible: true,
  organizations: [
    { name: ABOUT.organizationName, total: dollars('95.00') },
    { name: 'Harbor Swim Club', total: dollars('25.00') },
  ],
  statements: { url: `${SITE}/giving/2026` },
  name: null,
}
const YEAR_URL = `${PLEDGE_URL}/giving/2026`
const TWO_PLEDGES = [
  { campaignName: ABOUT.campaignName, url: YEAR_URL },
  { campaignName: 'Laps for Lane Lines', url: YEAR_URL },
]

const yearly = (): Made[] => [
  made('year-end', 'In January, to each supporter who paid in the year', 'yearEndMail', yearEndMail(YEAR)),
  made(
    'year-end-by-link',
    'The same, to a person who pledged without an account',
    'yearEndMail',
    yearEndMail({
      ...YEAR,
      total: dollars('95.00'),
      organizations: YEAR.organizations.slice(0, 1),
      isTaxDeductible: false,
      statements: { pledges: TWO_PLEDGES.slice(0, 1), morePledges: 0 },
    }),
  ),
  made(
    'year-end-by-links',
    'The same, for two pledges',
    'yearEndMail',
    yearEndMail({ ...YEAR, statements: { pledges: TWO_PLEDGES, morePledges: 0 } }),
  ),
  made(
    'year-end-named',
    'The same, if pledges from one mailbox have several names',
    'yearEndMail',
    yearEndMail({ ...YEAR, name: 'Ann Lee', statements: { url: `${SITE}/giving/2026?pledge=p1` } }),
  ),
  made(
    'year-end-refunded',
    'The same, if all of it was refunded',
    'yearEndMail',
    yearEndMail({
      ...YEAR,
      total: ZERO,
      organizations: [{ name: ABOUT.organizationName, total: ZERO }],
    }),
  ),
]

export const billing = (): Made[] => [...settled(), ...charged(), ...yearly()]

const settled = (): Made[] => [
  made('statement', 'A settlement is locked', 'statementMail', statementMail(STATEMENT)),
  made(
    'statement-debit',
    'The same, for a bank account',
    'statementMail',
    statementMail({
      ...STATEMENT,
      kind: 'bank_account',
      brand: 'Harbor Bank',
      last4: '6789',
      statementText: null,
    }),
  ),
  made(
    'statement-nothing',
    'The final settlement is locked, and nothing is due',
    'statementMail',
    statementMail({ ...STATEMENT, amount: '$0.00', billedBefore: '$70.00', chargeAt: null }),
  ),
  made(
    'statement-open',
    'The same, while an earlier charge is still coming',
    'statementMail',
    statementMail({ ...STATEMENT, amount: '$0.00', billedBefore: '$70.00', chargeAt: null, stillOpen: OPEN }),
  ),
  made('invoice', 'The same, for a check or cash', 'invoiceMail', invoiceMail(INVOICE)),
  ...([-14, 0, 14] as const).map((daysLate) =>
    made(
      `invoice-reminder${daysLate < 0 ? '-early' : daysLate > 0 ? '-late' : ''}`,
      REMINDED[daysLate],
      'invoiceReminderMail',
      invoiceReminderMail({ ...INVOICE, number: INVOICE.invoiceNumber, ...REMINDER, daysLate }),
    ),
  ),
  made(
    'statement-withdrawn',
    'The season was reopened, and a statement had been sent',
    'settlementWithdrawnMail',
    settlementWithdrawnMail({
      ...ABOUT,
      most: '$300.00',
      voided: [{ amount: '$45.00', number: null }],
      refund: null,
    }),
  ),
  made(
    'invoice-withdrawn',
    'The same, for a check or cash; a refund is not made, and an earlier charge is still coming',
    'settlementWithdrawnMail',
    settlementWithdrawnMail({
      ...ABOUT,
      most: '$300.00',
      refund: '$5.00',
      stillOpen: OPEN,
      voided: [{ amount: '$70.00', number: INVOICE.invoiceNumber }],
    }),
  ),
  made('receipt', 'Money has arrived', 'receiptMail', receiptMail(RECEIPT)),
  made(
    'receipt-check',
    'A check has arrived, for an organization that is not a 501(c)(3); test mode',
    'receiptMail',
    receiptMail({
      ...RECEIPT,
      is501c3: false,
      ein: null,
      isTest: true,
      method: 'Check 1042',
      statementText: null,
    }),
  ),
]

const charged = (): Made[] => [
  made('confirm-charge', 'A bank asks the cardholder', 'confirmChargeMail', confirmChargeMail(FAILED)),
  made(
    'card-declined',
    'A card is declined for the first time',
    'declinedMail',
    declinedMail({ ...FAILED, nextAttemptAt: new Date('2026-10-06T19:00:00Z') }),
  ),
  made(
    'card-declined-paused',
    'The same, for a campaign that has been paused since',
    'declinedMail',
    declinedMail({ ...FAILED, nextAttemptAt: null }),
  ),
  made(
    'debit-returned',
    'A bank returns a debit for the first time',
    'declinedMail',
    declinedMail({ ...RETURNED, nextAttemptAt: new Date('2026-10-09T19:00:00Z') }),
  ),
  made('pay-link', 'No attempts are left for the card', 'payLinkMail', payLinkMail(FAILED)),
  made(
    'pay-link-resumed',
    'The same, once a paused campaign is active again',
    'payLinkMail',
    payLinkMail({ ...FAILED, isResumed: true }),
  ),
  made('pay-link-debit', 'The same, for a bank account', 'payLinkMail', payLinkMail(RETURNED)),
  made(
    'card-expires',
    'Two weeks before an expiring card is needed',
    'cardExpiresMail',
    cardExpiresMail(CARD),
  ),
  made(
    'charge-answer',
    'Someone asked “What is this charge?”',
    'explainedChargeMail',
    explainedChargeMail([CHARGE]),
  ),
  made(
    'charge-unknown',
    'The same, and there is no such charge',
    'unknownChargeMail',
    unknownChargeMail({ amount: '$12.00', chargedOn: '2026-10-05', last4: '1881' }),
  ),
]
