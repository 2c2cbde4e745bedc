import {
  faBell,
  faBuildingColumns,
  faCalendarXmark,
  faCheck,
  faChevronRight,
  faClipboardCheck,
  faCreditCard,
  faEnvelopeOpenText,
  faFileInvoiceDollar,
  faFlag,
  faGavel,
  faHand,
  faListCheck,
  faPaperPlane,
  faPhone,
  faPlus,
  faReply,
  faTriangleExclamation,
  faUserShield,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { STEPS, type StepKind } from '#domain/people/work-queue.ts'
import type { WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { countText } from '#web/format.ts'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { ownStepsOf, STEPS_PAGE_SIZE, type StepsRequest, workQueueStepsOf } from '#web/queries/work-queue.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { stepsSearch, stepsShownOf } from './shown.ts'
import { stepWords } from './step-labels.ts'

const GLYPHS: Record<StepKind, IconDefinition> = {
  update_card: faCreditCard,
  confirm_pledge: faEnvelopeOpenText,
  pay_invoice: faFileInvoiceDollar,
  answer_dispute: faGavel,
  books_on_hold: faTriangleExclamation,
  failed_charges: faCreditCard,
  ending_without_results: faCalendarXmark,
  review: faClipboardCheck,
  answer_owner: faReply,
  thank_yous: faEnvelopeOpenText,
  held_pledges: faHand,
  confirm_results: faCheck,
  settle: faFileInvoiceDollar,
  settle_correction: faFileInvoiceDollar,
  enter_results: faListCheck,
  reported_comments: faFlag,
  confirm_representative: faUserShield,
  approve_destination: faCheck,
  sign_off: faCheck,
  exception: faTriangleExclamation,
  approve_payout: faCheck,
  send_payout: faPaperPlane,
  confirm_payout: faCheck,
  deposit_checks: faBuildingColumns,
  send_refund: faPaperPlane,
  unpaid_invoices: faPhone,
  prepare_payout: faFileInvoiceDollar,
  answered_review: faReply,
  check_names: faCheck,
  finish_draft: faListCheck,
  match_now: faPlus,
  enter_match: faPlus,
  nudge: faBell,
}

/** One next step: what to do, where, and a link to the place where it is done. */
function StepLine({ step }: { step: WorkQueueStep }) {
  const { title, detail, to } = stepWords(step)
  return (
    <Link
      to={to}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 border-t border-line px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <span className="stat-icon group-hover:bg-surface">
        <Icon icon={GLYPHS[step.kind]} />
      </span>
      <span className="min-w-0">
        <strong className="block break-words">{title}</strong>
        <span className="quiet fine block break-words">
          {[placeOf(step, title), detail].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon icon={faChevronRight} className="size-3 text-ink2" />
    </Link>
  )
}

/** A title that names the campaign does not need it a second time. */
const placeOf = ({ campaignName, organizationName }: WorkQueueStep, title: string): string | null =>
  campaignName !== null && title.includes(campaignName) ? organizationName : campaignName

/** Each kind of next step, where a list is narrowed down to one. */
const KIND_LABELS: Record<StepKind, string> = {
  update_card: 'Cards that failed',
  confirm_pledge: 'Pledges to confirm',
  pay_invoice: 'Invoices to pay',
  answer_dispute: 'Disputes to answer',
  exception: 'Exceptions to decide',
  books_on_hold: 'Books that do not balance',
  failed_charges: 'Failed cards',
  reported_comments: 'Reported messages',
  answered_review: 'Drafts to change',
  ending_without_results: 'Ending without results',
  review: 'Drafts to review',
  answer_owner: 'Owners to answer',
  thank_yous: 'Emails of thanks to read',
  match_now: 'Matches being played',
  enter_match: 'Results to enter',
  held_pledges: 'Held pledges',
  confirm_results: 'Results to confirm',
  settle: 'Campaigns to settle',
  settle_correction: 'Corrections to settle',
  confirm_representative: 'Representatives to confirm',
  approve_destination: 'Payout destinations to approve',
  sign_off: 'Refunds and adjustments to approve',
  approve_payout: 'Payouts to approve',
  send_payout: 'Payouts to send',
  confirm_payout: 'Payouts to confirm',
  deposit_checks: 'Checks to deposit',
  send_refund: 'Refunds to send',
  unpaid_invoices: 'Unpaid invoices',
  enter_results: 'Results still missing',
  prepare_payout: 'Payouts to prepare',
  check_names: 'Names to check',
  finish_draft: 'Drafts to finish',
  nudge: 'Ambassadors to nudge',
}

const SHOWN_FIRST = 6

/** This representative's open work in all campaigns, the most pressing first; each line links to where it is done. */
export const ThisWeek = () => (
  <NextSteps
    queryOf={workQueueStepsOf}
    title="This week"
    nothing="Nothing needs your attention in any campaign."
    action={
      <Link to={paths.collections} className={`${buttonClass({ size: 'small' })} ml-auto`}>
        Collections
      </Link>
    }
  />
)

/** The open work of a member in their own campaigns, and of a supporter in their own pledges. */
export const WhatToDo = ({ entersResults = true }: { entersResults?: boolean }) => (
  <NextSteps
    queryOf={ownStepsOf}
    title="What to do"
    nothing={
      entersResults
        ? 'Nothing to do now. Matches to enter and results to confirm will appear here.'
        : 'Nothing to do now: no card failed, and nothing is waiting to be confirmed or paid.'
    }
  />
)

type Props = { queryOf: typeof workQueueStepsOf; title: string; nothing: string; action?: ReactNode }

function NextSteps({ queryOf, title, nothing, action }: Props) {
  const { shown, go, list, arrive } = useStepsShown()
  const found = useQuery({ ...queryOf(shown), placeholderData: keepPreviousData })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  useEffect(() => {
    if (data && !isPlaceholderData) arrive()
  })
  const total = data ? totalOf(data) : 0
  return (
    <section className="card overflow-hidden" aria-labelledby="next-steps">
      <div className="flex items-center gap-3 px-5 py-4">
        <Heading level={2} id="next-steps">
          {title}
        </Heading>
        <Count value={total} of="next steps" />
        {action}
      </div>
      {!data && !error && <Skeleton className="mx-5 mb-5 h-60" />}
      {/* "Nothing to do" is said only of what was just read. */}
      <LoadProblem
        what="What is next"
        found={total > 0 ? found : { ...found, data: undefined }}
        className="px-5 pb-5"
      />
      {data && total === 0 && !error && (
        <div className="px-5 pb-5">
          <Note tone="good">{nothing}</Note>
        </div>
      )}
      {data && shown.isOpen && total > 0 && (
        <Kinds kind={shown.kind} data={data} onChange={(kind) => go({ page: 1, kind })} />
      )}
      <ul ref={list}>
        {(shown.isOpen ? data?.steps : data?.steps.slice(0, SHOWN_FIRST))?.map((step) => (
          <li
            key={`${step.kind} ${step.campaignId} ${step.eventId} ${step.subject} ${step.pledgeId} ${step.at}`}
          >
            <StepLine step={step} />
          </li>
        ))}
      </ul>
      {data && <Rest shown={shown} data={data} total={total} go={go} />}
    </section>
  )
}

/** Of all kinds, also where one is asked for. */
const totalOf = ({ kinds, count }: Pick<WorkQueueSteps, 'kinds' | 'count'>): number =>
  kinds ? Object.values(kinds).reduce((sum, one) => sum + one, 0) : count

type Shown = ReturnType<typeof stepsShownOf>
type Go = (to: StepsRequest, focusAt?: number) => void

/** What the address shows, and how to show something else: the first new step then has the focus. */
function useStepsShown() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const shown = stepsShownOf(params)
  const list = useRef<HTMLUListElement>(null)
  const expected = useRef<(StepsRequest & { focusAt: number }) | null>(null)
  const go: Go = (to, focusAt) => {
    expected.current = focusAt === undefined ? null : { ...to, focusAt }
    // Opening the list is no step back for the Back button; its pages are.
    void navigate(
      { search: stepsSearch(params, to) },
      { replace: !shown.isOpen || to.kind !== shown.kind, preventScrollReset: true },
    )
  }
  /** The steps that were asked for are there. */
  const arrive = (): void => {
    const { current } = expected
    if (!current || !shown.isOpen || current.page !== shown.page || current.kind !== shown.kind) return
    expected.current = null
    list.current?.querySelectorAll('a')[current.focusAt]?.focus()
  }
  return { shown, go, list, arrive }
}

type RestProps = { shown: Shown; data: WorkQueueSteps; total: number; go: Go }

/** The way to what is not shown: more of this page, or the other pages. */
function Rest({ shown, data: { steps, count }, total, go }: RestProps) {
  const { isOpen, page, kind } = shown
  if (!isOpen)
    return total > SHOWN_FIRST ? (
      <p className="border-t border-line px-5 py-3">
        <Button size="small" onClick={() => go({ page: 1, kind }, SHOWN_FIRST)}>
          Show {countText(total - SHOWN_FIRST)} more
        </Button>
      </p>
    ) : null
  const start = (page - 1) * STEPS_PAGE_SIZE
  const last = Math.ceil(count / STEPS_PAGE_SIZE)
  // The last step of the page is done.
  if (steps.length === 0 && total > 0)
    return (
      <p className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3.5">
        <span>{count === 0 ? 'Nothing of this kind is left.' : 'Nothing is left on this page.'}</span>
        <Button
          size="small"
          onClick={() => go(count === 0 ? { page: 1, kind: null } : { page: last, kind }, 0)}
        >
          {count === 0 ? 'Show all kinds' : 'Show the last page'}
        </Button>
      </p>
    )
  if (last <= 1) return null
  return (
    <Pager
      label="Pages of next steps"
      from={start + 1}
      to={start + steps.length}
      of={count}
      onPrevious={page > 1 ? () => go({ page: page - 1, kind }, 0) : null}
      onNext={page < last ? () => go({ page: page + 1, kind }, 0) : null}
    />
  )
}

const ALL = 'all'
type KindsProps = { kind: StepKind | null; data: WorkQueueSteps; onChange: (kind: StepKind | null) => void }

/** The kinds there are, with their counts: so that many of one kind hide no other. */
function Kinds({ kind, data: { kinds = {}, count }, onChange }: KindsProps) {
  const there = STEPS.filter((one) => one === kind || (kinds[one] ?? 0) > 0)
  return (
    <div className="px-5 pb-4">
      <Select
        label="Kind of next step"
        className="w-80 max-md:w-full"
        value={kind ?? ALL}
        options={[
          { value: ALL, label: `All kinds (${countText(totalOf({ kinds, count }))})` },
          ...there.map((one) => ({
            value: one,
            label: `${KIND_LABELS[one]} (${countText(kinds[one] ?? 0)})`,
          })),
        ]}
        onChange={(value) => onChange(value === ALL ? null : (value as StepKind))}
      />
    </div>
  )
}
