/** Who has the navigation, and where: checked on every page, so that only those who have it load the screens. */
import type { User } from '#domain/schemas/user.ts'
import { isRepresentative } from '#web/site/session.ts'

export const ownedBy = (user: User) => user.memberships.filter(({ role }) => role === 'owner')

/** Those who run campaigns: a representative, or an owner. Scorers and supporters find theirs on the dashboard. */
export const runsCampaigns = (user: User | null): user is User =>
  user !== null && (isRepresentative(user) || ownedBy(user).length > 0)

const SIGNED_IN = /^\/(dashboard|home|pledges|ambassador|receipts|giving)(\/|$)/

/** A screen that needs a session, with the navigation beside the page; public pages keep their width. */
export const isSignedInScreen = (pathname: string): boolean => SIGNED_IN.test(pathname)
