/** Where the person sits: what they did is told in their own time. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
