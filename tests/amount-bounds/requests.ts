/** For every amount that the API accepts, a valid request with its largest value (R1, R15). */
import { expect } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Payout, PayoutBalance } from '#domain/schemas/payout.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { type Answer, expectStatus } from '#tests/app.ts'
import { CAMPAIGN, pledgeBody, STATISTICS } from '#tests/fixtures.ts'
import { begin, holdBody, typeCard } from '#tests/guests.ts'
import { approveAndSend, tryToPrepare } from '#tests/payouts.ts'
import {
  app,
  ended,
  ids,
  LARGEST,
  LARGEST_CHARGE,
  LARGEST_RATE,
  LARGEST_TOTAL,
  open,
  org,
  postPayment,
  supporter,
  takeSmallInvoice,
  today,
} from './campaigns.ts'

const campaignBody = (more: object) => ({ ...CAMPAIGN, organizationId: org.organizationId, ...more })
const rated = { ...STATISTICS.goals, pledgeAmountOptions: [LARGEST_RATE, LARGEST_RATE, LARGEST_RATE] }
const lines = () => [{ statisticId: open.statistics.goals.id, pledgeAmount: LARGEST_RATE }]
const cancelling = (name: string) => async () => {
  const cancellation = { charges: 0, retries: 0, invoices: 0, collected: 0, refundable: 0, refundAll: false }
  const body = { status: 'cancelled', cancellation: { ...cancellation, [name]: LARGEST_TOTAL } }
  return org.representative.put<ErrorBody>(open.path, body)
}
/** A new pledge in the open campaign, to which wins are added at the largest amounts (R58). */
const addWins =
  (isPreview: boolean, isByLink = false) =>
  async () => {
    const by = await app.user()
    const body = await pledgeBody(by, open, {
      lines: { goals: LARGEST_RATE },
      method: 'check',
      most: LARGEST,
    })
    const { id } = expectStatus(await by.post<{ id: string }>(`${open.path}/pledges`, body), 201)
    const form = { kind: 'add', statisticId: open.statistics.wins.id, pledgeAmount: LARGEST_RATE }
    const path = `/api/${isByLink ? `pledge-links/${await tokenOf(id)}` : `pledges/${id}`}/changes`
    return isPreview
      ? by.get<ErrorBody>(`${path}/preview?${new URLSearchParams({ ...form, maximumAmount: LARGEST })}`)
      : by.post<ErrorBody>(path, { ...form, maximumAmount: LARGEST, agreedMaximum: LARGEST })
  }
/** What that change would come to. */
const forecastOfAdding = async (isByLink = false) => {
  const by = await app.user()
  const body = await pledgeBody(by, open, { lines: { goals: LARGEST_RATE }, method: 'check', most: LARGEST })
  const { id } = expectStatus(await by.post<{ id: string }>(`${open.path}/pledges`, body), 201)
  const path = isByLink ? `pledge-links/${await tokenOf(id)}` : `pledges/${id}`
  const change = {
    kind: 'add',
    statisticId: open.statistics.wins.id,
    pledgeAmount: LARGEST_RATE,
    most: LARGEST,
  }
  return by.get<ErrorBody>(`/api/${path}/forecast?${new URLSearchParams(change)}`)
}
/** The secret of a link of that pledge, as it is mailed. */
const tokenOf = async (pledgeId: string): Promise<string> =>
  (await pledgeLink(app.deps, app.deps.db, { pledgeId, campaignId: open.id })).split('/').at(-1) ?? ''
/** Nothing is waiting there: only the amount is read. */
const confirmNothing = (): Promise<Answer<unknown>> =>
  app.visitor.post(`/api/pledge-change-links/${'x'.repeat(43)}/confirmation`, { agreedMaximum: LARGEST })
const answerNothing = (links: string) => (): Promise<Answer<unknown>> =>
  app.visitor.post(`/api/${links}/${'x'.repeat(43)}/answer`, { amount: LARGEST })
/** A guest's pledge with the largest amounts, held until the mail is opened (R59). */
const holdGuest = async (): Promise<Answer<unknown>> => {
  const started = await begin(app, open, null)
  const card = await typeCard(app, started.setup?.clientSecret ?? '')
  const { stripePaymentMethodId } = expectStatus(card, 201)
  const wish = { lines: { goals: LARGEST_RATE }, most: LARGEST }
  const body = holdBody(open, started, wish, stripePaymentMethodId)
  return app.visitor.post(`/api/guest-pledges/${started.id}/holding`, body)
}
const REWARD = { title: 'Ball', description: 'Signed', type: 'sponsorship' }
const tiers = { enableTieredRewards: true, tieredRewards: [{ threshold: LARGEST, prize: 'A ball' }] }
const pledgeOf = (more: object) => async () => {
  const by = await app.user()
  const body = await pledgeBody(by, open, { lines: { goals: LARGEST_RATE }, method: 'check', most: LARGEST })
  return by.post<ErrorBody>(`${open.path}/pledges`, { ...body, ...more })
}
const available = async () => {
  const { campaigns } = expectStatus(
    await org.owner.get<{ campaigns: PayoutBalance[] }>(`/api/organizations/${org.organizationId}/payouts`),
    200,
  )
  return campaigns.find(({ campaignId }) => campaignId === ended.id)?.available ?? '0.00'
}

/** The largest of each, sent in a valid request: accepted, or a 409 that says what prevents it. */
export const LARGEST_OF: Record<string, [status: number, () => Promise<Answer<unknown>>]> = {
  'post /api/campaigns goal': [
    201,
    () => org.owner.post('/api/campaigns', campaignBody({ goal: '100000000.00' })),
  ],
  'post /api/campaigns statistics.0.pledgeAmountOptions.0': [
    201,
    () => org.owner.post('/api/campaigns', campaignBody({ statistics: [rated] })),
  ],
  'post /api/campaigns/{id}/copies goal': [
    201,
    () =>
      org.representative.post(`${open.path}/copies`, {
        name: 'Again',
        goal: '100000000.00',
        startDate: '2027-08-15',
        endDate: '2027-12-15',
      }),
  ],
  'put /api/campaigns/{id} goal': [200, () => org.representative.put(open.path, { goal: '100000000.00' })],
  'put /api/campaigns/{id} cancellation.charges': [409, cancelling('charges')],
  'put /api/campaigns/{id} cancellation.retries': [409, cancelling('retries')],
  'put /api/campaigns/{id} cancellation.invoices': [409, cancelling('invoices')],
  'put /api/campaigns/{id} cancellation.collected': [409, cancelling('collected')],
  'put /api/campaigns/{id} cancellation.refundable': [409, cancelling('refundable')],
  'post /api/campaigns/{id}/statistics pledgeAmountOptions.0': [
    201,
    () => org.owner.post(`${open.path}/statistics`, rated),
  ],
  'post /api/campaigns/{id}/statistics/batches statistics.0.pledgeAmountOptions.0': [
    201,
    () => org.owner.post(`${open.path}/statistics/batches`, { statistics: [{ ...rated, name: 'More' }] }),
  ],
  'put /api/campaigns/{id}/statistics/{statisticId} pledgeAmountOptions.0': [
    200,
    () =>
      org.owner.put(`${open.path}/statistics/${open.statistics.goals.id}`, {
        pledgeAmountOptions: rated.pledgeAmountOptions,
      }),
  ],
  'post /api/campaigns/{id}/pledges agreedMaximum': [201, pledgeOf({ agreedMaximum: LARGEST })],
  'post /api/campaigns/{id}/pledges maximumAmount': [201, pledgeOf({ maximumAmount: LARGEST })],
  'post /api/campaigns/{id}/pledges pledgeStatistics.0.pledgeAmount': [201, pledgeOf({})],
  'post /api/campaigns/{id}/pledges/quote maximumAmount': [
    200,
    () => org.owner.post(`${open.path}/pledges/quote`, { maximumAmount: LARGEST, pledgeStatistics: lines() }),
  ],
  'post /api/campaigns/{id}/pledges/quote pledgeStatistics.0.pledgeAmount': [
    200,
    () => org.owner.post(`${open.path}/pledges/quote`, { pledgeStatistics: lines() }),
  ],
  'post /api/guest-pledges/{id}/holding maximumAmount': [200, holdGuest],
  'post /api/guest-pledges/{id}/holding pledgeStatistics.0.pledgeAmount': [200, holdGuest],
  'put /api/pledges/{id} maximumAmount': [
    200,
    () => supporter.put(`/api/pledges/${ids.pledgeId}`, { maximumAmount: LARGEST }),
  ],
  'get /api/pledge-links/{token}/forecast ?.most': [200, () => forecastOfAdding(true)],
  'get /api/pledge-links/{token}/forecast ?.pledgeAmount': [200, () => forecastOfAdding(true)],
  'get /api/pledges/{id}/forecast ?.most': [200, () => forecastOfAdding()],
  'get /api/pledges/{id}/forecast ?.pledgeAmount': [200, () => forecastOfAdding()],
  'get /api/pledge-links/{token}/changes/preview ?.pledgeAmount': [200, addWins(true, true)],
  'get /api/pledge-links/{token}/changes/preview ?.maximumAmount': [200, addWins(true, true)],
  'post /api/pledge-links/{token}/changes pledgeAmount': [201, addWins(false, true)],
  'post /api/pledge-links/{token}/changes maximumAmount': [201, addWins(false, true)],
  'post /api/pledge-links/{token}/changes agreedMaximum': [201, addWins(false, true)],
  'post /api/guest-pledge-links/{token}/answer amount': [404, answerNothing('guest-pledge-links')],
  'post /api/pledge-change-links/{token}/answer amount': [404, answerNothing('pledge-change-links')],
  'post /api/pledge-change-links/{token}/confirmation agreedMaximum': [404, confirmNothing],
  'get /api/pledges/{id}/changes/preview ?.pledgeAmount': [200, addWins(true)],
  'get /api/pledges/{id}/changes/preview ?.maximumAmount': [200, addWins(true)],
  'post /api/pledges/{id}/changes pledgeAmount': [201, addWins(false)],
  'post /api/pledges/{id}/changes maximumAmount': [201, addWins(false)],
  'post /api/pledges/{id}/changes agreedMaximum': [201, addWins(false)],
  'post /api/campaigns/{id}/rewards threshold': [
    201,
    () => org.owner.post(`${open.path}/rewards`, { ...REWARD, threshold: LARGEST }),
  ],
  'post /api/campaigns/{id}/rewards tieredRewards.0.threshold': [
    201,
    () => org.owner.post(`${open.path}/rewards`, { ...REWARD, ...tiers }),
  ],
  'put /api/campaigns/{id}/rewards/{rewardId} threshold': [
    200,
    () => org.owner.put(`${open.path}/rewards/${ids.rewardId}`, { threshold: LARGEST }),
  ],
  'put /api/campaigns/{id}/rewards/{rewardId} tieredRewards.0.threshold': [
    200,
    () => org.owner.put(`${open.path}/rewards/${ids.rewardId}`, tiers),
  ],
  'post /api/campaigns/{id}/payments amount': [201, () => postPayment(takeSmallInvoice(), LARGEST)],
  // No slip adds up to that much of what waits for the bank.
  'post /api/deposits amount': [
    409,
    async () => {
      const { id } = expectStatus(await postPayment(takeSmallInvoice(), '1.00'), 201)
      const form = { paymentIds: [id], amount: '500000000.00', depositedOn: today() }
      return org.representative.post('/api/deposits', form)
    },
  ],
  // All that is owed; more is refused, with the amount that is owed.
  'post /api/organizations/{id}/payouts lines.0.amount': [
    201,
    async () => {
      const by = org.representative
      const refused = await tryToPrepare<ErrorBody>(org, ended, LARGEST_TOTAL, { by })
      expect(refused.body.fields?.['lines.0.amount']).toMatch(/^At most \$749,/)
      const answer = await tryToPrepare(org, ended, await available(), { by })
      ids.payoutId = expectStatus(answer, 201).id
      await approveAndSend(org, answer.body)
      return answer
    },
  ],
  // No more than the payout.
  'post /api/payouts/{id}/return amount': [
    201,
    async () => {
      const path = `/api/payouts/${ids.payoutId}/return`
      const giveBack = <T>(amount: string) => org.second.post<T>(path, { reason: 'Not cashed', amount })
      const refused = await giveBack<ErrorBody>(LARGEST_TOTAL)
      expect(refused.body.fields?.amount).toMatch(/^Enter an amount up to \$749,/)
      return giveBack<Payout>('749999.00')
    },
  ],
  'post /api/charges/{id}/refunds amount': [
    201,
    () =>
      org.representative.post(`/api/charges/${ids.chargeId}/refunds`, {
        amount: LARGEST_CHARGE,
        reason: 'They asked for it back',
      }),
  ],
  'post /api/charge-lookups amount': [
    204,
    () =>
      app.visitor.post('/api/charge-lookups', {
        email: supporter.email,
        amount: LARGEST,
        chargedOn: today(),
        last4: '4242',
      }),
  ],
}
