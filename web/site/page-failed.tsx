import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { doneOn } from './last-action.ts'

/** In place of a page whose own script failed: what was done is done, and can be seen. */
export function PageFailed() {
  const { pathname, search } = useLocation()
  const done = doneOn(pathname)
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Something on this page failed"
        action={
          // A new document: what failed here is not carried over.
          <a href={done?.see ?? pathname + search} className={buttonClass()}>
            {done?.see ? 'See it here' : 'Load the page again'}
          </a>
        }
      >
        {done?.words ?? 'If you were sending something, look whether it is there before you send it again.'}
      </EmptyState>
    </main>
  )
}

/** The server could not answer: nothing was asked of it but to show the page. */
export function SomethingWrong() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Something went wrong on our side"
        action={
          <a href={paths.landing} className={buttonClass()}>
            Back to Home
          </a>
        }
      >
        Nothing was changed or charged. Load the page again in a moment.
      </EmptyState>
    </main>
  )
}
