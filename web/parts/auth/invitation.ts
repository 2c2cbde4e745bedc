/** Someone who was invited to work for an organization signs in or up, has joined by that, and lands where their work is. */
import { useQuery } from '@tanstack/react-query'
import { ROLE_WORDS } from '#domain/people/role-words.ts'
import { roleMay } from '#domain/people/roles.ts'
import type { Acceptance, OpenInvitation } from '#domain/schemas/organization.ts'
import { invitationIn, paths } from '#web/paths.ts'
import { invitationQuery } from '#web/queries/organizations.ts'
import { api } from '#web/query-client.ts'

export const acceptanceOf = (token: string) =>
  ({
    method: 'POST',
    path: '/api/organization-invitations/acceptances',
    payload: { token },
  }) as const

export type Invited = OpenInvitation & { email: string; token: string }

/** The open invitation that this sign-in is for, with the address it was mailed to; null for none. */
export function useInvited(returnTo: string): { invited: Invited | null; isLoading: boolean } {
  const token = invitationIn(returnTo)
  const { data, isLoading } = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== null })
  const invited = token && data?.email ? { ...data, email: data.email, token } : null
  return { invited, isLoading }
}

export const invitedAs = ({
  organizationName,
  role,
}: Pick<OpenInvitation, 'organizationName' | 'role'>): string =>
  `${organizationName} invites you to be ${ROLE_WORDS[role].withArticle}.`

/** Where the work of a new member is. */
export function landingOf({ organizationId, role, campaignId }: Acceptance): string {
  if (roleMay(role, 'readMoney')) return paths.organization(organizationId)
  if (campaignId === null) return paths.dashboard
  return roleMay(role, 'confirmResults')
    ? paths.manage(campaignId, 'results')
    : paths.enterResults(campaignId)
}

/**
 * Leaves the screen for a new document, so that the whole page is rendered for the signed-in user. The person who was
 * invited at this address has joined first; anyone else, or if that fails, reads on the invitation's page what to do.
 */
export async function goOn(
  returnTo: string,
  given: { email: string; invited: Invited | null },
): Promise<void> {
  const { email, invited } = given
  const landing = invited?.email === email ? await join(invited.token).catch(() => null) : null
  window.location.assign(landing ?? returnTo + window.location.hash)
}

async function join(token: string): Promise<string> {
  const { method, path, payload } = acceptanceOf(token)
  return landingOf((await (await api.write(method, path, payload)).json()) as Acceptance)
}
