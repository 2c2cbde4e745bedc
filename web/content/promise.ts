/** What every page says about the site in link previews: separate from the landing page, which is long. */
export const promise = {
  headline: ['They score.', 'You raise.'],
  /** Under the headline on the picture in a chat's preview of a link to this site. */
  promise: 'Pledge for every goal. Pay only for what the team really did.',
} as const
