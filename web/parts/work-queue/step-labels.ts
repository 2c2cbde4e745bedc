/** Next steps in plain words: one row for each kind, in alphabetical order. */
import { deadlineText } from '#domain/campaigns/deadline.ts'
import type { StepKind } from '#domain/people/work-queue.ts'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import { dayText, usd, weekdayText } from '#web/format.ts'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'

type Words = {
  /** What waits. */
  title: string
  /** Since when, and what else to know. */
  detail: string
  /** What to do, on the button that leads to where it is done. */
  action: string
  to: string
}
type Row = {
  /** The kind, where the list is narrowed down to it. */
  label: string
  words: (step: Step) => Words
}

/** A step, read: what is about no campaign has none of its names. */
type Step = Omit<WorkQueueStep, 'campaignId' | 'campaignName' | 'organizationId' | 'organizationName'> &
  Record<'campaignId' | 'campaignName' | 'organizationId' | 'organizationName', string>

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** "Goals, Wins and 3 more". */
function named({ subject, count }: Step): string {
  const names = (subject ?? '').split(', ')
  const more = count - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

const onDay = ({ at, timeZone }: Step): string => (at === null ? '' : weekdayText(at, timeZone))
const day = ({ at, timeZone }: Step): string => (at === null ? '' : dayText(at, timeZone))
const since = (step: Step): string => (step.at === null ? '' : `Since ${day(step)}`)

/** A new representative reads who approves it, and from when they can. */
const orLater = (step: Step, words: Words): Words =>
  step.notBefore
    ? {
        ...words,
        detail: `Another representative must approve it: you are new, and can approve from ${deadlineText(new Date(step.notBefore), step.timeZone)}`,
        action: 'See it',
      }
    : words

/** In the words of the mail about it. */
const answerBy = ({ at, timeZone, count }: Step): string =>
  at === null ? '' : `Answer ${count > 1 ? 'the first ' : ''}by ${deadlineText(new Date(at), timeZone)}`

/** The results of one match or statistic, or all that wait in a campaign. */
function confirmWords(step: Step): Words {
  const { campaignId: id, count, subject, eventId } = step
  if (subject === null)
    return {
      title: `${some(count, 'result')} to confirm`,
      detail: `The oldest is from ${onDay(step)}`,
      action: 'Confirm results',
      to: paths.manage(id, 'results'),
    }
  return {
    title: `${some(count, 'result')} to confirm: ${subject}`,
    detail: `${eventId ? 'Played' : 'Entered'} ${onDay(step)}`,
    action: 'Confirm results',
    to: paths.confirmMatch(id, eventId ?? undefined),
  }
}

const correctionWords = (step: Step): Words =>
  step.undecided
    ? {
        title: 'Earned after the lock',
        detail: `Results changed on ${day(step)}`,
        action: 'Bill it or not',
        to: paths.finalSettlement(step.campaignId),
      }
    : {
        title: 'A correction to settle',
        detail: `Results changed on ${day(step)}: ${correctionText(step.amount ?? '0')}`,
        action: 'Settle it',
        to: paths.finalSettlement(step.campaignId),
      }

const ROWS: Record<StepKind, Row> = {
  answer_dispute: {
    label: 'Disputes to answer',
    words: (step) => ({
      title: some(step.count, 'disputed charge'),
      detail: answerBy(step),
      action: 'Answer the bank',
      to: paths.cards,
    }),
  },
  answer_owner: {
    label: 'Owners to answer',
    words: (step) => ({
      title: 'An owner asks for something',
      detail: `On ${day(step)}, ${step.subject}`,
      action: 'Answer',
      to: paths.manage(step.campaignId),
    }),
  },
  answered_review: {
    label: 'Drafts to change',
    words: ({ campaignId, campaignName, subject }) => ({
      title: `Change ${campaignName}, then request a review again`,
      detail: subject ?? '',
      action: 'Open the draft',
      to: paths.manage(campaignId),
    }),
  },
  approve_destination: {
    label: 'Payout destinations to approve',
    words: (step) =>
      orLater(step, {
        title: `Where ${step.organizationName} is paid`,
        detail: `Proposed on ${day(step)}`,
        action: 'Approve it',
        to: paths.payoutDestination(step.organizationId),
      }),
  },
  approve_payout: {
    label: 'Payouts to approve',
    words: (step) =>
      orLater(step, {
        title: `${some(step.count, 'payout')} to approve`,
        detail: `Prepared on ${day(step)}`,
        action: 'Approve',
        to: paths.payoutsOf(step.campaignName),
      }),
  },
  ask_destination: {
    label: 'Organizations without a payout destination',
    words: ({ organizationName }) => ({
      title: `No one said where ${organizationName} is paid`,
      detail: 'Nothing can be paid out to it',
      action: 'Ask its owners',
      to: paths.payouts,
    }),
  },
  books_on_hold: {
    label: 'Books that do not balance',
    words: (step) => ({
      title: 'The books do not balance',
      detail: `Nothing has been billed or paid out since ${day(step)}`,
      action: 'See the difference',
      to: paths.manage(step.campaignId, 'settlements'),
    }),
  },
  check_names: {
    label: 'Names to check',
    words: (step) => ({
      title: `${some(step.count, 'name')} to thank`,
      detail: since(step),
      action: 'Check them',
      to: paths.manage(step.campaignId, 'supporters'),
    }),
  },
  confirm_payout: {
    label: 'Payouts to confirm',
    words: (step) => ({
      title: `${some(step.count, 'payout')} that should have arrived`,
      detail: `Sent on ${day(step)}`,
      action: 'Confirm arrival',
      to: paths.payoutsOf(step.campaignName),
    }),
  },
  confirm_pledge: {
    label: 'Pledges to confirm',
    words: (step) => ({
      title: 'A pledge to confirm',
      detail: `Open the link in our email of ${day(step)}. It counts from then on`,
      action: 'See the campaign',
      to: paths.campaign(step.campaignId),
    }),
  },
  confirm_representative: {
    label: 'Representatives to confirm',
    words: (step) =>
      orLater(step, {
        title: `${step.subject} as a representative`,
        detail: `Proposed on ${day(step)}`,
        action: 'Confirm',
        to: paths.representatives,
      }),
  },
  confirm_results: { label: 'Results to confirm', words: confirmWords },
  deposit_checks: {
    label: 'Checks to deposit',
    words: (step) => ({
      title: `${some(step.count, 'check or cash payment', 'checks and cash payments')} to deposit`,
      detail: `Received since ${day(step)}`,
      action: 'Deposit them',
      to: paths.toDeposit,
    }),
  },
  ending_without_results: {
    label: 'Ending without results',
    words: (step) => ({
      title: `No results for ${named(step)}`,
      detail: `Ends ${onDay(step)}`,
      action: 'Enter results',
      to: paths.manage(step.campaignId, 'results'),
    }),
  },
  enter_match: {
    label: 'Results to enter',
    words: (step) => ({
      title: `No result: ${step.subject}`,
      detail: `Played ${onDay(step)}`,
      action: 'Enter results',
      to: paths.enterResults(step.campaignId),
    }),
  },
  enter_results: {
    label: 'Results still missing',
    words: (step) => ({
      title: `${some(step.count, 'result')} still missing`,
      detail: `Ended ${day(step)}`,
      action: 'See what is missing',
      to: paths.finalSettlement(step.campaignId),
    }),
  },
  exception: {
    label: 'Exceptions to decide',
    words: (step) => ({
      title: step.subject ?? some(step.count, 'exception'),
      detail: since(step),
      action: 'Decide',
      to: paths.exceptions,
    }),
  },
  failed_charges: {
    label: 'Cards that stopped working',
    words: (step) => ({
      title: `${some(step.count, 'card')} not tried again`,
      detail: since(step),
      action: 'Call or write',
      to: paths.stoppedCards(step.campaignId),
    }),
  },
  finish_draft: {
    label: 'Drafts to finish',
    words: ({ campaignId, campaignName }) => ({
      title: `Finish ${campaignName}, then request a review`,
      detail: 'A draft: only you and representatives see it',
      action: 'Open the draft',
      to: paths.manage(campaignId),
    }),
  },
  held_pledges: {
    label: 'Held pledges',
    words: (step) => ({
      title: some(step.count, 'held pledge'),
      detail: since(step),
      action: 'Check',
      to: paths.heldPledges,
    }),
  },
  match_now: {
    label: 'Matches being played',
    words: (step) => ({
      title: step.subject ?? '',
      detail: 'Happening now',
      action: 'Enter results',
      to: paths.enterResults(step.campaignId),
    }),
  },
  nudge: {
    label: 'Ambassadors to nudge',
    words: (step) => ({
      title: `${some(step.count, 'ambassador')} without a supporter`,
      detail: since(step),
      action: 'Nudge',
      to: paths.manage(step.campaignId, 'ambassadors'),
    }),
  },
  pay_invoice: {
    label: 'Invoices to pay',
    words: (step) => ({
      title: `Invoice ${step.subject}`,
      detail: `Due ${day(step)}`,
      action: 'Pay',
      to: step.pledgeId ? paths.pledge(step.pledgeId) : paths.pledges,
    }),
  },
  prepare_payout: {
    label: 'Payouts to prepare',
    words: (step) => ({
      title: 'Everything is collected',
      detail: `${step.organizationName} is owed its share`,
      action: 'Prepare a payout',
      to: paths.payoutsOf(step.campaignName),
    }),
  },
  reported_comments: {
    label: 'Reported messages',
    words: (step) => ({
      title: some(step.count, 'reported message'),
      detail: since(step),
      action: 'Hide or keep',
      to: paths.comments,
    }),
  },
  review: {
    label: 'Drafts to review',
    words: (step) => ({
      title: 'A draft to review',
      detail: `Its owner asked on ${day(step)}`,
      action: 'Review it',
      to: paths.manage(step.campaignId),
    }),
  },
  send_payout: {
    label: 'Payouts to send',
    words: (step) => ({
      title: `${some(step.count, 'payout')} to send`,
      detail: `Approved on ${day(step)}`,
      action: 'Send',
      to: paths.payoutsOf(step.campaignName),
    }),
  },
  send_refund: {
    label: 'Refunds to send',
    words: (step) => ({
      title: `${some(step.count, 'refund')} by check or cash`,
      detail: `Owed since ${day(step)}`,
      action: 'Send',
      to: paths.giveBack,
    }),
  },
  settle: {
    label: 'Campaigns to settle',
    words: (step) => ({
      title: 'Every result is confirmed',
      detail: `Ended ${day(step)}`,
      action: 'Settle it',
      to: paths.finalSettlement(step.campaignId),
    }),
  },
  settle_correction: { label: 'Corrections to settle', words: correctionWords },
  sign_off: {
    label: 'Refunds and adjustments to approve',
    words: (step) =>
      orLater(step, {
        title: step.subject ?? some(step.count, 'refund or adjustment', 'refunds or adjustments'),
        detail: `Prepared on ${day(step)}`,
        action: 'Approve',
        to: paths.exceptions,
      }),
  },
  thank_yous: {
    label: 'Emails of thanks to read',
    words: (step) => ({
      title: 'An email of thanks to supporters',
      detail: `Written ${onDay(step)}`,
      action: 'Read it',
      to: paths.comments,
    }),
  },
  unpaid_invoices: {
    label: 'Unpaid invoices',
    words: (step) => ({
      title: some(step.count, 'unpaid invoice'),
      detail: `No reminders are left. Due since ${day(step)}`,
      action: 'Call or write',
      to: paths.overdueOf(step.campaignId),
    }),
  },
  update_card: {
    label: 'Cards that failed',
    words: (step) => ({
      title: 'Your card could not be charged',
      detail: since(step),
      action: 'Update your card',
      to: step.pledgeId ? paths.pledge(step.pledgeId) : paths.pledges,
    }),
  },
}

/** The dollars at stake, where there are any. */
export function stepAmount({ kind, amount, undecided }: WorkQueueStep): string | null {
  if (kind === 'settle_correction') return undecided ? usd(undecided) : null
  if (amount === null) return null
  return kind === 'held_pledges' || kind === 'confirm_pledge' ? `up to ${usd(amount)}` : usd(amount)
}

export const kindLabel = (kind: StepKind): string => ROWS[kind].label

export function stepWords(given: WorkQueueStep): Words {
  const { campaignId, campaignName, organizationId, organizationName } = given
  return ROWS[given.kind].words({
    ...given,
    campaignId: campaignId ?? '',
    campaignName: campaignName ?? '',
    organizationId: organizationId ?? '',
    organizationName: organizationName ?? '',
  })
}

const DAY_MS = 86_400_000

/** How long ago a season last had a result, to follow a colon. */
export function sinceText(lastResultAt: string | null, now: number): string {
  if (lastResultAt === null) return 'none yet'
  const days = Math.floor(Math.max(0, now - Date.parse(lastResultAt)) / DAY_MS)
  if (days === 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
