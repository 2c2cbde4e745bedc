import type { MailedInvitation, OwnOrganization } from '#domain/schemas/organization.ts'
import { EACH_TRY } from '#web/picture/upload.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { useWrite } from '#web/write.ts'

const refresh = [['organizations'], currentUserQuery.queryKey]

/** One address is mailed at most once an hour, and the screen says when no mail was sent. */
export const useResendInvitation = (id: string) =>
  useWrite<MailedInvitation, string>({
    request: (invitationId) => ({
      method: 'PUT',
      path: `${organizationPath(id)}/invitations/${invitationId}`,
      payload: { resendEmail: true },
    }),
    failure: 'Failed to resend invitation',
    success: ({ email, notMailedReason }) =>
      notMailedReason
        ? { title: 'No email was sent', description: notMailedReason }
        : { title: 'Invitation sent again', description: `${email} has two weeks to accept it.` },
    refresh,
  })

export const useRevokeInvitation = (id: string, onDone: () => void) =>
  useWrite<unknown, string>({
    request: (invitationId) => ({
      method: 'DELETE',
      path: `${organizationPath(id)}/invitations/${invitationId}`,
    }),
    failure: 'Failed to revoke invitation',
    success: { title: 'Invitation revoked' },
    refresh,
    onSuccess: onDone,
  })

export const useRemoveMember = (id: string, onDone: () => void) =>
  useWrite<unknown, string>({
    request: (userId) => ({ method: 'DELETE', path: `${organizationPath(id)}/members/${userId}` }),
    failure: 'Failed to remove',
    success: { title: 'Removed from the organization' },
    refresh,
    onSuccess: onDone,
  })

const shown = [...refresh, ['campaigns']]

export const useSaveColors = (id: string, onDone: () => void) =>
  useWrite<OwnOrganization, Pick<OwnOrganization, 'firstColor' | 'secondColor'>>({
    request: (payload) => ({ method: 'PUT', path: organizationPath(id), payload }),
    failure: 'Failed to update organization',
    success: { title: 'Colors saved' },
    refresh: shown,
    onSuccess: onDone,
  })

export const useUploadLogo = (id: string) =>
  useWrite<OwnOrganization, Blob>({
    request: (logo) => ({ method: 'POST', path: `${organizationPath(id)}/logo`, payload: logo }),
    failure: null,
    success: { title: 'Logo saved' },
    refresh: shown,
    intent: EACH_TRY,
  })

export const useRemoveLogo = (id: string) =>
  useWrite({
    request: () => ({ method: 'DELETE', path: `${organizationPath(id)}/logo` }),
    failure: 'Failed to remove the logo',
    success: { title: 'Logo removed', description: 'The drawn crest is shown again.' },
    refresh: shown,
  })
