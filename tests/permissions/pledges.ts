/** R27: who may call which route about pledges, their links, cards and charges. */
import { MANDATE_VERSION } from '#domain/billing/bank-debit.ts'
import { pledgeBody } from '#tests/fixtures.ts'
import {
  aHeldPledge,
  aLink,
  anAddress,
  anInvoicePdf,
  anUndeliveredMail,
  anUnprocessedEvent,
  RATES,
} from './makers.ts'
import {
  ALL_DONE,
  ALL_READ,
  NOBODY_ELSES,
  OWN_ONLY,
  REPRESENTATIVE,
  REPRESENTATIVE_CREATES,
  REPRESENTATIVE_DOES,
  type Row,
  row,
  SIGNED_IN,
  SIGNED_IN_CREATES,
  to,
} from './row.ts'

const NOT_THERE = '404 404 404 404 404 404 404 404 404'
const NOBODY = '018f0000-0000-7000-8000-000000000000'
const aBrowser = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'BA', auth: 'BA' },
})
const NO_SECRET = 'x'.repeat(43)

export const PLEDGES_ROWS: Record<string, Row> = {
  'post /api/campaigns/{id}/pledges': row(SIGNED_IN_CREATES, async (given) => {
    const wish = { ...RATES, method: 'check' } as const
    return to(`${given.path}/pledges`, await pledgeBody(given.me, given, wish))
  }),
  'post /api/campaigns/{id}/pledges/quote': row(ALL_READ, ({ path, statistics }) => {
    const pledgeStatistics = [{ statisticId: statistics.goals.id, pledgeAmount: '2.00' }]
    return to(`${path}/pledges/quote`, { pledgeStatistics })
  }),
  'get /api/campaigns/{id}/pledges': row(ALL_READ, ({ path }) => to(`${path}/pledges`)),
  'get /api/user/pledges': row(SIGNED_IN, () => to('/api/user/pledges')),
  // Someone else's pledge is a 404, even for those who run the campaign (R26).
  'get /api/pledges/{id}': row('401 404 404 404 404 404 404 404 200', ({ world }) =>
    to(`/api/pledges/${world.pledgeId}`),
  ),
  'get /api/pledges/{id}/forecast': row('401 404 404 404 404 404 404 404 200', ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/forecast`),
  ),
  // Only the supporter changes a pledge (R14).
  'put /api/pledges/{id}': row(NOBODY_ELSES, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}`, { maximumAmount: '25.00' }),
  ),
  'put /api/pledges/{id}/thanks': row(NOBODY_ELSES, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/thanks`, { thankByName: true }),
  ),
  'delete /api/pledges/{id}/details': row(NOBODY_ELSES, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/details`),
  ),
  'post /api/pledges/{id}/changes': row(NOBODY_ELSES, ({ world, statistics }) =>
    to(`/api/pledges/${world.pledgeId}/changes`, {
      kind: 'stop',
      statisticId: statistics.goals.id,
      agreedMaximum: '25.00',
    }),
  ),
  'get /api/pledges/{id}/changes/preview': row(NOBODY_ELSES, ({ world, statistics }) =>
    to(`/api/pledges/${world.pledgeId}/changes/preview?kind=stop&statisticId=${statistics.goals.id}`),
  ),
  // The link asks for a change; the mail to the pledge's own address makes it (R58).
  'get /api/pledge-links/{token}/changes/preview': row(NOT_THERE, ({ statistics }) =>
    to(`/api/pledge-links/${NO_SECRET}/changes/preview?kind=stop&statisticId=${statistics.goals.id}`),
  ),
  'post /api/pledge-links/{token}/changes': row(NOT_THERE, ({ statistics }) =>
    to(`/api/pledge-links/${NO_SECRET}/changes`, {
      kind: 'stop',
      statisticId: statistics.goals.id,
      agreedMaximum: '25.00',
    }),
  ),
  'get /api/pledge-change-links/{token}': row(NOT_THERE, () => to(`/api/pledge-change-links/${NO_SECRET}`)),
  'post /api/pledge-change-links/{token}/answer': row(NOT_THERE, () =>
    to(`/api/pledge-change-links/${NO_SECRET}/answer`, { amount: '25.00' }),
  ),
  'post /api/pledge-change-links/{token}/card-setups': row(NOT_THERE, () =>
    to(`/api/pledge-change-links/${NO_SECRET}/card-setups`, {}),
  ),
  'post /api/pledge-change-links/{token}/confirmation': row(NOT_THERE, () =>
    to(`/api/pledge-change-links/${NO_SECRET}/confirmation`, { agreedMaximum: '25.00' }),
  ),
  'post /api/pledge-change-links/{token}/refusal': row(NOT_THERE, () =>
    to(`/api/pledge-change-links/${NO_SECRET}/refusal`, {}),
  ),
  'post /api/pledges/{id}/cancellation': row(NOBODY_ELSES, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/cancellation`, {}),
  ),

  // The link is the proof, for anyone who has it (R44).
  'get /api/pledge-links/{token}/invoices/{number}/print.pdf': row(ALL_READ, async ({ world }) =>
    to(await anInvoicePdf(world, 'by link')),
  ),
  // A representative's access to it is logged (R26).
  'get /api/pledges/{id}/invoices/{number}/print.pdf': row(
    '401 404 404 404 404 404 404 404 200',
    async ({ world }) => to(await anInvoicePdf(world, 'of the pledge')),
  ),
  'get /api/pledge-links/{token}': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aLink(world)}`),
  ),
  'get /api/pledges/{id}/alerts': row(OWN_ONLY, ({ world }) => to(`/api/pledges/${world.pledgeId}/alerts`)),
  'post /api/pledges/{id}/alerts': row(OWN_ONLY, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/alerts`, { channel: 'mail' }),
  ),
  // Nothing is missing: the supporter pays by check (R65).
  'post /api/pledge-links/{token}/details': row('409 409 409 409 409 409 409 409 409', async ({ world }) =>
    to(`/api/pledge-links/${await aLink(world)}/details`, { name: { firstName: 'Rosa', lastName: 'Diaz' } }),
  ),
  // The link is the proof, for anyone who has it (R44, R64).
  'get /api/pledge-links/{token}/alerts': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aLink(world)}/alerts`),
  ),
  'post /api/pledge-links/{token}/alerts': row(ALL_READ, async ({ world }) =>
    to(`/api/pledge-links/${await aLink(world)}/alerts`, { channel: 'off' }),
  ),
  // The old address with its secret is the permission; an unknown one gets the same answer (R28, R64).
  'post /api/alert-devices/renewals': row('204 204 204 204 204 204 204 204 204', () =>
    to('/api/alert-devices/renewals', { old: aBrowser('old'), device: aBrowser('new') }),
  ),
  'post /api/alert-devices/{token}/off': row(NOT_THERE, () => to(`/api/alert-devices/${'A'.repeat(42)}/off`)),
  'post /api/pledge-links/renewals': row(ALL_DONE, async ({ world }) =>
    to('/api/pledge-links/renewals', { token: await aLink(world) }),
  ),
  // A link pays only what its own pledge owes, for anyone who has it: this charge is another pledge's.
  'post /api/pledge-links/{token}/payments': row('404 404 404 404 404 404 404 404 404', async ({ world }) =>
    to(`/api/pledge-links/${await aLink(world)}/payments`, { chargeId: world.chargeId }),
  ),
  'post /api/pledge-links/{token}/payments/{chargeId}/outcome': row(
    '404 404 404 404 404 404 404 404 404',
    async ({ world }) => to(`/api/pledge-links/${await aLink(world)}/payments/${world.chargeId}/outcome`),
  ),
  // The secret of the payment is the permission (R28).
  'post /api/sandbox/card-payments': row('400 400 400 400 400 400 400 400 400', () =>
    to('/api/sandbox/card-payments', {
      clientSecret: 'nobody’s',
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
    }),
  ),
  // Without an account: the secret of the browser, or of the mail, is the permission (R28, R59).
  'post /api/campaigns/{id}/guest-pledges': row('201 201 201 201 201 201 201 201 201', ({ path }) =>
    to(`${path}/guest-pledges`, {}),
  ),
  'post /api/guest-pledges/{id}/holding': row(NOT_THERE, ({ statistics }) =>
    to(`/api/guest-pledges/${NOBODY}/holding`, {
      secret: NO_SECRET,
      email: anAddress(),
      maximumAmount: '50.00',
      stripePaymentMethodId: 'pm_of_nobody',
      pledgeStatistics: [{ statisticId: statistics.goals.id, pledgeAmount: '2.00' }],
    }),
  ),
  'post /api/guest-pledges/{id}/mails': row(NOT_THERE, () =>
    to(`/api/guest-pledges/${NOBODY}/mails`, { secret: NO_SECRET }),
  ),
  'post /api/guest-pledges/{id}/state': row(NOT_THERE, () =>
    to(`/api/guest-pledges/${NOBODY}/state`, { secret: NO_SECRET }),
  ),
  'post /api/guest-pledges/{id}/withdrawal': row(NOT_THERE, () =>
    to(`/api/guest-pledges/${NOBODY}/withdrawal`, { secret: NO_SECRET }),
  ),
  'get /api/guest-pledge-links/{token}': row(NOT_THERE, () => to(`/api/guest-pledge-links/${NO_SECRET}`)),
  'post /api/guest-pledge-links/{token}/answer': row(NOT_THERE, () =>
    to(`/api/guest-pledge-links/${NO_SECRET}/answer`, { amount: '25.00' }),
  ),
  'post /api/guest-pledge-links/{token}/card-setups': row(NOT_THERE, () =>
    to(`/api/guest-pledge-links/${NO_SECRET}/card-setups`, {}),
  ),
  'post /api/guest-pledge-links/{token}/refusal': row(NOT_THERE, () =>
    to(`/api/guest-pledge-links/${NO_SECRET}/refusal`, {}),
  ),
  'post /api/guest-pledge-links/{token}/confirmation': row(NOT_THERE, () =>
    to(`/api/guest-pledge-links/${NO_SECRET}/confirmation`, {}),
  ),
  'post /api/sandbox/guest-card-setups/confirm': row(NOT_THERE, () =>
    to('/api/sandbox/guest-card-setups/confirm', {
      clientSecret: 'nobody’s',
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
    }),
  ),
  'delete /api/pledges/{id}/links': row(NOBODY_ELSES, ({ world }) =>
    to(`/api/pledges/${world.pledgeId}/links`),
  ),
  'post /api/charge-lookups': row(ALL_DONE, () => {
    const asked = { amount: '12.00', chargedOn: '2026-09-01', last4: '4242' }
    return to('/api/charge-lookups', { email: anAddress(), ...asked })
  }),

  'get /api/user/cards': row(SIGNED_IN, () => to('/api/user/cards')),
  'post /api/cards/setups': row(SIGNED_IN_CREATES, () => to('/api/cards/setups', {})),
  'get /api/card-refusals': row(REPRESENTATIVE, () => to('/api/card-refusals')),
  'get /api/card-events/unprocessed': row(REPRESENTATIVE, () => to('/api/card-events/unprocessed')),
  'post /api/card-events/{id}/retry': row(REPRESENTATIVE_DOES, async ({ world }) =>
    to(`/api/card-events/${await anUnprocessedEvent(world)}/retry`),
  ),
  'get /api/undelivered-mails': row(REPRESENTATIVE, () => to('/api/undelivered-mails')),
  'post /api/undelivered-mails/{id}/dismissal': row(REPRESENTATIVE_DOES, async ({ world }) =>
    to(`/api/undelivered-mails/${await anUndeliveredMail(world)}/dismissal`),
  ),
  'post /api/undelivered-mails/{id}/retry': row(REPRESENTATIVE_DOES, async ({ world }) =>
    to(`/api/undelivered-mails/${await anUndeliveredMail(world)}/retry`),
  ),
  'post /api/held-pledges/searches': row(REPRESENTATIVE, async ({ world }) => {
    await aHeldPledge(world)
    return to('/api/held-pledges/searches', {})
  }),
  'put /api/held-pledges/{id}': row(REPRESENTATIVE, async ({ world }) =>
    to(`/api/held-pledges/${await aHeldPledge(world)}`, { decision: 'decline' }),
  ),
  // No one has saved it.
  'post /api/bank-accounts/setups': row(SIGNED_IN_CREATES, () =>
    to('/api/bank-accounts/setups', { mandateVersion: MANDATE_VERSION }),
  ),
  'get /api/user/bank-accounts': row(SIGNED_IN, () => to('/api/user/bank-accounts')),
  'post /api/bank-accounts': row(OWN_ONLY.replaceAll('404', '400'), () =>
    to('/api/bank-accounts', { stripePaymentMethodId: 'pm_of_nobody' }),
  ),
  'post /api/sandbox/bank-accounts/confirm': row(SIGNED_IN_CREATES, async ({ me }) => {
    const { body } = await me.post<{ clientSecret: string }>('/api/bank-accounts/setups', {
      mandateVersion: MANDATE_VERSION,
    })
    const clientSecret = body.clientSecret ?? 'none'
    const account = { routingNumber: '110000000', accountNumber: '000123456789' }
    return to('/api/sandbox/bank-accounts/confirm', { clientSecret, ...account })
  }),
  'post /api/cards': row(OWN_ONLY.replaceAll('404', '400'), () =>
    to('/api/cards', { stripePaymentMethodId: 'pm_of_nobody' }),
  ),
  'post /api/sandbox/card-setups/confirm': row(SIGNED_IN_CREATES, async ({ me }) => {
    const { body } = await me.post<{ clientSecret: string }>('/api/cards/setups')
    const clientSecret = body.clientSecret ?? 'none'
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
    return to('/api/sandbox/card-setups/confirm', { clientSecret, ...card })
  }),

  'post /api/sandbox/charge-confirmations': row(OWN_ONLY.replaceAll('404', '400'), () =>
    to('/api/sandbox/charge-confirmations', { clientSecret: 'another one’s' }),
  ),
  // Its signature is its permission, and here cards are the sandbox's (R28).
  'post /api/webhooks/stripe': row('404 404 404 404 404 404 404 404 404', () =>
    to('/api/webhooks/stripe', {}),
  ),
  'get /api/disputes': row(REPRESENTATIVE, () => to('/api/disputes')),
  'get /api/campaigns/{id}/disputes': row(REPRESENTATIVE, ({ path }) => to(`${path}/disputes`)),
  'get /api/charges/{id}': row(REPRESENTATIVE, ({ world }) => to(`/api/charges/${world.chargeId}`)),
  // What was paid is no longer due.
  'post /api/charges/{id}/reminders': row('401 403 403 403 403 403 403 403 409', ({ world }) =>
    to(`/api/charges/${world.chargeId}/reminders`),
  ),
  'post /api/charges/{id}/evidence': row(REPRESENTATIVE, ({ world }) =>
    to(`/api/charges/${world.chargeId}/evidence`),
  ),
  'post /api/charges/{id}/refunds': row(REPRESENTATIVE_CREATES, ({ world }) =>
    to(`/api/charges/${world.chargeId}/refunds`, { amount: '1.00', reason: 'As a courtesy' }),
  ),
  'post /api/charges/{id}/confirmations': row(OWN_ONLY, ({ world }) =>
    to(`/api/charges/${world.chargeId}/confirmations`),
  ),
  'post /api/charges/{id}/confirmations/outcome': row(OWN_ONLY, ({ world }) =>
    to(`/api/charges/${world.chargeId}/confirmations/outcome`),
  ),
}
