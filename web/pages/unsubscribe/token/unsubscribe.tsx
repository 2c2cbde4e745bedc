import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { MONEY_MAIL_REASON } from '#domain/mail-kinds.ts'
import type { LinkedMailChoice } from '#domain/schemas/mail-choice.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { paths, signInPath } from '#web/paths.ts'
import { unsubscribeQuery } from '#web/queries/mail.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  unsubscribeQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Your emails')
/** Its address is its secret: it is not passed to other sites or search engines (R44). */
export const headers = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

const ON_PROFILE = `${paths.profile}#mail`

export function ErrorBoundary() {
  return <NoLink />
}

/** Ends one kind of mail without signing in: opening the page changes nothing, the button does (R44). */
export default function Unsubscribe() {
  const { token = '' } = useParams()
  const { data: choice, error } = useQuery(unsubscribeQuery(token))
  if (error) return <NoLink />
  if (!choice) {
    return (
      <main id="main" className="wrap py-12" aria-busy="true">
        <Skeleton className="mx-auto h-80 max-w-[640px]" />
      </main>
    )
  }
  return (
    <main id="main" className="wrap py-12">
      <Choice token={token} choice={choice} />
    </main>
  )
}

function Choice({ token, choice }: { token: string; choice: LinkedMailChoice }) {
  const client = useQueryClient()
  const change = useWrite<LinkedMailChoice, boolean>({
    request: (isOn) => ({ method: 'POST', path: `/api/unsubscribe-links/${token}`, payload: { isOn } }),
    failure: null,
    onSuccess: (saved) => client.setQueryData(unsubscribeQuery(token).queryKey, saved),
  })
  const { title, text, isOn, address } = choice
  return (
    <div className="card pad mx-auto grid max-w-[640px] gap-4">
      <Heading level={1} size="page">
        {isOn ? `Stop “${title}” emails?` : `“${title}” emails are stopped`}
      </Heading>
      {isOn ? (
        <p>
          They go to <strong className="break-words">{address}</strong>. {text}
        </p>
      ) : (
        <Note tone="good" role="status">
          <strong className="break-words">{address}</strong> gets no more of these emails. Any that were
          waiting to be sent are stopped too.
        </Note>
      )}
      {change.error && (
        <Note tone="danger" role="alert">
          {change.error.message}
        </Note>
      )}
      <Button
        kind={isOn ? 'primary' : 'secondary'}
        className="justify-self-start"
        pending={change.isPending && 'Saving...'}
        onClick={() => change.mutate(!isOn)}
      >
        {isOn ? 'Stop these emails' : 'Start these emails again'}
      </Button>
      <p className="quiet">{MONEY_MAIL_REASON}</p>
      <p className="quiet">
        You can see and change all your choices{' '}
        <Link to={signInPath(ON_PROFILE)} className="text-link">
          on your profile
        </Link>
        .
      </p>
    </div>
  )
}

function NoLink() {
  return (
    <main id="main" className="wrap py-12">
      <div className="card pad mx-auto grid max-w-[640px] gap-4">
        <Heading level={1} size="page">
          This link no longer works
        </Heading>
        <p>
          Part of it may be missing: open it from the email itself. Or choose on your profile which emails you
          get.
        </p>
        <Link to={signInPath(ON_PROFILE)} className={`${buttonClass()} justify-self-start`}>
          Sign in to choose
        </Link>
      </div>
    </main>
  )
}
