/** Which mail a person may turn off, and why the rest cannot be turned off. */

export const OPTIONAL_MAIL = [
  'results_digest',
  'results_to_confirm',
  'weekly_digest',
  'result_alert',
  'thank_you',
  'ambassador_nudge',
] as const
export type OptionalMail = (typeof OPTIONAL_MAIL)[number]
/** What a link in a mail turns off: one of those, or invitations to an address that may have no account. */
export const LINKED_MAIL = [...OPTIONAL_MAIL, 'invitation'] as const
export type LinkedMail = (typeof LINKED_MAIL)[number]

/** The name of each on the preferences page. */
export const OPTIONAL_MAIL_WORDS: Record<LinkedMail, { title: string; text: string }> = {
  results_digest: {
    title: 'Results',
    text: 'After results are confirmed: what it added to your pledge, and what is left of your maximum.',
  },
  result_alert: {
    title: 'Alerts',
    text: 'As soon as results are entered, for the pledges you asked to be emailed about.',
  },
  results_to_confirm: {
    title: 'Results to confirm',
    text: 'If you confirm results: once a day, when someone has entered results that wait for you.',
  },
  thank_you: {
    title: 'Thanks',
    text: 'From the people who run a campaign you support, at most once a week. They never see your name or address.',
  },
  weekly_digest: {
    title: 'The week in your campaigns',
    text: 'On Mondays, if you run an organization: pledged, earned, what needs your attention and what to do next.',
  },
  ambassador_nudge: {
    title: 'Reminders for ambassadors',
    text: 'From the people who run a campaign, while no one has pledged through your link.',
  },
  invitation: {
    title: 'Invitations',
    text: 'They come from teams, schools and clubs that would like you to be an ambassador or to work for them.',
  },
}

/** What the link in each of those mails is called: it stops the whole kind, although the mail is about one campaign. */
export const STOP_WORDS: Record<LinkedMail, string> = {
  results_digest: 'Stop emails about results, for all campaigns',
  result_alert: 'Stop these alerts, for all campaigns',
  results_to_confirm: 'Stop emails about results to confirm, for all campaigns',
  thank_you: 'Stop emails of thanks, for all campaigns',
  weekly_digest: 'Stop this weekly email, for all organizations',
  ambassador_nudge: 'Stop these reminders, for all campaigns',
  invitation: 'Stop all invitations to this address',
}

/** Shown in every mail to a supporter about money, and on the preferences page. */
export const MONEY_MAIL_REASON =
  'Emails about what you owe or have paid cannot be turned off: no one is charged without a statement, and every payment gets a receipt.'
