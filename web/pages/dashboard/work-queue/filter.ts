/** The work queue’s state is its address: a colleague who gets the link sees the same. */
import type { Stage } from '#domain/people/work-queue.ts'
import type { WorkQueueShow } from '#domain/schemas/work-queue.ts'
import { stepsParamsIn, stepsShownOf } from '#web/parts/work-queue/shown.ts'
import { paths } from '#web/paths.ts'
import type { WorkQueueRequest } from '#web/queries/work-queue.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const STAGE_WORDS: Record<Stage, { label: string; tone: BadgeTone; icon?: 'check' | 'clock' }> = {
  draft: { label: 'Draft', tone: 'draft' },
  waiting_for_review: { label: 'Waiting for review', tone: 'waiting' },
  active: { label: 'Active', tone: 'active' },
  awaiting_results: { label: 'Awaiting results', tone: 'paused', icon: 'clock' },
  ready_to_settle: { label: 'Ready to settle', tone: 'active', icon: 'check' },
  collecting: { label: 'Collecting', tone: 'completed', icon: 'clock' },
  to_pay_out: { label: 'To pay out', tone: 'active', icon: 'clock' },
  closed: { label: 'Closed', tone: 'draft', icon: 'check' },
}

/** Each order by what it is used for. */
export const ORDERS = [
  { value: 'end', label: 'First to end', sort: 'end', order: 'asc' },
  { value: 'quiet', label: 'Longest without a result', sort: 'lastResult', order: 'asc' },
  { value: 'unconfirmed', label: 'Most to confirm', sort: 'unconfirmed', order: 'desc' },
  { value: 'failed', label: 'Most in failed charges', sort: 'failed', order: 'desc' },
  { value: 'pledged', label: 'Most pledged', sort: 'pledged', order: 'desc' },
  { value: 'behind', label: 'Furthest from the goal', sort: 'forecast', order: 'asc' },
  { value: 'ahead', label: 'Nearest to the goal', sort: 'forecast', order: 'desc' },
  { value: 'name', label: 'By name', sort: 'name', order: 'asc' },
] as const
type Order = (typeof ORDERS)[number]

export type WorkQueueFilter = {
  show: WorkQueueShow
  stage: string
  search: string
  by: Order['value']
  page: number
}

const MAX_TYPED = 200
const MAX_PAGES = 10_000
const FIRST = {
  show: 'mine_if_any',
  stage: 'open',
  search: '',
  by: 'end',
  page: 1,
} as const satisfies WorkQueueFilter

const isStage = (value: string): boolean => ['open', 'all'].includes(value) || value in STAGE_WORDS

/** Anything unreadable falls back to the default. */
export function workQueueFilterOf(params: URLSearchParams): WorkQueueFilter {
  const stage = params.get('stage') ?? ''
  const page = Number(params.get('page'))
  return {
    show: stepsShownOf(params).show,
    stage: isStage(stage) ? stage : FIRST.stage,
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_TYPED),
    by: ORDERS.find(({ value }) => value === params.get('by'))?.value ?? FIRST.by,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : FIRST.page,
  }
}

/**
 * The address contains only what differs from the default; a different filter starts at its first page. `beside` is the
 * present address: which next steps it shows stays.
 */
export function workQueueAddress(
  filter: WorkQueueFilter,
  changes: Partial<WorkQueueFilter> = {},
  beside: URLSearchParams = new URLSearchParams(),
): string {
  const query = stepsParamsIn(beside)
  for (const [name, value] of Object.entries({ ...filter, page: FIRST.page, ...changes }))
    if (value !== FIRST[name as keyof WorkQueueFilter]) query.set(name, String(value))
  return query.size > 0 ? `${paths.dashboard}?${query}` : paths.dashboard
}

export function filterOf({ show, stage, search, by, page }: WorkQueueFilter): WorkQueueRequest {
  const { sort, order } = ORDERS.find(({ value }) => value === by) ?? ORDERS[0]
  return { show, stage, search, sort, order, page }
}
