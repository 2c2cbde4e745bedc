import { paths } from './paths.ts'

/** Ends the embedded session; its code is loaded when needed. */
let endSession = async (): Promise<void> => {
  const { signOutHere } = await import('./identity.ts')
  await signOutHere().catch(() => undefined)
  window.location.assign(paths.signIn)
}

/** After sign-out the user goes to sign-in. */
export const signOut = (): Promise<void> => endSession()

/** Sessions belong to another identity provider, which also ends them. */
export function signOutWith(provider: () => Promise<void>): void {
  endSession = provider
}
