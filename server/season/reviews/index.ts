export { answerReview } from './actions.ts'
