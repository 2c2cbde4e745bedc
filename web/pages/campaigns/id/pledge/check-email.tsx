import { faEnvelopeOpenText } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { SECONDS_BETWEEN_MAILS } from '#domain/guest-limits.ts'
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import { usd } from '#web/format.ts'
import { CheckedFirst } from '#web/parts/guests/checked-first.tsx'
import { mailAgain, withdraw } from '#web/parts/guests/guest-calls.ts'
import { GUEST_FORM } from '#web/parts/guests/look.ts'
import type { Waiting } from '#web/parts/guests/waiting.ts'
import { guestStateQuery } from '#web/queries/guest-pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

type Props = {
  waiting: Waiting
  onChange: (waiting: Waiting | null) => void
  /** It was withdrawn, to change something. */
  onBack: () => void
}

/** Until its mail is opened, which is often in another tab or on another device: this one then says so, too. */
export function CheckEmail({ onOver, ...props }: Props & { onOver: () => void }) {
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
