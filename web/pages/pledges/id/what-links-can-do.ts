import { dateText } from '#web/format.ts'

/** By this people judge whether a mail can be forwarded: whatever a link can do is in it (R44, R58, R64, R65). */
export const WHAT_LINKS_CAN_DO =
  'Anyone with the link can see the pledge, its invoices and receipts, which may show your name and address. They can pay what is due, turn alerts on or off, and add a missing name and address. They can also ask to change or cancel it, which counts only once you confirm it by email.'

/** The same for a pledge that is settled or cancelled. */
export const WHAT_LINKS_SHOW =
  'Anyone with the link can see the pledge, its invoices and receipts, which may show your name and address, and can add a missing name and address.'

/** How long a link works (R44). `expiresAt`: null while the pledge is open. */
export const howLongLinksWork = (expiresAt: string | null, timeZone: string): string =>
  expiresAt === null
    ? 'This link opens this page as long as your pledge is open, and 60 days more.'
    : `This link opens this page until ${dateText(expiresAt, timeZone)}.`
