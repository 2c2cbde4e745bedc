/** What a campaign allows: one function for the server's guard and the button (R21 to R24). Pure. */
export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'completed', 'cancelled'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

type CampaignFacts = {
  status: CampaignStatus
  /** Instants: the start of the first day and the end of the last, in the campaign's zone. */
  startsAt: Date
  endsAt: Date
}

/** Said to who enters one in a campaign that is cancelled: its results stay as they are. */
export const CLOSED_TO_RESULTS = 'This campaign is cancelled and does not accept results'

/** Null if it accepts pledges, otherwise the reason. */
export function reasonNotToPledge({ status, startsAt, endsAt }: CampaignFacts, now: Date): string | null {
  if (status === 'draft') return 'This campaign is a draft. It will accept pledges once it is active.'
  if (status === 'paused') return 'This campaign is paused and is not accepting pledges right now.'
  if (status === 'completed') return 'This campaign is completed and no longer accepts pledges.'
  if (status === 'cancelled') return 'This campaign is cancelled and does not accept pledges.'
  if (now < startsAt) return 'This campaign has not started yet. Pledges open on its first day.'
  if (now > endsAt) return 'This campaign has ended and no longer accepts pledges.'
  return null
}

/** Whether others see it from then on: a draft that is cancelled stays private. */
export const becomesPublic = (from: CampaignStatus, to: CampaignStatus): boolean =>
  from === 'draft' && to !== 'draft' && to !== 'cancelled'

/** Whether people can expect to pledge from then on, or once it is resumed. */
export const opensForPledges = (from: CampaignStatus, to: CampaignStatus): boolean =>
  (from === 'draft' && (to === 'active' || to === 'paused')) || (from === 'paused' && to === 'active')

/** Whether it is worth passing on: it accepts pledges, or will. Neither a draft nor a campaign that is over. */
export const isToBeShared = ({ status, endsAt }: Omit<CampaignFacts, 'startsAt'>, now: Date): boolean =>
  (status === 'active' || status === 'paused') && now <= endsAt

/** Whether no one can pledge in it anymore, and the page says what it came to. */
export const isOver = ({ status, endsAt }: Omit<CampaignFacts, 'startsAt'>, now: Date): boolean =>
  status === 'completed' || status === 'cancelled' || now > endsAt

/**
 * Whether someone who wants to pledge can only wait, and can be told once it opens (R77): it is paused, has not started, or has
 * nothing to pledge on. `closedReason`: from `reasonNotToPledge`.
 */
export const opensLater = (
  campaign: Omit<CampaignFacts, 'startsAt'> & { closedReason: string | null; hasStatistics: boolean },
  now: Date,
): boolean => isToBeShared(campaign, now) && (campaign.closedReason !== null || !campaign.hasStatistics)

/** Null if the change is allowed, otherwise the reason. */
export function reasonAgainstStatus(
  from: CampaignStatus,
  to: CampaignStatus,
  facts: { hasPledges: boolean; isFinalLocked: boolean; isCharging: boolean },
): string | null {
  if (from === to) return null
  if (facts.isFinalLocked) return 'The final settlement is locked, so the status can no longer change.'
  if (from === 'cancelled') return 'A cancelled campaign cannot be opened again.'
  if (to === 'draft' && facts.hasPledges)
    return 'Supporters have pledged already, so it cannot go back to draft.'
  if (to === 'cancelled' && facts.isCharging)
    return 'A charge is being processed. Try again when it is finished.'
  return null
}

const NOTICED_DAYS = 7

/** Whether supporters are mailed that the campaign runs on: what counts toward their pledges then does, too. */
export const runsOn = (before: { endOn: string }, after: { endOn: string }): boolean =>
  (Date.parse(after.endOn) - Date.parse(before.endOn)) / 86_400_000 > NOTICED_DAYS
