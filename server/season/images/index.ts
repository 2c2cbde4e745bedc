export { copyImage, removeImagesOf } from './images.ts'
