/** What is due in a season and paid from a mailed link: a declined charge or an invoice (R44). */
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { Charge, Invoice } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { bill, CARDS, invoicesOf, pledge } from '#tests/fixtures.ts'
import { app, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

export type Due = { supporter: Caller; pledgeId: string; link: string; due: object; chargeId: string | null }
export const linkTo = async (pledgeId: string): Promise<string> => {
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
  )
  return `/api/pledge-links/${address.split('/p/')[1]}`
}

/** A charge of $30 that the bank declines as it does for this test card, and the link to it. */
export async function dueCharge(card: string): Promise<Due & { chargeId: string }> {
  const made = await pledge(org, season, { lines: { gift: '30.00' }, card })
  await bill(org, season, 'progress')
  const [charge] = await charges()
  if (!charge) throw new Error('no charge')
  const { id: pledgeId } = made.pledge
  return {
    supporter: made.supporter,
    pledgeId,
    link: await linkTo(pledgeId),
    due: { chargeId: charge.id },
    chargeId: charge.id,
  }
}
/** An invoice of $70, and the link to it. */
export async function dueInvoice(): Promise<Due & { invoice: Invoice }> {
  const made = await pledge(org, season, { lines: { gift: '70.00' }, method: 'check' })
  await bill(org, season, 'final')
  const [invoice] = await invoicesOf(org, season)
  if (!invoice) throw new Error('no invoice')
  const { id: pledgeId } = made.pledge
  return {
    supporter: made.supporter,
    pledgeId,
    link: await linkTo(pledgeId),
    invoice,
    due: { invoiceId: invoice.id },
    chargeId: null,
  }
}
export const charges = async () =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
export const charge = async () => (await charges())[0] as Charge
export const startPayment = async ({ link, due }: Due) =>
  expectStatus(await app.visitor.post<ChargePayment>(`${link}/payments`, due), 201)
const CARD = { expMonth: 12, expYear: 2030, cvc: '123' }
export const payWithCard = ({ clientSecret }: ChargePayment, number: string = CARDS.good) =>
  app.visitor.post('/api/sandbox/card-payments', { clientSecret, number, ...CARD })
export const finishPayment = async ({ link }: Due, { chargeId }: ChargePayment) =>
  expectStatus(await app.visitor.post<PaymentAnswer>(`${link}/payments/${chargeId}/outcome`), 200)
export const linkedPledge = async ({ link }: Due) =>
  expectStatus(await app.visitor.get<LinkedPledge>(link), 200)
export const mails = async (kind: string) =>
  (await deliveredMails(app.deps.db, sql`kind = ${kind}`)).map(({ to, text }) => ({
    toAddress: to,
    textBody: text,
  }))
