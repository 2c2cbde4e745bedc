export {
  addresseeOf,
  findLink,
  openGuestLinks,
  pledgeLink,
  pledgeLinks,
  revokeLinks,
  revokeLinksIn,
} from './links.ts'
export type { Link } from './store.ts'
