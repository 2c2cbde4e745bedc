export { copyImage, removeImagesOf } from './actions.ts'
