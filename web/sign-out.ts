import { paths } from './paths.ts'

/** Ends the embedded session; its code is loaded when needed. */
let endSession = async (to: string): Promise<void> => {
  const { signOutHere } = await import('./identity.ts')
  await signOutHere().catch(() => undefined)
  window.location.assign(to)
}

/** After sign-out the user goes to sign-in, or to a page that says what to do next. */
export const signOut = (to: string = paths.signIn): Promise<void> => endSession(to)

/** Sessions belong to another identity provider, which also ends them. */
export function signOutWith(provider: (to: string) => Promise<void>): void {
  endSession = provider
}
