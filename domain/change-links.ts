/** Changes of a pledge that are requested by its link, and confirmed by a link in a mail (R58). Pure. */

/** How long the link in the mail can confirm. */
export const CHANGE_LINK_HOURS = 24
/** Of one pledge: mails in any 24 hours, and between two of them. */
export const CHANGE_MAILS_A_DAY = 5
export const SECONDS_BETWEEN_CHANGE_MAILS = 60
