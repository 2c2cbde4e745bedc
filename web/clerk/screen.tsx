import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { type Screen, setStage, useClerkState } from './stage.ts'

type Props = { screen: Screen; title: string; returnTo?: string }

/** The place of one of Clerk's widgets: placeholders of its size while it loads, a message if it does not. */
export function ClerkScreen({ screen, title, returnTo = '' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const state = useClerkState()
  useEffect(() => {
    const node = place.current
    return node ? setStage({ screen, node, returnTo }) : undefined
  }, [screen, returnTo])
  return (
    <div className="clerk-screen" aria-busy={state === 'loading'}>
      {state === 'loading' && <Coming title={title} />}
      {state === 'error' && <Failed title={title} />}
      <div ref={place} />
    </div>
  )
}

const Coming = ({ title }: { title: string }) => (
  <div className="card grid gap-4 p-6 md:p-9">
    <h1>{title}</h1>
    <span className="sr-only" role="status">
      Loading
    </span>
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-6 w-2/3" />
  </div>
)

const Failed = ({ title }: { title: string }) => (
  <div className="card grid gap-4 p-6 md:p-9">
    <h1>{title}</h1>
    <Note tone="danger" role="alert">
      This part of the page could not be loaded. Check your connection and any content blocker in your
      browser, then try again.
    </Note>
    <Button kind="primary" className="justify-self-start" onClick={() => window.location.reload()}>
      Try again
    </Button>
  </div>
)
