/** The contact section and page, edited by the provider. */
export const contact = {
  title: 'Talk to us',
  /** The end of other pages. */
  closing: 'Your season next',
  lead: 'A 15-minute call, and a launch within 1-2 weeks.',
  description: 'Ask for a 15-minute call, or about a charge, a result or a payout. A person answers.',
  promises: [
    {
      title: 'A 15-minute call',
      text: 'You tell us about the team and the season. We tell you what it could raise.',
    },
    {
      title: 'A launch within 1-2 weeks',
      text: 'We build the campaign and train your ambassadors. You look it over.',
    },
    {
      title: 'Nothing to pay up front',
      text: 'Our 25% comes from what is raised. If nothing is raised, nothing is charged.',
    },
  ],
  aboutCharges:
    'About a charge on your card: tell us the date, the amount and the last four digits, never the whole number.',
  sent: {
    title: 'We got your message',
    text: 'We answer by email to the address you gave. If it is about a match tonight, please call.',
  },
  withoutScript: 'This form needs JavaScript. Please write to us or call instead:',
} as const
