export { addresseeOf, findLink, pledgeLink, pledgeLinks, revokeLinks } from './actions.ts'
export type { Link } from './queries.ts'
