import { useEffect, useState } from 'react'
import { paths } from '#web/paths.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { endSession, mayEnterAgain } from './session.ts'

/** Signed in at Clerk, but the page was rendered for a visitor: continues to where they wanted to be, or says why not. */
export function Entering({ returnTo }: { returnTo: string }) {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    let isGone = false
    enter(returnTo).catch((error: unknown) => {
      console.warn(error)
      if (!isGone) setRefused(true)
    })
    return () => {
      isGone = true
    }
  }, [returnTo])
  if (!isRefused) return <p role="status">Signing you in...</p>
  return (
    <div className="grid gap-4">
      <h1>Sign in</h1>
      <Note tone="danger" role="alert">
        You are signed in, but your account could not be opened here. Make sure that it has a confirmed email
        address, then try again.
      </Note>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Button onClick={() => void endSession(paths.signIn)}>Log out</Button>
      </div>
    </div>
  )
}

async function enter(returnTo: string): Promise<void> {
  api.clearToken()
  await api.read('/api/auth/user')
  if (!mayEnterAgain(sessionStorage)) throw new Error('the page was a visitor’s once more')
  window.location.assign(returnTo)
}
