export { demandFewRefusals, demandKnownCard, learnRefusal, noteRefusal } from './refusals.ts'
export { rememberSetup } from './refusals-store.ts'
export { rememberCard } from './saved-cards.ts'
export { cardOf, cardsBy, renewCard } from './store.ts'
