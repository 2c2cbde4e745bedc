/** Next steps in plain words, and the exact place where each is done. */
import { deadlineText } from '#domain/campaigns/deadline.ts'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import { dayText, usd, weekdayText } from '#web/format.ts'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'

type Words = { title: string; detail: string; to: string }

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

type Of<Kind extends Step['kind']> = Step & { kind: Kind }

/** For a supporter's own pledges. */
function pledgeWords(step: Of<'update_card' | 'confirm_pledge' | 'pay_invoice'>): Words {
  const { campaignId: id, amount } = step
  switch (step.kind) {
    case 'update_card':
      return {
        title: `${usd(amount ?? '0')} could not be charged`,
        detail: 'Update your card, or try it again',
        to: step.pledgeId ? paths.pledge(step.pledgeId) : paths.pledges,
      }
    case 'confirm_pledge':
      return {
        title: `Confirm your pledge, up to ${usd(amount ?? '0')}`,
        detail: `Open the link in our email of ${day(step)}. It counts from then on`,
        to: paths.campaign(id),
      }
    case 'pay_invoice':
      return {
        title: `Pay invoice ${step.subject}, ${usd(amount ?? '0')}`,
        detail: `Due ${day(step)}`,
        to: step.pledgeId ? paths.pledge(step.pledgeId) : paths.pledges,
      }
  }
}

/** What a second person approves. */
function approvalWords(
  step: Of<'confirm_representative' | 'approve_destination' | 'sign_off' | 'approve_payout'>,
): Words {
  const { organizationId, organizationName, campaignName, count, subject } = step
  const amount = usd(step.amount ?? '0')
  switch (step.kind) {
    case 'confirm_representative':
      return {
        title: `Confirm ${subject} as a representative`,
        detail: orLater(step, `Proposed on ${day(step)}`),
        to: paths.representatives,
      }
    case 'approve_destination':
      return {
        title: `Approve where ${organizationName} is paid`,
        detail: orLater(step, `Proposed on ${day(step)}`),
        to: paths.organization(organizationId),
      }
    case 'sign_off':
      return {
        title:
          subject === null ? `Approve ${count} refunds or adjustments, ${amount}` : `Approve: ${subject}`,
        detail: orLater(step, `Prepared on ${day(step)}`),
        to: paths.exceptions,
      }
    case 'approve_payout':
      return {
        title: `Approve ${some(count, 'payout')}, ${amount}`,
        detail: orLater(step, `Prepared on ${day(step)}`),
        to: paths.payoutsOf(campaignName),
      }
  }
}

/** A new representative reads who approves it, and from when they can. */
const orLater = ({ notBefore, timeZone }: Step, detail: string): string =>
  notBefore
    ? `Another representative must approve it: you are new, and can approve from ${deadlineText(new Date(notBefore), timeZone)}`
    : detail

/** For paying an organization. */
function payoutWords(step: Of<'send_payout' | 'confirm_payout' | 'prepare_payout'>): Words {
  const { organizationName, campaignName, count } = step
  const to = paths.payoutsOf(campaignName)
  const amount = usd(step.amount ?? '0')
  switch (step.kind) {
    case 'send_payout':
      return {
        title: `Send ${some(count, 'payout')}, ${amount}`,
        detail: `Approved on ${day(step)}`,
        to,
      }
    case 'confirm_payout':
      return {
        title: `Confirm that ${some(count, 'payout')} arrived, ${amount}`,
        detail: `Sent on ${day(step)}`,
        to,
      }
    case 'prepare_payout':
      return {
        title: `Prepare a payout, ${amount}`,
        detail: `Everything is collected, and ${organizationName} is owed its share`,
        to,
      }
  }
}

/** For money that a person has to move, ask for, or find. */
function moneyWords(
  step: Of<'exception' | 'books_on_hold' | 'deposit_checks' | 'send_refund' | 'unpaid_invoices'>,
): Words {
  const { campaignId: id, campaignName: name, count } = step
  const amount = usd(step.amount ?? '0')
  switch (step.kind) {
    case 'exception':
      return {
        title: step.subject ?? `${some(count, 'exception')} to decide, ${amount}`,
        detail: `Since ${day(step)}. Its money stays where it is until you decide`,
        to: paths.exceptions,
      }
    case 'books_on_hold':
      return {
        title: `The books of ${name} do not balance`,
        detail: `Nothing has been billed or paid out since ${day(step)}. See the difference`,
        to: paths.manage(id, 'settlements'),
      }
    case 'deposit_checks':
      return {
        title: `Deposit checks and cash: ${some(count, 'payment')}, ${amount}`,
        detail: `Received since ${day(step)}. Nothing of it is paid out before it is on a deposit slip`,
        to: paths.toDeposit,
      }
    case 'send_refund':
      return {
        title: `Send ${some(count, 'refund')}, ${amount}`,
        detail: `Owed by check or cash since ${day(step)}`,
        to: paths.giveBack,
      }
    case 'unpaid_invoices':
      return {
        title: `Call or write about ${some(count, 'unpaid invoice')}, ${amount}`,
        detail: `No reminders are left. Due since ${day(step)}`,
        to: paths.overdueOf(id),
      }
  }
}

/** What an owner and a representative ask of each other. */
function askedWords(step: Of<'review' | 'answer_owner' | 'answered_review' | 'finish_draft'>): Words {
  const { campaignId: id, campaignName: name } = step
  switch (step.kind) {
    case 'review':
      return {
        title: `Review ${name}`,
        detail: `Its owner asked on ${day(step)}`,
        to: paths.manage(id),
      }
    case 'answer_owner':
      return {
        title: `Answer the owner of ${name}`,
        detail: `On ${day(step)}, ${step.subject}`,
        to: paths.manage(id),
      }
    case 'answered_review':
      return {
        title: `Change ${name}, then request a review again`,
        detail: step.subject ?? '',
        to: paths.manage(id),
      }
    case 'finish_draft':
      return {
        title: `Finish ${name}, then request a review`,
        detail: 'A draft: only you and representatives see it',
        to: paths.manage(id),
      }
  }
}

/** For a finished season. */
function overWords(step: Of<'settle' | 'settle_correction' | 'enter_results'>): Words {
  const { campaignId: id, campaignName: name, count } = step
  switch (step.kind) {
    case 'settle':
      return {
        title: `Settle ${name}`,
        detail: `Ended ${day(step)}, and every result is confirmed`,
        to: paths.finalSettlement(id),
      }
    case 'settle_correction':
      if (step.undecided)
        return {
          title: `${usd(step.undecided)} earned after the lock: bill it or waive it`,
          detail: `Results of ${name} changed on ${day(step)}`,
          to: paths.finalSettlement(id),
        }
      return {
        title: `Settle a correction of ${name}`,
        detail: `Results changed on ${day(step)}: ${correctionText(step.amount ?? '0')}`,
        to: paths.finalSettlement(id),
      }
    case 'enter_results':
      return {
        title: `${some(count, 'result')} still missing`,
        detail: `Ended ${day(step)}. It can be settled once they are in`,
        to: paths.finalSettlement(id),
      }
  }
}

/** In the words of the mail about it. */
const answerBy = ({ at, timeZone, count }: Step): string =>
  at === null ? '' : `Answer ${count > 1 ? 'the first ' : ''}by ${deadlineText(new Date(at), timeZone)}`

/** The results of one match or statistic, or all that wait in a campaign. */
function confirmWords(step: Step): Words {
  const { campaignId: id, campaignName: name, count, subject, eventId } = step
  if (subject === null)
    return {
      title: `Confirm ${some(count, 'result')} of ${name}`,
      detail: `The oldest is from ${onDay(step)}`,
      to: paths.manage(id, 'results'),
    }
  return {
    title: `Confirm ${some(count, 'result')}: ${subject}`,
    detail: `${eventId ? 'Played' : 'Entered'} ${onDay(step)}`,
    to: paths.confirmMatch(id, eventId ?? undefined),
  }
}

export function stepWords(given: WorkQueueStep): Words {
  const { campaignId, campaignName, organizationId, organizationName } = given
  return wordsOf({
    ...given,
    campaignId: campaignId ?? '',
    campaignName: campaignName ?? '',
    organizationId: organizationId ?? '',
    organizationName: organizationName ?? '',
  })
}

function checkWords(step: Step): Words {
  const { kind, campaignId: id, count, amount } = step
  return kind === 'held_pledges'
    ? {
        title: `Check ${some(count, 'held pledge')}, up to ${usd(amount ?? '0')}`,
        detail: `By check or cash, since ${day(step)}. It counts once you release it`,
        to: paths.heldPledges,
      }
    : {
        title: `Check ${some(count, 'name')} to thank`,
        detail: 'The page thanks a supporter by name once you show it',
        to: paths.manage(id, 'supporters'),
      }
}

function wordsOf(step: Step): Words {
  const { campaignId: id, count, amount } = step
  switch (step.kind) {
    case 'update_card':
    case 'confirm_pledge':
    case 'pay_invoice':
      return pledgeWords({ ...step, kind: step.kind })
    case 'answer_dispute':
      return {
        title: `Answer ${some(count, 'disputed charge')}, ${usd(amount ?? '0')}`,
        detail: answerBy(step),
        to: paths.cards,
      }
    case 'failed_charges':
      return {
        title: `${some(count, 'failed card')}, ${usd(amount ?? '0')}`,
        detail: 'See why, and what happens next',
        to: paths.failedCharges(id),
      }
    case 'reported_comments':
      return {
        title: `${some(count, 'reported message')}: hide or keep ${count === 1 ? 'it' : 'them'}`,
        detail: `Reported since ${day(step)}`,
        to: paths.comments,
      }
    case 'thank_yous':
      return {
        title: 'Read an email of thanks to supporters',
        detail: `Written ${onDay(step)}`,
        to: paths.comments,
      }
    case 'match_now':
      return {
        title: `Enter results: ${step.subject}`,
        detail: 'Happening now',
        to: paths.enterResults(id),
      }
    case 'enter_match':
      return {
        title: `Enter results: ${step.subject}`,
        detail: `Played ${onDay(step)}`,
        to: paths.enterResults(id),
      }
    case 'nudge':
      return {
        title: `Nudge ${some(count, 'ambassador')}`,
        detail: `${count === 1 ? 'They have' : 'None of them has'} brought ${count === 1 ? 'no supporter' : 'a supporter'} yet`,
        to: paths.manage(id, 'ambassadors'),
      }
    case 'ending_without_results':
      return {
        title: `Ends ${onDay(step)} with no results for ${named(step)}`,
        detail: 'Enter them, or ask the scorer',
        to: paths.manage(id, 'results'),
      }
    case 'held_pledges':
    case 'check_names':
      return checkWords(step)
    case 'confirm_results':
      return confirmWords(step)
    case 'review':
    case 'answer_owner':
    case 'answered_review':
    case 'finish_draft':
      return askedWords({ ...step, kind: step.kind })
    case 'settle':
    case 'settle_correction':
    case 'enter_results':
      return overWords({ ...step, kind: step.kind })
    case 'confirm_representative':
    case 'approve_destination':
    case 'sign_off':
    case 'approve_payout':
      return approvalWords({ ...step, kind: step.kind })
    case 'send_payout':
    case 'confirm_payout':
    case 'prepare_payout':
      return payoutWords({ ...step, kind: step.kind })
    case 'exception':
    case 'books_on_hold':
    case 'deposit_checks':
    case 'send_refund':
    case 'unpaid_invoices':
      return moneyWords({ ...step, kind: step.kind })
  }
}

const DAY_MS = 86_400_000

/** How long ago a season last had a result. */
export function sinceText(lastResultAt: string | null, now: number): string {
  if (lastResultAt === null) return 'None yet'
  const days = Math.floor(Math.max(0, now - Date.parse(lastResultAt)) / DAY_MS)
  if (days === 0) return 'Today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
