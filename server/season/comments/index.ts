export { commentsOf, postComment } from './comments.ts'
