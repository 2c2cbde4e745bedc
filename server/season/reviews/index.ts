export { refuseTooMany } from './actions.limits.ts'
export { refuseNotReady, refuseUnseenParts, refuseUnseenReview, statusChanged } from './actions.ts'
export { draftParts } from './queries.ts'
