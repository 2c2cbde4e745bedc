import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { AfterPledge } from '#web/parts/guests/after-pledge.tsx'
import { AskFirst } from '#web/parts/guests/ask-first.tsx'
import { guestLinkPath, takeBack } from '#web/parts/guests/guest-calls.ts'
import { GuestScreen } from '#web/parts/guests/guest-screen.tsx'
import { GUEST, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { paths } from '#web/paths.ts'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { useIsSignedIn, usePublicConfig } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Note, Tally } from '#web/ui/note.tsx'
import { Lines, Most } from './confirm-pledge.tsx'

/** It is a pledge now: where to see it, whom to share it with, and an optional password. */
type Props = {
  pledge: LinkedGuestPledge
  pledgeUrl: string | null
  heldState: LinkedGuestPledge['heldState']
  token: string
}

export function Counts({ pledge, pledgeUrl, heldState, token }: Props) {
  const [isTakingBack, setTakingBack] = useState(false)
  const { campaignId, campaignName, maximumAmount, referralCode } = pledge
  if (heldState === 'declined' || heldState === 'withdrawn')
    return <NotCounted {...{ campaignName, heldState }} />
  if (pledge.ended) return <Ended {...{ campaignName, pledgeUrl, ended: pledge.ended }} />
  if (isTakingBack) return <TakeBack {...{ pledge, token }} />
  if (heldState === 'held') return <BeingChecked pledge={pledge} onTakeBack={() => setTakingBack(true)} />
  return (
    <main id="main" className={GUEST}>
      <div className={GUEST_FORM}>
        <div className="grid justify-items-center gap-3 text-center" role="status">
          <Tally tone="turf" />
          <Heading level={1} size="page">
            Your pledge counts
          </Heading>
          <p className="lead break-words">
            Thank you for backing {campaignName}!{' '}
            {maximumAmount && <>You pay only for confirmed results, never more than {usd(maximumAmount)}.</>}
          </p>
          {pledgeUrl && (
            <Link className={buttonClass({ full: true })} to={pledgeUrl}>
              See your pledge
            </Link>
          )}
        </div>
        <AfterPledge
          {...{ campaignId, campaignName, referralCode }}
          alertsPath={pledgeUrl && alertsOfLink(pledgeUrl.slice('/p/'.length))}
        />
        <Password />
        {pledge.takeBackUntil && (
          <NotYou
            until={pledge.takeBackUntil}
            timeZone={pledge.timeZone}
            onPress={() => setTakingBack(true)}
          />
        )}
      </div>
    </main>
  )
}

type EndedProps = Pick<Props, 'pledgeUrl'> & { campaignName: string; ended: 'cancelled' | 'settled' }

/** The link of an older mail: nothing is left to share, and no result adds to the pledge. */
function Ended({ campaignName, pledgeUrl, ended }: EndedProps) {
  return (
    <GuestScreen title={ended === 'cancelled' ? 'This pledge was cancelled' : 'The results are final'}>
      <p className="break-words">
        {ended === 'cancelled'
          ? `Nothing more counts toward your pledge for ${campaignName}, and nothing more is charged.`
          : `Your pledge for ${campaignName} is settled. Its page shows what it earned, and whether anything is still to pay.`}
      </p>
      {pledgeUrl && (
        <Link className={buttonClass({ full: true })} to={pledgeUrl}>
          See your pledge
        </Link>
      )}
    </GuestScreen>
  )
}

/** A large pledge by check or cash: it counts once a representative has checked it, and can be withdrawn until then (R57). */
function BeingChecked({ pledge, onTakeBack }: { pledge: LinkedGuestPledge; onTakeBack: () => void }) {
  return (
    <main id="main" className={GUEST}>
      <div className={GUEST_FORM}>
        <div className="grid gap-3" role="status">
          <Heading level={1} size="page">
            We are reviewing your pledge
          </Heading>
          <p className="break-words">
            Thank you for backing {pledge.campaignName}! We review large check and cash pledges first. Yours
            counts once we have. We will email you, usually within two business days. Nothing is owed until
            then.
          </p>
        </div>
        {pledge.maximumAmount && <Most amount={pledge.maximumAmount} />}
        <Lines pledge={pledge} />
        <ChangeOfMind onPress={onTakeBack} />
      </div>
    </main>
  )
}

/** The list above it ends with a line. */
function ChangeOfMind({ onPress }: { onPress: () => void }) {
  return (
    <section className="grid gap-2" aria-labelledby="changed-mind">
      <Heading level={2} size="detail" id="changed-mind">
        Not you, or changed your mind?
      </Heading>
      <p className="quiet">Until we have reviewed it, you can take this pledge back. Nothing is owed then.</p>
      <p>
        <Button onClick={onPress}>Take it back</Button>
      </p>
    </section>
  )
}

type DeclinedProps = { campaignName: string; heldState: Props['heldState'] }

/** A representative may have written why, in the mail; nothing says that they did. */
function NotCounted({ campaignName, heldState }: DeclinedProps) {
  return (
    <GuestScreen title="This pledge does not count">
      <p className="break-words">
        {heldState === 'withdrawn'
          ? `Your pledge for ${campaignName} was withdrawn. Nothing is owed for it.`
          : `We could not confirm your pledge for ${campaignName}. Nothing is owed for it. You can still pledge by card, which counts right away, or a smaller amount.`}
      </p>
      <Link className={buttonClass({ full: true })} to={paths.contact}>
        Contact us
      </Link>
    </GuestScreen>
  )
}

/** Where an account without a password gets one. */
function usePasswordPath(): string {
  const { identity } = usePublicConfig()
  return identity.provider === 'embedded' ? paths.forgotPassword : paths.signUp
}

/** Offered, never required: the link is enough to open the pledge’s page. */
function Password() {
  const isSignedIn = useIsSignedIn()
  const to = usePasswordPath()
  if (isSignedIn) return null
  return (
    <section className="grid gap-2 border-t border-line pt-4" aria-labelledby="password-title">
      <Heading level={2} size="detail" id="password-title">
        All your pledges in one place
      </Heading>
      <p className="quiet">
        The link in your email opens your pledge, and you can change or cancel it there. With a password or
        passkey for the same email address you see all your pledges in one place.
      </p>
      <p>
        <Link to={to} className="text-link">
          Set a password
        </Link>
      </p>
    </section>
  )
}

type NotYouProps = { until: string; timeZone: string; onPress: () => void }

/** For the first 48 hours; the mail about the pledge leads here. */
function NotYou({ until, timeZone, onPress }: NotYouProps) {
  return (
    <section className="grid gap-2 border-t border-line pt-4" aria-labelledby="not-you">
      <Heading level={2} size="detail" id="not-you">
        Not you?
      </Heading>
      <p className="quiet">
        You can take this pledge back until {dateTimeText(until, timeZone)}. Nothing is owed then.
      </p>
      <p>
        <Button onClick={onPress}>Take it back</Button>
      </p>
    </section>
  )
}

/** Asked where the pledge was not begun: a mail scanner takes nothing back either (R59). */
function TakeBack({ pledge, token }: { pledge: LinkedGuestPledge; token: string }) {
  const client = useQueryClient()
  const taking = useMutation<null, Error>({ mutationFn: () => takeBack(token) })
  useFocusOnScreen(taking.isSuccess ? 'taken' : (pledge.question ?? null) === null)
  if (taking.isSuccess) {
    return (
      <GuestScreen title="The pledge was taken back" isOutcome>
        <p>It counts for nothing, and nothing is owed. We emailed you a confirmation.</p>
      </GuestScreen>
    )
  }
  if (pledge.question) {
    return (
      <AskFirst
        title="Take this pledge back"
        about={pledge}
        question={pledge.question}
        otherwise="If you close this page, the pledge stays as it is."
        path={guestLinkPath(token)}
        onAnswered={() => client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })}
      />
    )
  }
  return (
    <GuestScreen title="Take this pledge back?">
      <p className="break-words">Your pledge for {pledge.campaignName} ends, and nothing is owed for it.</p>
      {taking.error && (
        <Note tone="danger" role="alert">
          {taking.error.message}
        </Note>
      )}
      <Button
        kind="danger"
        size="big"
        full
        ignoresDoubleClick
        pending={taking.isPending && 'One moment...'}
        onClick={() => taking.mutate()}
      >
        Yes, take it back
      </Button>
    </GuestScreen>
  )
}
