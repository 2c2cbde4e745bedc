import { startSignInPath, type Waiting } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'

const DELAY_MS = 500

/** A visitor may look at everything; to take part, they sign in and return to the same place (R47). */
export function askToSignIn(words: { title: string; description: string }, waiting: Waiting = null): void {
  toast({ ...words, destructive: true })
  const { pathname, search } = window.location
  setTimeout(() => window.location.assign(startSignInPath(pathname + search, waiting)), DELAY_MS)
}
