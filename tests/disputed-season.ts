/** What the tests of disputes and refunds share: a season at Stripe, asked and told things in one line. */
import { type Caller, expectStatus } from './app.ts'
import { accounts } from './fixtures.ts'
import { refundRows } from './stripe-cash.ts'
import { chargesOf, deliver, mailsTo, type StripeSeason } from './stripe-season.ts'

/** `current`: the season of the test that runs; each test opens its own. */
export function disputeSteps(current: () => StripeSeason) {
  const hear = () => deliver(current().app, current().stripe.events())
  const charge = async () => (await chargesOf(current()))[0]
  const representative = (): Caller => current().org.representative
  return {
    hear,
    charge,
    books: () => accounts(current().app.deps.db),
    refunds: () => refundRows(current().app.deps.db),
    giveBack: async (amount: string): Promise<void> => {
      const path = `/api/charges/${(await charge())?.id}/refunds`
      expectStatus(await representative().post(path, { amount, reason: 'Sorry' }), 201)
    },
    decide: async (id: string, status: 'won' | 'lost'): Promise<void> => {
      current().stripe.books.moveDispute(id, status)
      await hear()
    },
    disputeMails: async () =>
      (await mailsTo(current().app, representative())).filter(({ subject }) => /dispute/i.test(subject)),
  }
}
