import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnauthorized } from '#web/api-error.ts'
import { signInAgain } from '#web/write.ts'

/**
 * A session that ended while its owner was here: whichever read is refused for it leads to sign-in, and back to the
 * same place (R47, R56). Who came as a visitor was never logged in.
 */
export function useSignedOut(client: QueryClient, cameSignedIn: boolean): void {
  useEffect(() => {
    if (!cameSignedIn) return
    return client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isUnauthorized(event.action.error))
        signInAgain()
    })
  }, [client, cameSignedIn])
}
