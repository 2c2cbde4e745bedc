import {
  faBell,
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
  faPlus,
  faReply,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import type { StepKind } from '#domain/work-queue.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { countText } from '#web/format.ts'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { ownStepsQuery, workQueueStepsQuery } from '#web/queries/work-queue.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { stepWords } from './words.ts'

const SHOWN_FIRST = 6

const GLYPHS: Record<StepKind, IconDefinition> = {
  update_card: faCreditCard,
  confirm_pledge: faEnvelopeOpenText,
  pay_invoice: faFileInvoiceDollar,
  answer_dispute: faGavel,
  failed_charges: faCreditCard,
  ending_without_results: faCalendarXmark,
  review: faClipboardCheck,
  held_pledges: faHand,
  confirm_results: faCheck,
  settle: faFileInvoiceDollar,
  enter_results: faListCheck,
  reported_comments: faFlag,
  approve_destination: faCheck,
  approve_payout: faCheck,
  send_payout: faPaperPlane,
  confirm_payout: faCheck,
  prepare_payout: faFileInvoiceDollar,
  answered_review: faReply,
  finish_draft: faListCheck,
  match_now: faPlus,
  enter_match: faPlus,
  nudge: faBell,
}

/** This representative's open work in all campaigns, the most pressing first; each line links to where it is done. */
export const ThisWeek = () => (
  <NextSteps
    query={workQueueStepsQuery}
    title="This week"
    nothing="Nothing needs your attention in any campaign."
    action={
      <Link to={paths.collections} className={`${buttonClass({ size: 'small' })} ml-auto`}>
        Collections
      </Link>
    }
  />
)

/** The open work of an owner or a scorer in their own campaigns, and of a supporter in their own pledges. */
export const WhatToDo = ({ runsCampaigns = true }: { runsCampaigns?: boolean }) => (
  <NextSteps
    query={ownStepsQuery}
    title="What to do"
    nothing={
      runsCampaigns
        ? 'Nothing to do now. Matches to enter and results to confirm will appear here.'
        : 'Nothing to do now: no card failed, and nothing is waiting to be confirmed or paid.'
    }
  />
)

type Props = { query: typeof workQueueStepsQuery; title: string; nothing: string; action?: ReactNode }

function NextSteps({ query, title, nothing, action }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data?.steps : data?.steps.slice(0, SHOWN_FIRST)
  const more = (data?.steps.length ?? 0) - (shown?.length ?? 0)
  return (
    <section className="card overflow-hidden" aria-labelledby="next-steps">
      <div className="flex items-center gap-3 px-5 py-4">
        <Heading level={2} id="next-steps">
          {title}
        </Heading>
        <Count value={data?.count ?? 0} of="next steps" />
        {action}
      </div>
      {!data && !error && <Skeleton className="mx-5 mb-5 h-60" />}
      {error && !isUnauthorized(error) && (
        <div className="px-5 pb-5">
          <NotLoaded
            what="What is next"
            message={error.message}
            isTrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data?.count === 0 && !error && (
        <div className="px-5 pb-5">
          <Note tone="good">{nothing}</Note>
        </div>
      )}
      <ul>
        {shown?.map((step) => (
          <li key={`${step.kind} ${step.campaignId} ${step.eventId} ${step.subject} ${step.pledgeId}`}>
            <Step step={step} />
          </li>
        ))}
      </ul>
      {data && more > 0 && (
        <p className="border-t border-line px-5 py-3">
          <Button size="small" onClick={() => setWhole(true)}>
            Show {countText(more)} more
          </Button>
        </p>
      )}
      {data && isWhole && data.count > data.steps.length && (
        <p className="quiet fine border-t border-line px-5 py-3.5">
          The most urgent {countText(data.steps.length)} of {countText(data.count)}.
        </p>
      )}
    </section>
  )
}

function Step({ step }: { step: WorkQueueStep }) {
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
          {/* A title that names the campaign does not need it a second time. */}
          {title.includes(step.campaignName) ? step.organizationName : step.campaignName} · {detail}
        </span>
      </span>
      <Icon icon={faChevronRight} className="size-3 text-ink2" />
    </Link>
  )
}
