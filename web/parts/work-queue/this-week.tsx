import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { STEPS, type StepKind } from '#domain/people/work-queue.ts'
import type { WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { countText } from '#web/format.ts'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { ownStepsOf, STEPS_PAGE_SIZE, type StepsRequest, workQueueStepsOf } from '#web/queries/work-queue.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { stepsSearch, stepsShownOf } from './shown.ts'
import { kindLabel, stepAmount, stepWords } from './step-labels.ts'

/** One next step: what waits, how much and since when, and the button to where it is done; all of the row presses it. */
function StepLine({ step }: { step: WorkQueueStep }) {
  const { title, detail, action, to } = stepWords(step)
  const amount = stepAmount(step)
  const place = placeOf(step, title)
  return (
    <div className="@container/step border-t border-line">
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 px-5 py-2.5 hover:bg-sunken @min-[50rem]/step:grid-cols-[minmax(0,1fr)_8.5rem_12rem] @min-[50rem]/step:gap-y-0">
        <div className="col-span-full flex items-baseline justify-between gap-x-3.5 @min-[50rem]/step:contents">
          <strong className="min-w-0 break-words">{title}</strong>
          {amount !== null && (
            <span className="fig fig-t flat text-right @min-[50rem]/step:row-span-2" translate="no">
              {amount}
            </span>
          )}
        </div>
        <div className="quiet fine min-w-0 @min-[50rem]/step:row-start-2">
          <span className="block break-words @min-[50rem]/step:inline">{detail}</span>
          {place && detail && <span className="@max-[50rem]/step:hidden"> · </span>}
          <span className="block break-words @min-[50rem]/step:inline">{place}</span>
        </div>
        <Link
          to={to}
          aria-label={`${action}: ${[title, place].filter(Boolean).join(', ')}`}
          className={`${buttonClass({ size: 'dense' })} after:absolute after:inset-0 @min-[50rem]/step:col-start-3 @min-[50rem]/step:row-span-2 @min-[50rem]/step:row-start-1`}
        >
          {action}
        </Link>
      </div>
    </div>
  )
}

/** A title that names the campaign does not need it a second time. */
const placeOf = ({ campaignName, organizationName }: WorkQueueStep, title: string): string | null =>
  campaignName !== null && title.includes(campaignName) ? organizationName : campaignName

const SHOWN_FIRST = 6

/** This representative's open work in all campaigns, the most pressing first; each line links to where it is done. */
export const ThisWeek = () => (
  <NextSteps queryOf={workQueueStepsOf} title="Next steps" nothing="Nothing waits for you." />
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

type Props = { queryOf: typeof workQueueStepsOf; title: string; nothing: string }

function NextSteps({ queryOf, title, nothing }: Props) {
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
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">
        <Heading level={2} id="next-steps">
          {title}
        </Heading>
        <Count value={total} of={total === 1 ? 'next step' : 'next steps'} />
        {data && (total > SHOWN_FIRST || shown.kind !== null) && (
          <Kinds kind={shown.kind} data={data} onChange={(kind) => go({ ...shown, page: 1, kind })} />
        )}
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
  const { isOpen, page, kind, show } = shown
  if (!isOpen)
    return total > SHOWN_FIRST ? (
      <p className="border-t border-line px-5 py-3">
        <Button size="small" onClick={() => go({ page: 1, kind, show }, SHOWN_FIRST)}>
          And {countText(total - SHOWN_FIRST)} more
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
          onClick={() => go(count === 0 ? { page: 1, kind: null, show } : { page: last, kind, show }, 0)}
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
      onPrevious={page > 1 ? () => go({ page: page - 1, kind, show }, 0) : null}
      onNext={page < last ? () => go({ page: page + 1, kind, show }, 0) : null}
    />
  )
}

const ALL = 'all'
type KindsProps = { kind: StepKind | null; data: WorkQueueSteps; onChange: (kind: StepKind | null) => void }

/** The kinds there are, with their counts: so that many of one kind hide no other. */
function Kinds({ kind, data: { kinds = {}, count }, onChange }: KindsProps) {
  const there = STEPS.filter((one) => one === kind || (kinds[one] ?? 0) > 0)
  return (
    <Select
      label="Kind of next step"
      className="ml-auto w-80 max-md:w-full"
      value={kind ?? ALL}
      options={[
        { value: ALL, label: `All kinds (${countText(totalOf({ kinds, count }))})` },
        ...there.map((one) => ({
          value: one,
          label: `${kindLabel(one)} (${countText(kinds[one] ?? 0)})`,
        })),
      ]}
      onChange={(value) => onChange(value === ALL ? null : (value as StepKind))}
    />
  )
}
