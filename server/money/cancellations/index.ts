export { previewCancellation } from './actions.ts'
