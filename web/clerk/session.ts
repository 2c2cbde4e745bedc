import { getToken } from '@clerk/shared/getToken'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'

/** What Clerk's script puts on the page, as far as it is used outside its provider. */
type Loaded = { signOut(options: { redirectUrl: string }): Promise<void> }
const loaded = () => (globalThis as { Clerk?: Loaded }).Clerk

/** The current session's token; waits until Clerk is loaded. @throws when it is not, or responds with 429. */
export const sessionToken = (): Promise<string | null> => getToken()

/** After sign-out the user goes to sign-in, or to a page that asks them to sign in again for a reason. */
export async function endSession(redirectUrl: string = paths.signIn): Promise<void> {
  try {
    // Waits until Clerk is loaded, so that logging out right away works too.
    await sessionToken()
    await loaded()?.signOut({ redirectUrl })
  } catch (error) {
    console.error(error)
    toast({
      title: 'You are still signed in',
      destructive: true,
      description: 'The sign-in service did not respond. Check your connection, then try again.',
    })
  }
}

/** Clerk stores in this cookie when the user last signed in; 0 means never, or signed out since. */
export const mayHaveSession = (cookies: string): boolean =>
  /(?:^|;\s*)__client_uat(?:_[\w-]+)?=[1-9]/.test(cookies)

const CIRCLE_MS = 20_000
const MAX_TIMES = 3
const KEY = 'clerk-entered'

/** A few times in a row at most, so that a server that does not see the session does not cause a reload loop. */
export function mayEnterAgain(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  nowMs = performance.timeOrigin + performance.now(),
): boolean {
  const times = (storage.getItem(KEY) ?? '').split(' ').map(Number)
  const recent = times.filter((at) => nowMs - at < CIRCLE_MS)
  if (recent.length >= MAX_TIMES) return false
  storage.setItem(KEY, [...recent, nowMs].join(' '))
  return true
}
