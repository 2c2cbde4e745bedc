import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnauthorized } from '#web/api-error.ts'
import { signInAgain } from '#web/write.ts'

/**
 * When the session of a signed-in user has ended, the first read refused for it leads to sign-in, and back to the same
 * place. Does not apply to those who arrived as visitors.
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
