/** What every page says of the site where a link to it is shown: apart from the landing page, which is long. */
export const promise = {
  headline: ['They score.', 'You raise.'],
  /** Under the headline on the picture that a chat shows for a link to this site. */
  promise: 'Pledge for every goal. Pay only for what the team really did.',
} as const
