export { demandFewRefusals, demandKnownCard, learnRefusal, noteRefusal } from './actions.refusals.ts'
export { rememberCard } from './actions.ts'
export { rememberSetup } from './queries.refusals.ts'
export { cardOf, cardsBy, renewCard } from './queries.ts'
