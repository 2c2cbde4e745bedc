/** Bodies that are wrong in every field, for the routes about pledges, cards, charges, payments and payouts. */
import type { WrongBody } from './wrong-body.ts'

const WRONG_ALERTS: WrongBody = {
  wrong: {
    ...{ channel: 'x', quietFrom: 24, quietTo: -1, timeZone: 'x' },
    device: { endpoint: 'x', keys: { p256dh: '', auth: '' } },
  },
  named: [
    ...['channel', 'device.endpoint', 'device.keys.auth', 'device.keys.p256dh'],
    ...['quietFrom', 'quietTo', 'timeZone'],
  ],
}

export const MONEY_BODIES: Record<string, WrongBody> = {
  'post /api/charges/{id}/refunds': { wrong: { amount: '1.234', reason: '' } },
  'post /api/campaigns/{id}/pledges': {
    wrong: {
      pledgerId: 'me',
      ambassadorId: 5,
      maximumAmount: '12.345',
      paymentTiming: 'never',
      paymentMethod: 'gold',
      stripePaymentMethodId: 5,
      isAnonymous: 'yes',
      thankByName: 'yes',
      note: 'x'.repeat(201),
      pledgeStatistics: [{ statisticId: 'x', pledgeAmount: 0 }],
    },
    named: [
      ...[
        'ambassadorId',
        'isAnonymous',
        'maximumAmount',
        'note',
        'paymentMethod',
        'paymentTiming',
        'pledgerId',
      ],
      ...['pledgeStatistics.0.pledgeAmount', 'pledgeStatistics.0.statisticId', 'stripePaymentMethodId'],
      'thankByName',
    ],
  },
  'post /api/campaigns/{id}/pledges/quote': { wrong: { maximumAmount: -1, pledgeStatistics: [] } },
  'put /api/pledges/{id}/thanks': { wrong: { thankByName: 'yes' } },
  'post /api/pledges/{id}/alerts': WRONG_ALERTS,
  'post /api/pledge-links/{token}/alerts': WRONG_ALERTS,
  'post /api/pledge-links/renewals': { wrong: { token: 'x' } },
  'post /api/pledge-links/{token}/payments': { wrong: { chargeId: 'x' } },
  'post /api/campaigns/{id}/guest-pledges': { wrong: { solved: 'x', isByInvoice: 'x' } },
  'post /api/guest-pledges/{id}/holding': {
    wrong: {
      ...{ secret: 'x', email: 'x', ambassadorId: 'x', maximumAmount: 'x', paymentMethod: 'x' },
      ...{ stripePaymentMethodId: 5, firstName: 5, lastName: 5, zip: 5, contact: 'x', pledgeStatistics: 'x' },
      isAnonymous: 'yes',
    },
  },
  'post /api/guest-pledges/{id}/mails': { wrong: { secret: 'x', email: 'x' } },
  'post /api/guest-pledges/{id}/state': { wrong: { secret: 'x' } },
  'post /api/guest-pledges/{id}/withdrawal': { wrong: { secret: 'x' } },
  'post /api/guest-pledge-links/{token}/answer': { wrong: { amount: 'x' } },
  'post /api/guest-pledge-links/{token}/confirmation': { wrong: { stripePaymentMethodId: 5 } },
  'post /api/sandbox/guest-card-setups/confirm': {
    wrong: { clientSecret: '', number: 'x', expMonth: 13, expYear: 1, cvc: 'x' },
  },
  'post /api/sandbox/card-payments': {
    wrong: { clientSecret: '', number: 'four', expMonth: 13, expYear: 99, cvc: 'x' },
  },
  'post /api/alert-devices/renewals': {
    wrong: { old: { endpoint: 'x', keys: { p256dh: '!', auth: '' } }, device: { endpoint: 'ftp:', keys: 5 } },
    named: ['device.endpoint', 'device.keys', 'old.endpoint', 'old.keys.auth', 'old.keys.p256dh'],
  },
  'post /api/pledge-links/{token}/details': {
    wrong: { name: { firstName: '', lastName: 5 }, contact: { phone: '', state: 'XX' } },
    named: [
      ...['contact.city', 'contact.phone', 'contact.state', 'contact.streetAddress1', 'contact.zip'],
      ...['name.firstName', 'name.lastName'],
    ],
  },
  'post /api/charge-lookups': { wrong: { email: 'nobody', amount: 0, chargedOn: '2026-02-30', last4: '42' } },
  'put /api/pledges/{id}': { wrong: { maximumAmount: 0, stripePaymentMethodId: 5 } },
  'post /api/pledges/{id}/changes': {
    wrong: {
      ...{ kind: 'halve', statisticId: 'x', pledgeAmount: 0, maximumAmount: -1, agreedMaximum: '12.345' },
    },
  },
  'post /api/pledge-links/{token}/changes': {
    wrong: {
      ...{ kind: 'halve', statisticId: 'x', pledgeAmount: 0, maximumAmount: -1, agreedMaximum: '12.345' },
    },
  },
  'post /api/pledge-change-links/{token}/answer': { wrong: { amount: 'x' } },
  'post /api/pledge-change-links/{token}/confirmation': { wrong: { agreedMaximum: '12.345' } },
  'post /api/bank-accounts/setups': { wrong: { mandateVersion: '' } },
  'post /api/bank-accounts': { wrong: { stripePaymentMethodId: '' } },
  'post /api/sandbox/bank-accounts/confirm': {
    wrong: { clientSecret: '', routingNumber: '123', accountNumber: 'x' },
  },
  'post /api/cards': { wrong: { stripePaymentMethodId: '' } },
  'post /api/sandbox/card-setups/confirm': {
    wrong: { clientSecret: '', number: 'four', expMonth: 13, expYear: 99, cvc: 'x' },
  },
  'post /api/sandbox/charge-confirmations': { wrong: { clientSecret: '' } },
  'post /api/campaigns/{id}/settlements': {
    wrong: {
      kind: 'all',
      version: 0,
      previewId: 'x',
      declared: [{ code: 'no', subjectId: 1, reason: '' }],
      billIncreases: 1,
    },
    named: [
      'billIncreases',
      'declared.0.code',
      'declared.0.reason',
      'declared.0.subjectId',
      'kind',
      'previewId',
      'version',
    ],
  },
  'post /api/campaigns/{id}/payments': {
    wrong: {
      invoiceId: 'x',
      amount: 0,
      method: 'gold',
      reference: 5,
      receivedOn: '2026-02-30',
      isAnother: 'yes',
    },
  },
  'post /api/invoices/searches': { wrong: { search: '' } },
  'post /api/deposits': {
    wrong: { paymentIds: [], amount: 'much', depositedOn: '2026-02-30', reference: 5 },
  },
  'post /api/campaigns/{id}/payments/{paymentId}/reversal': {
    wrong: { why: 'lost', on: '2026-02-30', note: 5, invoiceId: 'x', isAnother: 'yes' },
  },
  'post /api/campaigns/{id}/repayments': {
    wrong: { kind: 'gift', sourceId: 'x', method: 'gold', reference: 5, givenOn: '2026-02-30' },
  },
  'post /api/exceptions/{id}/adjustments': { wrong: { way: 'pocket', reason: ' ' } },
  'post /api/exceptions/{id}/acts': { wrong: { act: 'forget' } },
  'post /api/campaigns/{id}/payouts': { wrong: { amount: '0.001', note: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/approval': { wrong: { destinationId: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/dispatch': { wrong: { paidOn: '2026-02-30', reference: 5 } },
  'post /api/campaigns/{id}/payouts/{payoutId}/arrival': { wrong: { arrivedOn: '2026-02-30' } },
  'post /api/campaigns/{id}/payouts/{payoutId}/return': {
    wrong: { returnedOn: 'soon', reason: '', amount: '0.001', isPaidBack: 'maybe', returnsKnown: -1 },
  },
}
