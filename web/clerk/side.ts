/** Registers Clerk as the owner of sessions, for what fetches and what signs out. Its code comes when it is needed. */

import { api } from '#web/query-client.ts'
import { signOutWith } from '#web/sign-out.ts'

const session = () => import('./session.ts')

export function startClerkSide(): void {
  api.takeTokensFrom(async () => (await session()).sessionToken())
  signOutWith(async () => (await session()).endSession())
}
