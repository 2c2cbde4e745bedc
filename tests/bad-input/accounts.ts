/** Bodies that are wrong in every field, for the routes about people, organizations and their mail. */
import type { WrongBody } from './wrong-body.ts'

export const ACCOUNT_BODIES: Record<string, WrongBody> = {
  'put /api/auth/user': {
    wrong: { firstName: '', lastName: 3, phone: {}, state: 'ZZ', zip: 'x'.repeat(21) },
  },
  'post /api/users': {
    wrong: {
      firstName: 1,
      lastName: 3,
      email: 'x',
      phone: {},
      streetAddress1: [],
      city: true,
      state: 'XX',
      zip: 2,
    },
  },
  'post /api/collections/names': { wrong: { pledgeIds: ['Dana'] }, named: ['pledgeIds.0'] },
  'post /api/representatives': { wrong: { email: 'nobody' } },
  'post /api/api-keys': {
    wrong: { name: '', organizationId: 'ours', scopes: ['money:write'] },
    named: ['name', 'organizationId', 'scopes.0'],
  },
  'post /api/organizations': {
    wrong: {
      name: 1,
      description: [],
      website: 'ftp://x',
      city: {},
      state: 'Texas',
      timeZone: 'Mars',
      organizationType: 'club',
    },
  },
  'put /api/organizations/{id}': {
    wrong: {
      description: 5,
      website: 'nope',
      payeeName: {},
      streetAddress: 1,
      city: '',
      state: 'ZZ',
      zip: [],
      timeZone: 'Mars',
      fiscalYearFrom: 7,
      firstColor: 'red',
      secondColor: 1,
    },
  },
  'post /api/organizations/{id}/members': { wrong: { email: 3, role: 'boss' } },
  'post /api/organizations/{id}/invitations': { wrong: { email: 'nobody', role: 'boss' } },
  'put /api/organizations/{id}/invitations/{invitationId}': { wrong: { resendEmail: false } },
  'post /api/organization-invitations/acceptances': { wrong: { token: 5 } },
  'put /api/organizations/{id}/standing': {
    wrong: {
      is501c3: 'yes',
      ein: '12',
      einCheckedOn: '2026-02-30',
      is501c3Since: 'May',
      sizeTier: 'huge',
      timeZone: 'Mars',
    },
  },
  'post /api/organizations/{id}/payout-destinations': { wrong: { method: 'gold' } },
  'post /api/organizations/{id}/webhook-endpoints': { wrong: { url: 5 } },
  'post /api/webhook-endpoints': { wrong: { url: '' } },
  'post /api/sandbox/organizations/{id}/stripe-account': { wrong: { accountNumber: 'iban' } },
  'put /api/user/mail-choices': { wrong: { kind: 'receipt', isOn: 'yes' } },
  'post /api/unsubscribe-links/{token}': { wrong: { isOn: 'yes' } },
  'post /api/contact': {
    wrong: { name: 1, email: 'nobody', organization: {}, phone: 5, message: ' ', homepage: [] },
  },
}
