const formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `October 13, 2026`, for `2026-10-13`. */
export const dayWords = (day: string): string => formatter.format(new Date(`${day}T12:00:00Z`))
