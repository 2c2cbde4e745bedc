export { deleteUser, deleteUserIn, type OpenMoney, reasonsNotToDelete } from './actions.deletion.ts'
export { mailRepresentatives } from './actions.mail.ts'
export { addRepresentative, removeRepresentativeByEmail } from './actions.roles.ts'
export { demandVerifiedEmail, readUser } from './actions.ts'
