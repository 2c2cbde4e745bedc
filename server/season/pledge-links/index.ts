export { addresseeOf, findLink, openLinkAs, pledgeLink, pledgeLinks, revokeLinks } from './actions.ts'
export type { Link } from './queries.ts'
