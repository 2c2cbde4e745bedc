export type { GuestCards } from './cards.ts'
export { isGuestPledge, noteCardRemoved, withoutUseForCard } from './queries.ts'
