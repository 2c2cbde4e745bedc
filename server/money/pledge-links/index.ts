export { openLink } from './by-link.ts'
