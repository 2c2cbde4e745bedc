/** Which mail a person may turn off, and why the rest cannot be turned off. */

export const OPTIONAL_MAIL = ['results_digest', 'weekly_digest', 'result_alert'] as const
export type OptionalMail = (typeof OPTIONAL_MAIL)[number]

/** The name of each on the preferences page. */
export const OPTIONAL_MAIL_WORDS: Record<OptionalMail, { title: string; text: string }> = {
  results_digest: {
    title: 'Results',
    text: 'After results are confirmed: what it added to your pledge, and what is left of your maximum.',
  },
  result_alert: {
    title: 'Alerts',
    text: 'As soon as results are entered, for the pledges you asked to be emailed about.',
  },
  weekly_digest: {
    title: 'The week in your campaigns',
    text: 'On Mondays, if you run an organization: pledged, earned, what needs your attention and what to do next.',
  },
}

/** Shown in each of those mails, and on the preferences page. */
export const MONEY_MAIL_REASON =
  'Emails about what you owe or have paid cannot be turned off: no one is charged without a statement, and every payment gets a receipt.'
