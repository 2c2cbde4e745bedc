export { deleteUser, deleteUserIn, reasonsNotToDelete } from './deletion.ts'
export {
  addDetailsByLink,
  countAddedByLink,
  detailsOf,
  keepDetails,
  nameOfPerson,
  supporterOf,
  type TypedDetails,
} from './details.ts'
export { dropUnproven, userOfProvenAddress } from './guest-accounts.ts'
export { demandAccount, demandVerifiedEmail, readUser } from './profile.ts'
export {
  addRepresentative,
  mailOtherRepresentatives,
  mailRepresentatives,
  removeRepresentativeByEmail,
} from './roles.ts'
export { isProven, senderNamed } from './store.ts'
