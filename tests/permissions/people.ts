/** R27: who may call which route about people: accounts, representatives, organizations, ambassadors, mail. */

import { formForOneCall } from '#tests/api-keys.ts'
import { expectStatus } from '#tests/app.ts'
import { setDestination } from '#tests/payouts.ts'
import {
  aDestination,
  aKeyForOneCall,
  aMember,
  anAddress,
  anInvitation,
  anUnsubscribeToken,
  aPicture,
  aProposedRepresentative,
  aWebhookAddress,
  aWebhookEndpoint,
  DESTINATION,
  invite,
  PROFILE,
  removeWebhookEndpoints,
  withdrawProposedDestination,
} from './makers.ts'
import {
  ALL_DONE,
  ALL_READ,
  MANAGES,
  MANAGES_CREATES,
  MANAGES_OWN,
  MANAGES_OWN_CREATES,
  MANAGES_OWN_REMOVES,
  MANAGES_REMOVES,
  READS_MONEY,
  REPRESENTATIVE,
  REPRESENTATIVE_CREATES,
  type Row,
  row,
  SIGNED_IN,
  SIGNED_IN_CREATES,
  to,
} from './row.ts'

export const PEOPLE_ROWS: Record<string, Row> = {
  'get /api/auth/user': row(SIGNED_IN, () => to('/api/auth/user')),
  'get /api/auth/user/data': row(SIGNED_IN, () => to('/api/auth/user/data')),
  'put /api/auth/user': row(SIGNED_IN, () => to('/api/auth/user', { phone: '555 0199' })),
  'post /api/users': row(SIGNED_IN_CREATES, ({ me: { email } }) => to('/api/users', { ...PROFILE, email })),
  'get /api/user/campaigns': row(SIGNED_IN, () => to('/api/user/campaigns')),
  'get /api/representatives': row(REPRESENTATIVE, () => to('/api/representatives')),
  'get /api/representatives.csv': row(REPRESENTATIVE, () => to('/api/representatives.csv')),
  'post /api/representatives': row(REPRESENTATIVE_CREATES, async ({ world }) =>
    to('/api/representatives', { email: (await world.app.user()).email }),
  ),
  'post /api/representatives/{id}/confirmation': row(
    '401 403 403 403 403 403 403 403 201',
    async ({ world }) => to(`/api/representatives/${await aProposedRepresentative(world)}/confirmation`),
  ),
  'delete /api/representatives/{id}': row('401 403 403 403 403 403 403 403 204', async ({ world }) =>
    to(`/api/representatives/${(await world.app.representative('Third')).userId}`),
  ),

  'get /api/organizations/all': row(SIGNED_IN, () => to('/api/organizations/all')),
  'post /api/organizations': row(SIGNED_IN_CREATES, () => {
    const body = { name: 'A', description: 'B', city: 'C', state: 'TX', organizationType: 'school' }
    return to('/api/organizations', body)
  }),
  'put /api/organizations/{id}': row(MANAGES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}`, { description: 'Neighbours and parents' }),
  ),
  'post /api/organizations/{id}/logo': row(MANAGES_CREATES, async ({ world }) =>
    to(`/api/organizations/${world.organizationId}/logo`, await aPicture()),
  ),
  'delete /api/organizations/{id}/logo': row(MANAGES_REMOVES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/logo`),
  ),
  'post /api/organizations/{id}/members': row(MANAGES_CREATES, async ({ world }) => {
    const body = { email: (await aMember(world)).email, role: 'scorer' }
    return to(`/api/organizations/${world.organizationId}/members`, body)
  }),
  'delete /api/organizations/{id}/members/{userId}': row(MANAGES_REMOVES, async ({ world }) =>
    to(`/api/organizations/${world.organizationId}/members/${(await aMember(world)).userId}`),
  ),

  'get /api/organizations/{id}': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}`),
  ),
  'get /api/organizations/{id}/people.csv': row(MANAGES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/people.csv`),
  ),
  'get /api/organizations/{id}/webhook-endpoints': row(MANAGES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/webhook-endpoints`),
  ),
  'post /api/organizations/{id}/webhook-endpoints': row(MANAGES_CREATES, async ({ world }) => {
    await removeWebhookEndpoints(world)
    return to(`/api/organizations/${world.organizationId}/webhook-endpoints`, aWebhookAddress())
  }),
  'get /api/webhook-endpoints': row(REPRESENTATIVE, () => to('/api/webhook-endpoints')),
  'post /api/webhook-endpoints': row(REPRESENTATIVE_CREATES, () =>
    to('/api/webhook-endpoints', aWebhookAddress()),
  ),
  'delete /api/webhook-endpoints/{id}': row(MANAGES_OWN_REMOVES, async ({ world }) =>
    to(await aWebhookEndpoint(world)),
  ),
  'post /api/webhook-endpoints/{id}/secrets': row(MANAGES_OWN_CREATES, async ({ world }) =>
    to(`${await aWebhookEndpoint(world)}/secrets`),
  ),
  'post /api/webhook-endpoints/{id}/tests': row(MANAGES_OWN_CREATES, async ({ world }) =>
    to(`${await aWebhookEndpoint(world)}/tests`),
  ),
  'get /api/webhook-endpoints/{id}/deliveries': row(MANAGES_OWN, async ({ world }) =>
    to(`${await aWebhookEndpoint(world)}/deliveries`),
  ),
  'post /api/webhook-endpoints/{id}/deliveries/{eventId}/replays': row(
    MANAGES_OWN_CREATES,
    async ({ world }) => {
      const path = await aWebhookEndpoint(world)
      const { id } = expectStatus(await world.owner.post<{ id: string }>(`${path}/tests`), 201)
      return to(`${path}/deliveries/${id}/replays`)
    },
  ),
  'post /api/organizations/{id}/invitations': row(MANAGES_CREATES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/invitations`, { email: anAddress(), role: 'scorer' }),
  ),
  'put /api/organizations/{id}/invitations/{invitationId}': row(MANAGES, async ({ world }) =>
    to(`/api/organizations/${world.organizationId}/invitations/${(await anInvitation(world)).id}`, {
      resendEmail: true,
    }),
  ),
  'delete /api/organizations/{id}/invitations/{invitationId}': row(MANAGES_REMOVES, async ({ world }) =>
    to(`/api/organizations/${world.organizationId}/invitations/${(await anInvitation(world)).id}`),
  ),
  // Anyone with the link may look at it, and accept it once signed in (R44).
  'get /api/organization-invitations/{token}': row(ALL_READ, async ({ world }) =>
    to(`/api/organization-invitations/${(await anInvitation(world)).token}`),
  ),
  'post /api/organization-invitations/acceptances': row(SIGNED_IN, async ({ world }) => {
    const body = { name: 'A', description: 'B', city: 'C', state: 'TX', organizationType: 'school' }
    const apart = expectStatus(await world.other.owner.post<{ id: string }>('/api/organizations', body), 201)
    const { token } = await anInvitation(world, world.other.owner, apart.id)
    return to('/api/organization-invitations/acceptances', { token })
  }),
  'put /api/organizations/{id}/standing': row(REPRESENTATIVE, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/standing`, { sizeTier: 'medium' }),
  ),
  // Owners propose only the first one.
  'post /api/organizations/{id}/payout-destinations': row(REPRESENTATIVE_CREATES, async ({ world }) => {
    await withdrawProposedDestination(world)
    await setDestination(world)
    return to(`/api/organizations/${world.organizationId}/payout-destinations`, DESTINATION)
  }),
  'post /api/organizations/{id}/payout-destinations/{destinationId}/approval': row(
    REPRESENTATIVE_CREATES,
    async ({ world }) =>
      to(
        `/api/organizations/${world.organizationId}/payout-destinations/${await aDestination(world)}/approval`,
      ),
  ),
  'get /api/organizations/{id}/stripe-account': row(READS_MONEY, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/stripe-account`),
  ),
  'post /api/organizations/{id}/stripe-account': row(MANAGES, ({ world }) =>
    to(`/api/organizations/${world.organizationId}/stripe-account`),
  ),
  // A representative enters nothing in Stripe's form.
  'post /api/sandbox/organizations/{id}/stripe-account': row(
    '401 403 403 403 403 200 403 403 403',
    async ({ world }) => {
      expectStatus(await world.owner.post(`/api/organizations/${world.organizationId}/stripe-account`), 200)
      const path = `/api/sandbox/organizations/${world.organizationId}/stripe-account`
      return to(path, { accountNumber: '000123456789' })
    },
  ),
  'delete /api/organizations/{id}/payout-destinations/{destinationId}': row(
    '401 403 403 403 403 403 403 403 204',
    async ({ world }) =>
      to(`/api/organizations/${world.organizationId}/payout-destinations/${await aDestination(world)}`),
  ),

  'get /api/api-keys': row(MANAGES, ({ world }) =>
    to(`/api/api-keys?organizationId=${world.organizationId}`),
  ),
  // Representatives see an organization's keys, and make the provider's.
  'post /api/api-keys': row('401 403 403 403 403 201 403 403 403', async ({ world }) =>
    to('/api/api-keys', await formForOneCall(world)),
  ),
  // For everyone else there is no such key.
  'post /api/api-keys/{id}/replacements': row('401 404 404 404 404 201 404 404 403', async ({ world }) =>
    to(`/api/api-keys/${await aKeyForOneCall(world)}/replacements`),
  ),
  'delete /api/api-keys/{id}': row('401 404 404 404 404 204 404 404 204', async ({ world }) =>
    to(`/api/api-keys/${await aKeyForOneCall(world)}`),
  ),

  'get /api/campaigns/{id}/ambassadors': row(ALL_READ, ({ path }) => to(`${path}/ambassadors`)),
  'post /api/campaigns/{id}/ambassadors': row(MANAGES_CREATES, ({ path }) =>
    to(`${path}/ambassadors`, { email: anAddress() }),
  ),
  'put /api/campaigns/{id}/ambassadors/{ambassadorId}': row(MANAGES, async ({ path, world }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}`, { resendEmail: true }),
  ),
  'delete /api/campaigns/{id}/ambassadors/{ambassadorId}': row(MANAGES_REMOVES, async ({ path, world }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}`),
  ),
  'get /api/dashboard/campaigns/{id}/ambassadors/counts': row(MANAGES, ({ id }) =>
    to(`/api/dashboard/campaigns/${id}/ambassadors/counts`),
  ),
  'post /api/campaigns/{id}/ambassadors/imports/preview': row(MANAGES, ({ path }) =>
    to(`${path}/ambassadors/imports/preview`, { text: anAddress() }),
  ),
  'post /api/campaigns/{id}/ambassadors/imports': row(MANAGES_CREATES, ({ path }) =>
    to(`${path}/ambassadors/imports`, { text: anAddress(), invited: 1 }),
  ),
  'post /api/campaigns/{id}/ambassadors/nudges': row(MANAGES, ({ path }) =>
    to(`${path}/ambassadors/nudges`, { who: 'not_joined' }),
  ),
  'post /api/campaigns/{id}/ambassadors/{ambassadorId}/nudges': row(MANAGES, async ({ path, world }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}/nudges`),
  ),
  'get /api/campaigns/{id}/audit-log': row(MANAGES, ({ path }) => to(`${path}/audit-log`)),
  // One person is one ambassador of a campaign, so everyone joins the other organization's (R42).
  'post /api/campaigns/{id}/ambassadors/join': row(SIGNED_IN, async ({ world }) => {
    const { token } = await invite(world.other, world.foreign, anAddress())
    return to(`${world.foreign.path}/ambassadors/join`, { token })
  }),
  'get /api/campaigns/{id}/leaderboard': row(ALL_READ, ({ path }) => to(`${path}/leaderboard`)),
  'get /api/user/ambassadorships': row(SIGNED_IN, () => to('/api/user/ambassadorships')),
  // Whether they are named is their own choice, and not even an owner's (R27).
  'put /api/user/ambassadorships/{id}': row('401 404 404 404 404 404 404 200 404', ({ world }) =>
    to(`/api/user/ambassadorships/${world.ambassadorId}`, { onLeaderboard: true }),
  ),

  'post /api/contact': row('201 201 201 201 201 201 201 201 201', ({ me: { email } }) =>
    to('/api/contact', { name: 'Dana', email: email || 'dana@example.org', message: 'Please call us.' }),
  ),

  'get /api/user/mail-choices': row(SIGNED_IN, () => to('/api/user/mail-choices')),
  'put /api/user/mail-choices': row(SIGNED_IN, () =>
    to('/api/user/mail-choices', { kind: 'weekly_digest', isOn: true }),
  ),
  // The signature of the link is the permission, for anyone who has it (R28).
  'get /api/unsubscribe-links/{token}': row(ALL_READ, async ({ world }) =>
    to(`/api/unsubscribe-links/${await anUnsubscribeToken(world)}`),
  ),
  'post /api/unsubscribe-links/{token}': row(ALL_READ, async ({ world }) =>
    to(`/api/unsubscribe-links/${await anUnsubscribeToken(world)}`, { isOn: false }),
  ),
  'post /unsubscribe/{token}': row(ALL_DONE, async ({ world }) =>
    to(`/unsubscribe/${await anUnsubscribeToken(world)}`, 'List-Unsubscribe=One-Click'),
  ),

  // Only on a local machine; there the outbox is open to anyone who uses it.
  'get /api/dev/mail': row(ALL_READ, () => to('http://localhost:3000/api/dev/mail')),
  'get /api/dev/mail-samples': row(ALL_READ, () => to('/api/dev/mail-samples')),
  'get /api/dev/mail-samples/{name}': row(ALL_READ, () => to('/api/dev/mail-samples/statement')),
  'post /api/dev/clock': row(REPRESENTATIVE, () => to('/api/dev/clock', { days: 0 })),
}
