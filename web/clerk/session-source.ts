import { api } from '#web/query-client.ts'
import { signOutWith } from '#web/sign-out.ts'

/** Makes Clerk the source of session tokens for API calls, and of sign-out. Its code is loaded when needed. */
const session = () => import('./session.ts')

export function registerClerkSession(): void {
  api.takeTokensFrom(async () => (await session()).sessionToken())
  signOutWith(async (to) => (await session()).endSession(to))
}
