export { demandRight } from './confirm.ts'
export { isGuestPledge, madeByLink, noteCardRemoved, withoutUseForCard } from './guests-store.ts'
export { countMailTo, mailboxMark } from './mails.ts'
