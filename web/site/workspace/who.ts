/** Who has the navigation, and where: checked on every page, so that only those who have it load the screens. */
import { roleMay } from '#domain/people/roles.ts'
import type { User } from '#domain/schemas/user.ts'
import { isRepresentative } from '#web/site/session.ts'

/** The organizations whose campaigns they manage. */
export const ownedBy = (user: User) => user.memberships.filter(({ role }) => roleMay(role, 'manage'))

/** Those with a page for them: its money and, for owners, its people. */
export const openedBy = (user: User) => user.memberships.filter(({ role }) => roleMay(role, 'readMoney'))

/** Those with screens of their own: representatives, owners and treasurers. Everyone else finds theirs on the dashboard. */
export const hasScreens = (user: User | null): user is User =>
  user !== null && (isRepresentative(user) || openedBy(user).length > 0)

const SIGNED_IN = /^\/(dashboard|home|pledges|ambassador|receipts|giving)(\/|$)/

/** A screen that needs a session, with the navigation beside the page; public pages keep their width. */
export const isSignedInScreen = (pathname: string): boolean => SIGNED_IN.test(pathname)
