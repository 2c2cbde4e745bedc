import { brand } from './brand.ts'

/** "What is this charge?": for people who find us on a bank statement. */
export const whatIsThisCharge = {
  title: 'What is this charge?',
  lead: `A charge from ${brand.name} is for a pledge to a team, school or club. On a card’s statement its line ends with the start of that team’s name. Tell us what your statement says, and we email you what it was for.`,
  description:
    'Ask about a charge on your card or bank account. The answer goes to the email address of the account, and nowhere else.',
  privacy:
    'The answer goes by email to the address of the account that the charge belongs to. This page says the same whatever we find, so that nobody learns anything about you here.',
  sent: {
    title: 'Look in your inbox',
    text: 'If the address belongs to an account, an answer is on its way to it. It can take a few minutes. Nothing there? The pledge may have been made with another email address.',
  },
  withoutScript:
    'This form needs JavaScript. Write to us instead, with the date, the amount and the last four digits, never the whole number:',
} as const
