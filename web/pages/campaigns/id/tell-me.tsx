import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpeningChoice } from '#domain/schemas/opening.ts'
import { openingQuery } from '#web/queries/closed-campaigns.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, type Request, useWrite } from '#web/write.ts'

/** The end of the address that the mail's link leads to: no server is sent it, and no log has it. */
const LINK = /^#([\w-]{60,1000})$/

/** Where nobody can pledge yet: one mail once they can, asked for with an address or, signed in, with one press. */
export function TellMe({ campaignId }: { campaignId: string }) {
  const token = useLinkToken()
  const user = useUser()
  const path = `/api/campaigns/${campaignId}`
  if (token !== null)
    return (
      <ByPress
        isAsked
        ask={(isOn) => ({ method: 'POST', path: `${path}/opening-links`, payload: { token, isOn } })}
      />
    )
  return user?.emailVerified ? <Own campaignId={campaignId} path={path} /> : <ByMail path={path} />
}

function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(LINK.exec(window.location.hash)?.[1] ?? null)
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token
}

function Own({ campaignId, path }: { campaignId: string; path: string }) {
  const { data } = useQuery(openingQuery(campaignId))
  return (
    <ByPress
      isOn={data?.isOn ?? null}
      ask={(isOn) => ({ method: 'PUT', path: `${path}/opening`, payload: { isOn } })}
      refresh={openingQuery(campaignId).queryKey}
    />
  )
}

type ByPressProps = {
  /** Whether they are told already; null while nobody knows. */
  isOn?: boolean | null
  /** They come from the mail: the question is in view, and both answers are there. */
  isAsked?: boolean
  ask: (isOn: boolean) => Request
  refresh?: readonly unknown[]
}

function ByPress({ isOn: isOnBefore = null, isAsked = false, ask, refresh }: ByPressProps) {
  const choose = useWrite<OpeningChoice, boolean>({
    request: ask,
    failure: null,
    ...(refresh ? { refresh: [refresh] } : {}),
  })
  const isOn = choose.data?.isOn ?? isOnBefore
  const button = (text: string, wanted: boolean, kind: 'primary' | 'quiet') => (
    <Button
      kind={kind}
      full={kind === 'primary'}
      pending={choose.isPending && choose.variables === wanted && 'Processing...'}
      onClick={() => choose.mutate(wanted)}
    >
      {text}
    </Button>
  )
  return (
    <Frame isAsked={isAsked} title={isAsked ? 'Email you when it opens?' : 'Tell me when it opens'}>
      {choose.data && (
        <Note tone="good" role="status">
          {isOn ? 'You get one email when it opens.' : 'You get no email about it.'}
        </Note>
      )}
      {choose.error && (
        <Note tone="danger" role="alert">
          {choose.error.message}
        </Note>
      )}
      {isOn === true ? (
        <>
          {!choose.data && <p>You get one email when it opens.</p>}
          {button('Don’t email me', false, 'quiet')}
        </>
      ) : (
        <>
          {button(isAsked ? 'Yes, email me' : 'Tell me when it opens', true, 'primary')}
          {isAsked && isOn === null && button('No, don’t email me', false, 'quiet')}
        </>
      )}
    </Frame>
  )
}

/** The answer is the same for every address: it does not tell who is known here. */
function ByMail({ path }: { path: string }) {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const ask = useWrite({
    request: () => ({ method: 'POST', path: `${path}/opening-mails`, payload: { email: email.trim() } }),
    failure: null,
    onSuccess: () => setSent(true),
  })
  const refused = fieldErrors(ask.error)
  return (
    <Frame title="Tell me when it opens">
      {isSent ? (
        <>
          <Note tone="good" role="status">
            Check your email, and press the button that it leads to. Then we tell you when it opens.
          </Note>
          <Button kind="quiet" onClick={() => setSent(false)}>
            Use another address
          </Button>
        </>
      ) : (
        <form
          className="grid gap-3"
          noValidate
          method="post"
          aria-label="Tell me when it opens"
          onSubmit={(event) => {
            event.preventDefault()
            ask.mutate()
          }}
        >
          <EmailField
            label="Email"
            name="email"
            maxLength={254}
            value={email}
            error={refused.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {ask.error && !refused.email && (
            <Note tone="danger" role="alert">
              {ask.error.message}
            </Note>
          )}
          <Button kind="primary" type="submit" full pending={ask.isPending && 'Sending...'}>
            Tell me when it opens
          </Button>
        </form>
      )}
    </Frame>
  )
}

type FrameProps = { title: string; isAsked?: boolean; children: ReactNode }

function Frame({ title, isAsked = false, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isAsked) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  return (
    <div className="mb-4 grid gap-3 rounded-control bg-turfwash p-4">
      <Heading level={3} size="card" tabIndex={-1} ref={heading}>
        {title}
      </Heading>
      <p className="quiet fine">One email on the day you can pledge. Then we forget that you asked.</p>
      {children}
    </div>
  )
}
