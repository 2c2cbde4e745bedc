/** The user's time zone: what they did is shown in their own time. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
