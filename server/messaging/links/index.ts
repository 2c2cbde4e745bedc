export { dropLinks, makeLink, makeLinks, subjectOfLink } from './store.ts'
