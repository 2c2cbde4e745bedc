/** What the collections screen shows is in its address, so that it can be sent to a colleague. */
import { OPEN_GROUPS, type OpenState } from '#domain/billing/collection.ts'
import { paths } from '#web/paths.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const VIEWS = [
  { value: 'items', label: 'Open items' },
  { value: 'campaigns', label: 'By campaign' },
  { value: 'ambassadors', label: 'By ambassador' },
] as const

/** How the words of a state look. */
export const STATE_BADGES: Record<OpenState, { tone: BadgeTone; icon?: 'warning' | 'clock' }> = {
  disputed: { tone: 'cancelled', icon: 'warning' },
  past_due: { tone: 'cancelled' },
  requires_action: { tone: 'paused', icon: 'clock' },
  failed: { tone: 'paused', icon: 'clock' },
  overdue: { tone: 'cancelled', icon: 'clock' },
  invoiced: { tone: 'waiting' },
  processing: { tone: 'waiting' },
  scheduled: { tone: 'waiting' },
  owed_back: { tone: 'waiting' },
}

/** The states of one line of what is billed and not collected. */
export const GROUP_WORDS: Record<keyof typeof OPEN_GROUPS, string> = {
  cards: 'Failed cards',
  stopped: 'Failed cards, not tried again',
  upcoming: 'Upcoming',
}

export const ORDERS = [
  { value: 'missing', label: 'Most unpaid' },
  { value: 'rate', label: 'Lowest rate' },
  { value: 'billed', label: 'Most billed' },
  { value: 'collected', label: 'Most collected' },
  { value: 'name', label: 'By name' },
] as const

export type CollectionsFilter = {
  view: (typeof VIEWS)[number]['value']
  show: string
  by: (typeof ORDERS)[number]['value']
  campaign: string
  search: string
  page: number
  /** The charge whose drawer is open. */
  charge: string
}
const FIRST: CollectionsFilter = {
  view: 'items',
  show: 'late',
  by: 'missing',
  campaign: '',
  search: '',
  page: 1,
  charge: '',
}
const MAX_TYPED = 200
const MAX_PAGES = 10_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idIn = (text: string | null): string => (text !== null && ID.test(text) ? text : '')

/** Anything unreadable falls back to the default. */
export function filterOf(params: URLSearchParams): CollectionsFilter {
  const page = Number(params.get('page'))
  const show = params.get('show') ?? ''
  return {
    view: VIEWS.find(({ value }) => value === params.get('view'))?.value ?? FIRST.view,
    show: show === 'all' || show in STATE_BADGES || show in OPEN_GROUPS ? show : FIRST.show,
    by: ORDERS.find(({ value }) => value === params.get('by'))?.value ?? FIRST.by,
    campaign: idIn(params.get('campaign')),
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_TYPED),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : FIRST.page,
    charge: idIn(params.get('charge')),
  }
}

/** The address contains only what differs from the default. A different filter starts at page 1; a drawer is not a filter. */
export function addressOfFilter(look: CollectionsFilter, changes: Partial<CollectionsFilter> = {}): string {
  const isDrawer = Object.keys(changes).every((name) => name === 'charge')
  const wanted = { ...look, ...(isDrawer ? {} : { page: FIRST.page, charge: '' }), ...changes }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wanted))
    if (value !== FIRST[name as keyof CollectionsFilter]) query.set(name, String(value))
  return query.size > 0 ? `${paths.collections}?${query}` : paths.collections
}
