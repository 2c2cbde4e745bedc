/** The screens each role works in, as listed by the desktop rail, the phone's bar and menu, and the command palette. */
import {
  faBuildingColumns,
  faCalendarDays,
  faComments,
  faGauge,
  faMoneyBillTransfer,
  faMoneyCheck,
  faPlus,
  faScaleBalanced,
  faTriangleExclamation,
  faUserShield,
  faUsers,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import type { User } from '#domain/schemas/user.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { paths } from '#web/paths.ts'
import { isRepresentative } from '#web/site/session.ts'
import { hasScreens, openedBy, ownedBy } from './who.ts'

export type Screen = {
  to: string
  label: string
  icon: IconDefinition
  /** How much open work it has, and how that is read aloud: "3 to deposit". */
  count?: { value: (open: OpenWork) => number; of: string }
  /** Its position in the phone's bar; without one, it is behind More there. */
  inBar?: number
  /** Its word there, when the label is longer than one word. */
  short?: string
}
export type ScreenGroup = { title: string; screens: readonly Screen[] }

const DASHBOARD = { to: paths.dashboard, label: 'Dashboard', inBar: 1, icon: faGauge } as const
const CREATE: Screen = {
  to: paths.createCampaign,
  label: 'Create Campaign',
  short: 'Create',
  inBar: 6,
  icon: faPlus,
}

const COMMENTS: Screen = {
  to: paths.comments,
  label: 'Messages',
  inBar: 5,
  icon: faComments,
  count: { value: ({ comments }) => comments, of: 'to decide' },
}
const WORK: Screen[] = [
  { ...DASHBOARD, count: { value: ({ reviews }) => reviews, of: 'to review' } },
  COMMENTS,
  CREATE,
]
const MONEY: Screen[] = [
  {
    to: paths.collections,
    label: 'Collections',
    inBar: 2,
    icon: faScaleBalanced,
    count: { value: ({ failedCharges }) => failedCharges, of: 'failed charges' },
  },
  {
    to: paths.payments,
    label: 'Checks and cash',
    short: 'Checks',
    inBar: 3,
    icon: faMoneyCheck,
    count: { value: ({ toDeposit }) => toDeposit, of: 'to deposit' },
  },
  {
    to: paths.payouts,
    label: 'Payouts',
    inBar: 4,
    icon: faMoneyBillTransfer,
    count: { value: ({ payouts }) => payouts, of: 'to approve, send or confirm' },
  },
  {
    to: paths.problems,
    label: 'Problems',
    icon: faTriangleExclamation,
    count: {
      value: ({ exceptions = 0, signOffs = 0, heldPledges = 0, disputes, undelivered }) =>
        exceptions + signOffs + heldPledges + disputes + undelivered,
      of: 'to look at',
    },
  },
  { to: paths.bank, label: 'Bank account', icon: faBuildingColumns },
  { to: paths.reports, label: 'Monthly report', icon: faCalendarDays },
]
const UPKEEP: Screen[] = [
  {
    to: paths.representatives,
    label: 'Representatives',
    icon: faUserShield,
    count: { value: ({ representatives = 0 }) => representatives, of: 'to confirm' },
  },
]

/** Only what they may open; empty for those who find theirs on the dashboard. */
export function screensFor(user: User | null): ScreenGroup[] {
  if (!hasScreens(user)) return []
  const organizations = openedBy(user).map(
    ({ organizationId, organizationName }): Screen => ({
      to: paths.organization(organizationId),
      label: organizationName,
      icon: faUsers,
    }),
  )
  const own = organizations.length > 0 ? [{ title: 'Your organizations', screens: organizations }] : []
  if (isRepresentative(user))
    return [
      { title: 'Campaigns', screens: WORK },
      { title: 'Money', screens: MONEY },
      { title: 'Upkeep', screens: UPKEEP },
      ...own,
    ]
  const results = { value: (open: OpenWork) => open.results, of: 'to confirm' }
  const manages = ownedBy(user).length > 0
  const screens = [{ ...DASHBOARD, count: results }, ...(manages ? [COMMENTS, CREATE] : [])]
  return [{ title: 'Campaigns', screens }, ...own]
}

/** Of a navigation's links, the one closest to the reader's page. */
export function currentScreen(groups: readonly ScreenGroup[], pathname: string): string | null {
  const leading = groups
    .flatMap(({ screens }) => screens)
    .map(({ to }) => to)
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
  return leading.reduce<string | null>((best, to) => (best && best.length >= to.length ? best : to), null)
}
