/** Who has the navigation, and where: asked on every page, so the screens themselves come only to those who have it. */
import type { User } from '#domain/schemas/user.ts'
import { isRepresentative } from '#web/site/session.ts'

export const ownedBy = (user: User) => user.memberships.filter(({ role }) => role === 'owner')

/** Whoever runs campaigns: a representative, or an owner. A scorer finds theirs on the dashboard, and a supporter too. */
export const runsCampaigns = (user: User | null): user is User =>
  user !== null && (isRepresentative(user) || ownedBy(user).length > 0)

const SIGNED_IN = /^\/(dashboard|home|pledges|ambassador|receipts|giving)(\/|$)/

/** A screen that needs a session, where the navigation is beside the page; public pages keep their width. */
export const isSignedInScreen = (pathname: string): boolean => SIGNED_IN.test(pathname)
