export { refuseTooMany } from './limits.ts'
export { refuseNotReady, refuseUnseenParts, refuseUnseenReview, statusChanged } from './review.ts'
export { draftParts } from './store.ts'
