/** "Pacific Time": what people call a time zone. */
export const zoneName = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(now))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
