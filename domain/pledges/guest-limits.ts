/** Limits on pledges without an account: per mailbox, and against people who test stolen cards (R59). Pure. */

/** A held pledge is kept this long for its link to be opened; its reminder goes out halfway. */
export const HELD_HOURS = 48
export const REMINDED_AFTER_HOURS = 24
/** A pledge begun and not held by then is discarded. */
export const STARTED_HOURS = 1

/** Whoever did not make a pledge that their mail confirmed can take it back for this long, as the mail about it says. */
const TAKEN_BACK_HOURS = 48
export const takeBackUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + TAKEN_BACK_HOURS * 3_600_000)

/** Of one address: guest pledges held at the same time, and mails within 24 hours, the reminder not counted. */
export const HELD_PER_EMAIL = 3
export const MAILS_PER_EMAIL_A_DAY = 6
/**
 * Of one organization, within 24 hours: mails to people whom no saved card vouches for, and all of them, which is twice a
 * stadium's. From one network, a mail without a card counts as much as so many with one.
 */
export const MAILS_PER_ORGANIZATION_A_DAY = { withoutCard: 400, all: 10_000 }
export const WITHOUT_CARD_COSTS = 20
/** Of one pledge: mails with its link, the first one and the reminder not counted, and addresses it may be sent to. */
export const MAILS_AGAIN = 3
export const ADDRESSES = 3
export const SECONDS_BETWEEN_MAILS = 60
/** Of one card: guest pledges that are held with it at the same time. A family may share a card. */
export const HELD_PER_CARD = 5

/** What guests' cards did in the last hour, on one campaign or from one network; good: different ones of confirmed pledges. */
export type CardAttempts = { declined: number; good: number }

/** Fewer declines are not judged. */
export const DECLINES_JUDGED = 40

/**
 * Whether stolen cards are likely being tried: most of many cards are declined, while of real ones it is about one in twenty.
 * The card is then asked for after the link in the mail was opened, so that each attempt costs a mailbox.
 */
export const isCardTesting = ({ declined, good }: CardAttempts): boolean =>
  declined >= DECLINES_JUDGED && declined > good
