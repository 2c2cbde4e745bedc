export { previewCancellation } from './preview.ts'
