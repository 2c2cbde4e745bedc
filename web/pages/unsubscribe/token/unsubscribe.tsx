import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { MONEY_MAIL_REASON } from '#domain/people/mail-kinds.ts'
import type { LinkedMailChoice } from '#domain/schemas/mail.ts'
import { isMissing } from '#web/api-error.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CardScreen, Failed, NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { paths, signInPath } from '#web/paths.ts'
import { unsubscribeQuery } from '#web/queries/mail.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  unsubscribeQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Your emails')
export const headers = secretHeaders

const ON_PROFILE = `${paths.profile}#mail`

export const ErrorBoundary = missingAs(NoLink)

/** Ends one kind of mail without signing in: opening the page changes nothing, the button does. */
export default function Unsubscribe() {
  const { token = '' } = useParams()
  const found = useQuery(unsubscribeQuery(token))
  const choice = found.data
  if (choice && !isMissing(found.error)) return <Choice token={token} choice={choice} />
  const loading = (
    <main id="main" className="wrap py-12" aria-busy="true">
      <Skeleton className="mx-auto h-80 max-w-[40rem]" />
    </main>
  )
  return <NotShown what="Your choice of emails" missing={<NoLink />} found={found} loading={loading} />
}

function Choice({ token, choice }: { token: string; choice: LinkedMailChoice }) {
  const client = useQueryClient()
  const change = useWrite<LinkedMailChoice, boolean>({
    request: (isOn) => ({ method: 'POST', path: `/api/unsubscribe-links/${token}`, payload: { isOn } }),
    failure: null,
    onSuccess: (saved) => client.setQueryData(unsubscribeQuery(token).queryKey, saved),
  })
  const { kind, title, text, isOn, address } = choice
  const isOfAccount = kind !== 'invitation'
  return (
    <CardScreen title={isOn ? `Stop “${title}” emails?` : `“${title}” emails are stopped`}>
      {isOn ? (
        <p>
          They go to <strong className="break-words">{address}</strong>. {text}{' '}
          {isOfAccount && 'This stops them for all campaigns and organizations, not for one alone.'}
        </p>
      ) : (
        <Note tone="good" role="status">
          {isOfAccount ? <strong className="break-words">{address}</strong> : 'This address'} gets no more of
          these emails. Any that were waiting to be sent are stopped too.
        </Note>
      )}
      <Failed error={change.error} />
      {(isOn || isOfAccount) && (
        <Button
          kind={isOn ? 'primary' : 'secondary'}
          className="justify-self-start"
          pending={change.isPending && 'Saving...'}
          onClick={() => change.mutate(!isOn)}
        >
          {isOn ? 'Stop these emails' : 'Start these emails again'}
        </Button>
      )}
      {isOfAccount ? (
        <>
          <p className="quiet">{MONEY_MAIL_REASON}</p>
          <p className="quiet">
            You can see and change all your choices in{' '}
            <Link to={signInPath(ON_PROFILE)} className="text-link">
              your profile
            </Link>
            .
          </p>
        </>
      ) : (
        <>
          <p className="quiet">
            No team, school or club can then invite this address by email. Links in invitations that you
            already have keep working.
          </p>
          <p className="quiet">
            To get invitations again, sign in or sign up with this address, then start them again in{' '}
            <Link to={signInPath(ON_PROFILE)} className="text-link">
              your profile
            </Link>
            .
          </p>
        </>
      )}
    </CardScreen>
  )
}

function NoLink() {
  return (
    <CardScreen title="This link no longer works">
      <p>
        Part of it may be missing: open it from the email itself. Or choose in your profile which emails you
        get.
      </p>
      <Link to={signInPath(ON_PROFILE)} className={`${buttonClass()} justify-self-start`}>
        Sign in to choose
      </Link>
    </CardScreen>
  )
}
