import { faEnvelopeOpenText } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { SECONDS_BETWEEN_MAILS } from '#domain/pledges/guest-limits.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import { usd } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { CheckedFirst } from '#web/parts/guests/checked-first.tsx'
import { type Entered, keepEntered, keptEntered } from '#web/parts/guests/entered.ts'
import { mailAgain, withdraw } from '#web/parts/guests/guest-calls.ts'
import { GUEST, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { keepWaiting, keptWaiting, type Waiting } from '#web/parts/guests/waiting.ts'
import { WithoutScript } from '#web/parts/guests/without-script.tsx'
import { keepOpening } from '#web/parts/pledging/opening.ts'
import { codeIn } from '#web/parts/pledging/referral.ts'
import { keepSelection } from '#web/parts/pledging/selection.ts'
import { paths } from '#web/paths.ts'
import { campaignQuery, creditedQuery } from '#web/queries/campaigns.ts'
import { guestStateQuery } from '#web/queries/guest-pledges.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useIsSignedIn, useNow } from '#web/site/session.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { GuestForm } from './guest-form.tsx'

type Props = {
  waiting: Waiting
  onChange: (waiting: Waiting | null) => void
  /** It was withdrawn, to change something. */
  onBack: () => void
}

/** Until its mail is opened, which is often in another tab or on another device: this one then says so, too. */
function CheckEmail({ onOver, ...props }: Props & { onOver: () => void }) {
  const { held, secret } = props.waiting
  const { data, refetch } = useQuery(guestStateQuery({ id: held.id, secret }))
  const isOver = data?.state === 'confirmed' || data?.state === 'expired'
  const leave = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (data?.state === 'confirmed')
    return (
      <div className={GUEST_FORM}>
        <div className="grid gap-3" role="status">
          <Heading level={1} size="page">
            You confirmed your pledge
          </Heading>
          <p className="break-words">
            Thank you! To see or change it, open the link in our newest email to <strong>{held.email}</strong>
            .
          </p>
        </div>
        <Button full onClick={() => props.onChange(null)}>
          Make another pledge
        </Button>
      </div>
    )
  if (data?.state === 'expired')
    return (
      <div className={GUEST_FORM}>
        <div className="grid gap-3" role="status">
          <Heading level={1} size="page">
            This pledge can no longer be confirmed
          </Heading>
          <p>Nothing was pledged, nothing is charged, and what you entered was removed.</p>
        </div>
        <Button full kind="primary" onClick={() => props.onChange(null)}>
          Pledge again
        </Button>
      </div>
    )
  return <Awaited {...props} onConflict={() => void refetch()} />
}

/** The pledge awaits one tap in a mail: where it was sent, how to resend it, and how to correct the address. */
function Awaited({ waiting, onChange, onBack, onConflict }: Props & { onConflict: () => void }) {
  const { held, secret } = waiting
  const holder = { id: held.id, secret }
  const [isSent, setSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const again = useMutation<GuestHeld, Error, string | null>({
    mutationFn: (email) => mailAgain(holder, email),
    onSuccess: (next) => {
      setSent(true)
      onChange({ ...waiting, held: next })
    },
    onError: onConflict,
  })
  const back = useMutation<null, Error>({
    mutationFn: () => withdraw(holder),
    onSuccess: onBack,
    onError: onConflict,
  })
  const seconds = useSecondsUntil(held.nextMailAt)
  return (
    <div className={GUEST_FORM}>
      <div className="grid justify-items-center gap-3 text-center" role="status">
        <Icon icon={faEnvelopeOpenText} className="large-[2.75]" />
        <Heading level={1} size="page" ref={heading} tabIndex={-1}>
          {held.isChecked ? 'Check your email to confirm' : 'Check your email to confirm your pledge'}
        </Heading>
        <p className="lead break-words">
          We sent it to <strong>{held.email}</strong>. Open it on any phone or computer and press{' '}
          <strong>Confirm my pledge</strong>.
        </p>
      </div>
      <p className="flex items-end justify-between gap-3 border-t-[3px] border-ink pt-3">
        <strong>The most you can owe</strong>
        <Figure text={usd(held.maximumAmount)} className="large-[2.75]" />
      </p>
      {held.isChecked && <CheckedFirst />}
      <p className="quiet">
        Until you confirm, nothing is pledged. After 48 hours it expires, and what you entered is removed.
      </p>
      {isSent && !again.isPending && (
        <Note tone="good" role="status">
          Sent again to {held.email}.
        </Note>
      )}
      <Failed error={back.error ?? (fieldErrors(again.error).email ? null : again.error)} />
      <div className="grid gap-3">
        <Button
          full
          pending={again.isPending && 'Sending...'}
          reason={
            held.mailsLeft === 0
              ? 'We have sent it several times: look in your spam folder'
              : seconds > 0
                ? `No email yet? You can send it again in ${seconds} seconds.`
                : undefined
          }
          onClick={() => again.mutate(null)}
        >
          Send it again
        </Button>
        <Corrected held={held} again={again} />
        <Button kind="quiet" pending={back.isPending && 'One moment...'} onClick={() => back.mutate()}>
          Change my pledge
        </Button>
      </div>
    </div>
  )
}

const Failed = ({ error }: { error: Error | null }) =>
  error && (
    <Note tone="danger" role="alert">
      {error.message}
    </Note>
  )

type Again = { mutate: (email: string) => void; isPending: boolean; error: Error | null }

function Corrected({ held, again }: { held: GuestHeld; again: Again }) {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState(held.email)
  if (held.addressesLeft === 0 || held.mailsLeft === 0) return null
  if (!isOpen) {
    return (
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Wrong address?
      </Button>
    )
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!again.isPending && email.trim() !== held.email) again.mutate(email.trim())
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={send}>
      <EmailField
        label="The right address"
        value={email}
        error={fieldErrors(again.error).email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" full pending={again.isPending && 'Sending...'}>
        Send it there
      </Button>
    </form>
  )
}

const SECOND_MS = 1000

/** Whole seconds, counted down from the mail just sent: `instant` identifies it. The device's clock may be wrong. */
function useSecondsUntil(instant: string): number {
  const [left, setLeft] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mail starts it again
  useEffect(() => {
    const startedMs = performance.now()
    const count = () => {
      const passed = (performance.now() - startedMs) / SECOND_MS
      setLeft(Math.max(0, Math.ceil(SECONDS_BETWEEN_MAILS - passed)))
    }
    count()
    const timer = setInterval(count, SECOND_MS)
    return () => clearInterval(timer)
  }, [instant])
  return left
}

type Asked = { request: Request; params: Record<string, string | undefined> }

const queriesFor = ({ request, params }: Asked) => {
  const id = params.id ?? ''
  const code = codeIn(new URL(request.url).searchParams)
  return code ? [campaignQuery(id), creditedQuery(id, code)] : [campaignQuery(id)]
}
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)
export const meta = () => privateMeta('Pledge without an account')

/** One screen from the scoreboard's code to a pledge that awaits its mail. */
export default function GuestPledgePage() {
  const { id = '' } = useParams()
  const found = useQuery(campaignQuery(id))
  const { data, isError } = found
  if (isError && !data) return <CampaignNotLoaded found={found} />
  if (data) {
    return (
      <CampaignWords value={data.campaigns.vocabulary}>
        <Loaded key={id} detail={data} />
      </CampaignWords>
    )
  }
  return (
    <main id="main" className="wrap max-w-[37.5rem] py-6" aria-busy="true" aria-label="Loading the campaign">
      <Skeleton className="h-150" />
    </main>
  )
}

function Loaded({ detail }: { detail: CampaignDetail }) {
  const { id, name, pledgesClosedReason } = detail.campaigns
  const now = useNow()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [entered, setEntered] = useState<Entered | null>(null)
  const [asked] = useSearchParams()
  const hasDialog = useIsSignedIn() && asked.get('address') !== 'none'
  useEffect(() => setWaiting(keptWaiting(id, now)), [id, now])
  useEffect(() => setEntered(keptEntered(id)), [id])
  useDialogInstead(id, hasDialog)
  const keep = (next: Waiting | null): void => {
    keepWaiting(id, next)
    setWaiting(next)
    window.scrollTo({ top: 0 })
  }
  const held = (next: Waiting): void => {
    setEntered(null)
    keepEntered(id, null)
    keep(next)
  }
  /** Everything is on the form again, apart from the card. */
  const back = (): void => {
    const from = waiting?.from ?? null
    if (from) {
      keepSelection(id, from.selection)
      keepEntered(id, from.entered)
    }
    setEntered(from?.entered ?? null)
    keep(null)
  }
  return (
    <main id="main" className={GUEST}>
      <BackLink>
        <Link to={paths.campaign(id)}>See the whole campaign</Link>
      </BackLink>
      {hasDialog ? (
        <p role="status">You are signed in: opening your pledge on the campaign’s page.</p>
      ) : waiting ? (
        <CheckEmail waiting={waiting} onChange={keep} onBack={back} onOver={() => keepWaiting(id, null)} />
      ) : pledgesClosedReason ? (
        <Note>{pledgesClosedReason}</Note>
      ) : (
        <>
          <WithoutScript title={name} />
          {/* What was kept for this tab is known once the page runs: the form then begins with it. */}
          <GuestForm key={entered ? 'kept' : 'new'} detail={detail} entered={entered} onHeld={held} />
        </>
      )}
    </main>
  )
}

/** Signed-in users have a shorter way, if they have an address: the dialog, with the same selection. */
function useDialogInstead(campaignId: string, hasDialog: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!hasDialog) return
    keepOpening(campaignId)
    void navigate(paths.campaign(campaignId), { replace: true })
  }, [campaignId, hasDialog, navigate])
}

export const ErrorBoundary = () => <CampaignErrors />
