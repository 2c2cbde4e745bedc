export {
  addresseeOf,
  findLink,
  makeGuestLink,
  openGuestLinks,
  pledgeLink,
  pledgeLinks,
  pledgeTokenOf,
  revokeLinks,
  revokeLinksIn,
} from './links.ts'
export type { Link } from './store.ts'
