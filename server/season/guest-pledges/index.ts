export type { GuestCards } from './actions.cards.ts'
export { isGuestPledge, noteCardRemoved, withoutUseForCard } from './queries.ts'
