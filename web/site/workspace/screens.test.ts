import { describe, expect, it } from 'vitest'
import { REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { currentScreen, screensFor } from './screens.ts'
import { hasScreens, isSignedInScreen } from './who.ts'

const someone = (roles: string[], ...member: ('owner' | 'scorer')[]): User =>
  ({
    roles,
    memberships: member.map((role, index) => ({
      organizationId: `o${index}`,
      organizationName: `Club ${index}`,
      role,
    })),
  }) as unknown as User
const addresses = (user: User | null) =>
  screensFor(user).flatMap(({ screens }) => screens.map(({ to }) => to))

describe('the navigation', () => {
  it('of a representative leads to every money screen and every list of upkeep', () => {
    expect(addresses(someone([REPRESENTATIVE]))).toEqual(
      expect.arrayContaining([
        paths.dashboard,
        paths.collections,
        paths.payments,
        paths.problems,
        paths.payouts,
        paths.reports,
        paths.representatives,
      ]),
    )
  })

  it('of an owner leads to their organizations, and to no screen of representatives', () => {
    expect(addresses(someone([], 'owner', 'scorer', 'owner'))).toEqual([
      paths.dashboard,
      paths.comments,
      paths.createCampaign,
      paths.organization('o0'),
      paths.organization('o2'),
    ])
  })

  it('is empty for a scorer, a supporter and a visitor: nothing in it would lead anywhere', () => {
    for (const user of [someone([], 'scorer'), someone([]), null]) {
      expect(addresses(user)).toEqual([])
      expect(hasScreens(user)).toBe(false)
    }
  })
})

describe('the screen the reader is on', () => {
  const groups = screensFor(someone([REPRESENTATIVE]))
  it('is the one that leads closest to it', () => {
    expect(currentScreen(groups, '/dashboard')).toBe(paths.dashboard)
    expect(currentScreen(groups, '/dashboard/payouts/1')).toBe(paths.payouts)
    expect(currentScreen(groups, '/dashboard/campaigns/1')).toBe(paths.dashboard)
    expect(currentScreen(groups, '/pledges')).toBeNull()
  })

  it('has the navigation beside it where it needs a session, and not on public pages', () => {
    for (const path of ['/dashboard', '/dashboard/payouts', '/home', '/pledges/1', '/giving/2026'])
      expect(isSignedInScreen(path)).toBe(true)
    for (const path of ['/', '/campaigns/1', '/homework', '/p/abc', '/sign-in'])
      expect(isSignedInScreen(path)).toBe(false)
  })
})
