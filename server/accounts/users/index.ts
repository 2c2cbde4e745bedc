export { deleteUser, deleteUserIn, reasonsNotToDelete } from './deletion.ts'
export { addDetailsByLink, countAddedByLink, detailsOf, nameOfPerson, supporterOf } from './details.ts'
export { dropUnproven, userOfProvenAddress } from './guest-accounts.ts'
export { keepDetails, type TypedDetails } from './pledge-details.ts'
export { demandAccount, demandVerifiedEmail, readUser } from './profile.ts'
export {
  addRepresentative,
  mailOtherRepresentatives,
  mailRepresentatives,
  removeRepresentativeByEmail,
} from './roles.ts'
