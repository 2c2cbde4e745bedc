import { z } from 'zod'
import {
  Acceptance,
  AcceptanceForm,
  Destination,
  DestinationForm,
  InvitationUpdate,
  MailedInvitation,
  ManagedOrganization,
  MemberForm,
  OpenInvitation,
  OwnOrganization,
  TaxStatusUpdate,
} from '#domain/schemas/organization.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import {
  acceptInvitation,
  inviteMember,
  openInvitation,
  resendMemberInvitation,
  revokeInvitation,
} from './invitations.ts'
import { managedOrganization } from './owners.ts'
import { approveDestination, proposeDestination, withdrawDestination } from './payout-destination.ts'
import { setTaxStatus } from './tax-status.ts'

const InvitationParams = IdParams.extend({ invitationId: z.uuid('Not an id') })
const DestinationParams = IdParams.extend({ destinationId: z.uuid('Not an id') })
const TokenParams = AcceptanceForm

export const peopleRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}',
    who: 'treasurer',
    summary:
      'An organization with its payout destination and, for its owners, its people and open invitations',
    rules: 'R25, R27',
    params: IdParams,
    response: ManagedOrganization,
    handle: ({ deps, actor, params }) => managedOrganization(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/invitations',
    who: 'owner',
    needsSecondStep: true,
    summary: 'Invite someone to a role by email; they are in once they accept',
    rules: 'R25, R29',
    creates: true,
    params: IdParams,
    body: MemberForm,
    response: MailedInvitation,
    handle: ({ deps, transact, actor, params, body }) => inviteMember(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/organizations/{id}/invitations/{invitationId}',
    who: 'owner',
    summary: 'Send the invitation again, at most once an hour; it is valid for two weeks more',
    rules: 'R25',
    params: InvitationParams,
    body: InvitationUpdate,
    response: MailedInvitation,
    handle: ({ deps, transact, actor, params }) => resendMemberInvitation(deps, transact, actor, params),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/organizations/{id}/invitations/{invitationId}',
    who: 'owner',
    summary: 'Revoke an open invitation',
    rules: 'R25',
    params: InvitationParams,
    handle: ({ deps, transact, actor, params }) => revokeInvitation(deps, transact, actor, params),
  }),
  defineRoute({
    method: 'get',
    path: '/api/organization-invitations/{token}',
    who: 'anyone',
    summary: 'What an invitation is for, to anyone who has its link; changes nothing',
    rules: 'R25, R44',
    params: TokenParams,
    response: OpenInvitation,
    handle: ({ deps, params }) => openInvitation(deps.db, deps.clock.now(), params.token),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organization-invitations/acceptances',
    who: 'signed-in',
    summary: "Accept an invitation by its link's secret",
    rules: 'R25, R44',
    body: AcceptanceForm,
    response: Acceptance,
    handle: ({ deps, transact, actor, body }) => acceptInvitation(deps, transact, actor, body.token),
  }),
  defineRoute({
    method: 'put',
    path: '/api/organizations/{id}/standing',
    who: 'representative',
    summary: 'Set 501(c)(3) with EIN and the day it was checked, size and time zone',
    rules: 'R25',
    params: IdParams,
    body: TaxStatusUpdate,
    response: OwnOrganization,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      setTaxStatus(deps, transact, actor, { id: params.id, ifMatch }, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/payout-destinations',
    who: 'owner',
    needsSecondStep: true,
    summary:
      'Propose where the organization is paid; a second person, a representative, approves it. Owners propose the first one',
    rules: 'R25, R29',
    creates: true,
    params: IdParams,
    body: DestinationForm,
    response: Destination,
    handle: ({ deps, transact, actor, params, body }) =>
      proposeDestination(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/payout-destinations/{destinationId}/approval',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Approve a proposed payout destination, as a second person; the owners are notified',
    rules: 'R25, R29',
    creates: true,
    params: DestinationParams,
    response: Destination,
    handle: ({ deps, transact, actor, params }) => approveDestination(deps, transact, actor, params),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/organizations/{id}/payout-destinations/{destinationId}',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Withdraw a proposed payout destination',
    rules: 'R25, R29',
    params: DestinationParams,
    handle: ({ deps, transact, actor, params }) => withdrawDestination(deps, transact, actor, params),
  }),
]
