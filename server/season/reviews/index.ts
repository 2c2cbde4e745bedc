export { answerReview, refuseUnseenReview } from './actions.ts'
