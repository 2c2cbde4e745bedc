export { countMailTo, mailboxMark } from './actions.mail.ts'
export { demandRight } from './actions.question.ts'
export { isGuestPledge, madeByLink, noteCardRemoved, withoutUseForCard } from './queries.ts'
