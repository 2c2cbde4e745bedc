/** What all samples of mails are about. */
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { MailBody } from './layout.ts'

/** `when` it is sent, and the function that writes it. */
export type Made = { name: string; when: string; template: string; mail: MailBody }

export const made = (name: string, when: string, template: string, mail: MailBody): Made => ({
  name,
  when,
  template,
  mail,
})

export const SITE = 'https://pledgeraiser.example'
export const PLEDGE_URL = `${SITE}/p/${'sample-link'.padEnd(43, '0')}`
export const UNSUBSCRIBE_URL = `${SITE}/unsubscribe/${'sample-link'.padEnd(43, '0')}`
export const MANAGE_URL = `${SITE}/dashboard/campaigns/sample`
export const ABOUT = {
  campaignName: 'Goals Under the Lights',
  organizationName: 'Alder Creek High School Boosters',
  timeZone: 'America/Los_Angeles',
  isTest: false,
  vocabulary: SPORT,
  pledgeUrl: PLEDGE_URL,
}
export const THANKS =
  'Saturday was the best afternoon of our season, and you made it count.\n\nThe new nets are ordered. See you at the next home game!'
export const MATCHES = [
  ['One-time gift', '$25.00'],
  ['Sep 12, vs. Harbor', '$15.00'],
  ['Sep 19, at Mountain View Preparatory Academy', '$10.00'],
  ['Sep 26, vs. Ridgeview', '$20.00'],
] as const
