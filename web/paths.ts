export const paths = {
  landing: '/',
  home: '/home',
  campaigns: '/campaigns',
  campaign: (id: string) => `/campaigns/${id}`,
  /** A pledge without an account, on one screen; and the page its mail links to. */
  guestPledge: (id: string) => `/campaigns/${id}/pledge`,
  /** The same for somebody signed in whose address is in none of the 50 states: by card, it needs none. */
  pledgeWithoutAddress: (id: string) => `/campaigns/${id}/pledge?address=none`,
  guestLink: (token: string) => `/g/${token}`,
  pledgeCard: (id: string) => `/pledge-card-test/${id}`,
  scoreboard: (id: string) => `/campaigns/${id}/scoreboard`,
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  createCampaign: '/dashboard/create-campaign',
  copyCampaign: (id: string) => `/dashboard/campaigns/${id}/copy`,
  thankYouList: (id: string) => `/dashboard/campaigns/${id}/thank-you-list`,
  profile: '/dashboard/profile',
  cards: '/dashboard/problems#cards',
  mail: '/dashboard/problems#mail',
  heldPledges: '/dashboard/problems#held-pledges',
  reports: '/dashboard/reports',
  /** The provider's month for QuickBooks Online and Xero. */
  bookkeeping: '/dashboard/reports/bookkeeping',
  collections: '/dashboard/collections',
  collectionsOf: (campaignId: string) => `/dashboard/collections?campaign=${campaignId}&show=all`,
  /** A campaign's invoices that are past their due date. */
  overdueOf: (campaignId: string) => `/dashboard/collections?campaign=${campaignId}&show=overdue`,
  /** A campaign's charges that are not tried again by themselves. */
  stoppedCards: (campaignId: string) => `/dashboard/collections?campaign=${campaignId}&show=stopped`,
  /** One charge, with its disputes and the evidence for the bank. */
  disputedCharge: (chargeId: string) => `/dashboard/collections?show=disputed&charge=${chargeId}`,
  /** One charge, over the list of collections. */
  charge: (id: string) => `/dashboard/collections?charge=${id}`,
  payments: '/dashboard/payments',
  /** The lines of the provider's bank account, matched with the books. */
  bank: '/dashboard/bank',
  /** What has this number, in one of the lists of checks and cash. */
  postedPayment: (number: string, list: 'deposits' | 'bank' | 'reversed' | 'refunded' = 'bank') =>
    `/dashboard/payments?${new URLSearchParams({ in: list, number })}`,
  /** Checks and cash that are on no deposit slip. */
  toDeposit: '/dashboard/payments#to-deposit',
  /** What is owed back to supporters by check or cash. */
  giveBack: '/dashboard/payments#give-back',
  /** What is rare, and what one representative prepared and another approves. */
  exceptions: '/dashboard/problems#exceptions',
  problems: '/dashboard/problems',
  payouts: '/dashboard/payouts',
  payoutsOf: (campaignName: string) =>
    `/dashboard/payouts?${new URLSearchParams({ search: campaignName.slice(0, 100) })}`,
  /** A payout's statement, and the payments behind one of its figures. */
  payout: (id: string, figure?: string) => `/dashboard/payouts/${id}${figure ? `?figure=${figure}` : ''}`,
  comments: '/dashboard/comments',
  representatives: '/dashboard/representatives',
  organization: (id: string) => `/dashboard/organizations/${id}`,
  /** Where it is paid: proposed and approved there. */
  payoutDestination: (id: string) => `/dashboard/organizations/${id}#payout-destination`,
  /** What an organization's year brought, named by the year in which it starts. */
  organizationYear: (id: string, year: number | string = '') =>
    `/dashboard/organizations/${id}/years/${year}`,
  /** An organization's month for QuickBooks Online and Xero. */
  organizationBookkeeping: (id: string) => `/dashboard/organizations/${id}/bookkeeping`,
  manage: (id: string, tab?: string) =>
    `/dashboard/campaigns/${id}${tab && tab !== 'supporters' ? `?tab=${tab}` : ''}`,
  /** The campaign's details, open to be changed. */
  editCampaign: (id: string) => `/dashboard/campaigns/${id}?edit=details`,
  /** The results tab with the match-counting screen open. */
  enterResults: (id: string) => `/dashboard/campaigns/${id}?tab=results&enter=match`,
  /** The results tab at one match's entries to confirm. */
  confirmMatch: (id: string, eventId = 'none') => `/dashboard/campaigns/${id}?tab=results#confirm-${eventId}`,
  /** The results tab where achievements are declared. */
  achievements: (id: string) => `/dashboard/campaigns/${id}?tab=results#achievements`,
  /** The settlements tab at the final settlement's preview, and at the charges that failed. */
  finalSettlement: (id: string) => `/dashboard/campaigns/${id}?tab=settlements&kind=final`,
  failedCharges: (id: string) => `/dashboard/campaigns/${id}?tab=settlements&charges=failed#charges`,
  pledges: '/pledges',
  ambassador: '/ambassador',
  pledge: (id: string) => `/pledges/${id}`,
  /** The page behind the link in the mail about a requested change. */
  changeLink: (token: string) => `/change/${token}`,
  /** What a link in an e-mail opens, and a receipt of it. */
  linkedPledge: (token: string) => `/p/${token}`,
  linkedReceipt: (token: string, id = '') => `/p/${token}/receipts/${id}`,
  linkedGiving: (token: string, year = '') => `/p/${token}/giving/${year}`,
  receipt: (id: string) => `/receipts/${id}`,
  /** Without a year: the newest with payments. `of`: whose, from `givingOf`. */
  giving: (year = '', of = '') => `/giving${year && `/${year}`}${of}`,
  whatIsThisCharge: '/what-is-this-charge',
  howItWorks: '/how-it-works',
  successStories: '/success-stories',
  pricing: '/pricing',
  help: '/help',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  createCampaignAlias: '/create-campaign',
  mailbox: '/dev/mail',
  mailSamples: (name?: string) => `/dev/mail/samples${name ? `/${name}` : ''}`,
} as const

/** The campaign's schedule as a calendar to subscribe to. */
export const schedulePath = (campaignId: string): string => `/api/campaigns/${campaignId}/schedule.ics`

const NOWHERE = 'http://site.invalid'

/**
 * Only an address on this site is a valid place to return to, escaped for use in a header. It is checked as a browser
 * resolves it: `/..//other.site` leads to another site.
 */
export function safeReturn(path: string | null | undefined, otherwise: string = paths.dashboard): string {
  if (!path?.startsWith('/') || /[\r\n\t\\]/.test(path) || !URL.canParse(path, NOWHERE)) return otherwise
  const { origin, pathname, search, hash } = new URL(path, NOWHERE)
  if (origin !== NOWHERE || pathname.startsWith('//')) return otherwise
  if (/^\/(sign-in|sign-up|forgot-password|reset-password|api)(\/|$)/.test(pathname)) return otherwise
  return pathname + search + hash
}

/** The link in an invitation to work for an organization. */
export const joinOrganizationPath = (token: string): string =>
  `/organizations/join?token=${encodeURIComponent(token)}`

/** The secret of the invitation that someone signs in for; null for any other address. */
export function invitationIn(returnTo: string): string | null {
  const { pathname, searchParams } = new URL(returnTo, NOWHERE)
  const token = searchParams.get('token')
  return pathname === '/organizations/join' && token !== null && /^[\w-]{43}$/.test(token) ? token : null
}

/** What is kept while a visitor signs in, so that the screen can mention it (R47). */
export type Waiting = 'pledge' | null

const withReturn = (screen: string, path: string, waiting: Waiting): string => {
  if (path === paths.dashboard) return screen
  return `${screen}?returnTo=${encodeURIComponent(path)}${waiting ? `&waiting=${waiting}` : ''}`
}
export const waitingIn = (params: URLSearchParams): Waiting =>
  params.get('waiting') === 'pledge' ? 'pledge' : null

export const signInPath = (returnTo: string, waiting: Waiting = null): string =>
  withReturn(paths.signIn, returnTo, waiting)
export const signUpPath = (returnTo: string, waiting: Waiting = null): string =>
  withReturn(paths.signUp, returnTo, waiting)
/** A browser navigation that starts sign-in, with any identity provider. */
export const startSignInPath = (returnTo: string, waiting: Waiting = null): string =>
  withReturn('/api/sign-in', returnTo, waiting)
