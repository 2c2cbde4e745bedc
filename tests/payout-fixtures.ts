/** How an organization is paid in tests: a destination that two people agreed to, and a check that is sent. */
import type { Payout } from '#domain/schemas/payout.ts'
import { expectStatus } from './app.ts'
import type { TestOrganization } from './fixtures.ts'

export const CHECK_DESTINATION = {
  method: 'check',
  payeeName: 'Harbor High Boosters',
  mailingAddress: '12 Harbor Street, Boston, MA 02110',
}

export const STRIPE_DESTINATION = {
  method: 'stripe',
  payeeName: 'Harbor High Boosters',
  stripeAccount: 'acct_1Qx7fKHarbor',
}

/** Two representatives agree on where the organization is paid (R25). Returns the destination's id. */
export async function setDestination(
  { organizationId, representative, second }: TestOrganization,
  form: object = CHECK_DESTINATION,
): Promise<string> {
  const path = `/api/organizations/${organizationId}/payout-destinations`
  const { id } = expectStatus(await second.post<{ id: string }>(path, form), 201)
  expectStatus(await representative.post(`${path}/${id}/approval`), 201)
  return id
}

/** Approved by one who did not prepare it, then sent by check (R38). Returns the response to the sending. */
export async function approveAndSend(
  { second }: TestOrganization,
  { id, campaignId }: Pick<Payout, 'id' | 'campaignId'>,
  sent: object = { reference: '1042' },
): Promise<Payout> {
  const path = `/api/campaigns/${campaignId}/payouts/${id}`
  expectStatus(await second.post<Payout>(`${path}/approval`, {}), 201)
  return expectStatus(await second.post<Payout>(`${path}/dispatch`, sent), 201)
}
