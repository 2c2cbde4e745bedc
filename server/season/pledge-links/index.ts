export {
  addresseeOf,
  findLink,
  linkExpiresAt,
  openLinksAs,
  pledgeLink,
  pledgeLinks,
  pledgeTokenOf,
  revokeLinks,
  revokeLinksIn,
} from './actions.ts'
export type { Link } from './queries.ts'
