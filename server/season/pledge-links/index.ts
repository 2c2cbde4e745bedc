export {
  addresseeOf,
  findLink,
  openLinksAs,
  pledgeLink,
  pledgeLinks,
  pledgeTokenOf,
  revokeLinks,
  revokeLinksIn,
} from './actions.ts'
export type { Link } from './queries.ts'
