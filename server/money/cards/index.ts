export { demandFewRefusals, demandKnownCard, learnRefusal, noteRefusal } from './actions.refusals.ts'
export { rememberCard } from './actions.ts'
export { cardOf, cardsBy, renewCard } from './queries.ts'
