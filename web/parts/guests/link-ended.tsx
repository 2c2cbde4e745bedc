import { useState } from 'react'
import { Link } from 'react-router'
import { paths, signInPath } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const LINK = /^[\w-]{43}$/

/** A link that expired, was revoked or never existed: the same page, and a way to get a new one. */
export function LinkEnded({ token }: { token: string }) {
  const [isAsked, setAsked] = useState(false)
  const renew = useWrite({
    request: () => ({ method: 'POST', path: '/api/pledge-links/renewals', payload: { token } }),
    failure: null,
    onSuccess: () => setAsked(true),
  })
  return (
    <main id="main" className="wrap py-12">
      <div className="card pad mx-auto grid max-w-[40rem] gap-4">
        <Heading level={1} size="page">
          This link no longer works
        </Heading>
        <p>
          Links in our emails work as long as the pledge is open and 60 days more, unless they are stopped.
          This one may have expired, or part of it may be missing.
        </p>
        {LINK.test(token) &&
          (isAsked ? (
            <Note tone="good" role="status">
              If this was your link, a new one is on its way to the email address of your account. It can take
              a few minutes.
            </Note>
          ) : (
            <Button
              kind="primary"
              className="justify-self-start"
              pending={renew.isPending && 'Processing...'}
              onClick={() => renew.mutate()}
            >
              Email me a new link
            </Button>
          ))}
        {renew.error && (
          <Note tone="danger" role="alert">
            {renew.error.message}
          </Note>
        )}
        <p className="quiet">A new link goes only to the email address on file. Signing in always works:</p>
        <Link to={signInPath(paths.pledges)} className={`${buttonClass()} justify-self-start`}>
          Sign in to see your pledges
        </Link>
      </div>
    </main>
  )
}
