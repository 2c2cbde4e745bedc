export { addresseeOf, findLink, openLinksAs, pledgeLink, pledgeLinks, revokeLinks } from './actions.ts'
export type { Link } from './queries.ts'
