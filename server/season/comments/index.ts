export { commentsOf, postComment } from './actions.ts'
