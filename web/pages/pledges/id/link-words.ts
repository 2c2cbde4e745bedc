/** By this people judge whether a mail can be forwarded: whatever a link can do is in it (R44, R58, R64, R65). */
export const WHAT_LINKS_CAN_DO =
  'Anyone with the link can see the pledge with its invoices and receipts, which may show your name and address. They can pay what is due, turn alerts about results on or off, and add a name and address where you entered none. They can also request to raise, stop or add a statistic, which counts only once you confirm it by email. Everything else requires signing in.'

/** The same for a pledge that is settled or cancelled. */
export const WHAT_LINKS_SHOW =
  'Anyone with the link can see the pledge with its invoices and receipts, which may show your name and address, and can add a name and address where you entered none. Everything else requires signing in.'
