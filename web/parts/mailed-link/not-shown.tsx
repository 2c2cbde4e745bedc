/**
 * What the pages of mailed links show where there is nothing to show, or nothing was done: loading, failed, ended, refused.
 * One file, since the list of files that every page loads has a line for each.
 */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths, signInPath } from '#web/paths.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

type NotShownProps = Omit<ComponentProps<typeof NotLoadedPage>, 'children'> & {
  /** Shown where the link leads nowhere. */
  missing: ReactNode
  loading?: ReactNode
}

/** In place of what a link shows: it is still being read, could not be read, or does not exist. */
export function NotShown({ missing, loading, ...read }: NotShownProps) {
  if (read.found.error) return <NotLoadedPage {...read}>{missing}</NotLoadedPage>
  return (
    loading ?? (
      <main id="main" className="wrap max-w-[37.5rem] py-6" aria-busy="true">
        <Skeleton className="h-120" />
      </main>
    )
  )
}

/** A page about a mailed link itself. */
export const CardScreen = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" className="wrap py-12">
    <div className="card pad mx-auto grid max-w-[40rem] gap-4">
      <Heading level={1} size="page">
        {title}
      </Heading>
      {children}
    </div>
  </main>
)

/** Why what was pressed was not done. */
export const Failed = ({ error }: { error: Error | null }) =>
  error && (
    <Note tone="danger" role="alert">
      {error.message}
    </Note>
  )

const LINK = /^[\w-]{43}$/

/** A link that expired, was revoked or never existed: the same page, and a way to get a new one. */
export function LinkEnded() {
  const { token = '' } = useParams()
  const [isAsked, setAsked] = useState(false)
  const renew = useWrite({
    request: () => ({ method: 'POST', path: '/api/pledge-links/renewals', payload: { token } }),
    failure: null,
    onSuccess: () => setAsked(true),
  })
  return (
    <CardScreen title="This link no longer works">
      <p>
        Links in our emails work as long as the pledge is open and 60 days more, unless they are stopped. This
        one may have expired, or part of it may be missing.
      </p>
      {LINK.test(token) &&
        (isAsked ? (
          <Note tone="good" role="status">
            If this was your link, a new one is on its way to the email address of your account. It can take a
            few minutes.
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
      <Failed error={renew.error} />
      <p className="quiet">A new link goes only to the email address on file. Signing in always works:</p>
      <Link to={signInPath(paths.pledges)} className={`${buttonClass()} justify-self-start`}>
        Sign in to see your pledges
      </Link>
    </CardScreen>
  )
}
