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
import { Link } from 'react-router'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import type { StepKind } from '#domain/work-queue.ts'
import { Icon } from '#web/ui/icon.tsx'
import { stepWords } from './words.ts'

const GLYPHS: Record<StepKind, IconDefinition> = {
  update_card: faCreditCard,
  confirm_pledge: faEnvelopeOpenText,
  pay_invoice: faFileInvoiceDollar,
  answer_dispute: faGavel,
  books_on_hold: faTriangleExclamation,
  failed_charges: faCreditCard,
  ending_without_results: faCalendarXmark,
  review: faClipboardCheck,
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
export function StepLine({ step }: { step: WorkQueueStep }) {
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
