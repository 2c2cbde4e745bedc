import { useState } from 'react'
import { Link } from 'react-router'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { usd } from '#web/format.ts'
import { AfterPledge } from '#web/parts/guests/after-pledge.tsx'
import { GuestScreen } from '#web/parts/guests/guest-screen.tsx'
import { GUEST, GUEST_FORM } from '#web/parts/guests/look.ts'
import { paths, signInPath } from '#web/paths.ts'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { useIsSignedIn, usePublicConfig } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Tally } from '#web/ui/tally.tsx'
import { Lines, Most } from './lines.tsx'
import { NotYou, TakeBack } from './take-back.tsx'

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
  if (heldState === 'held') return <BeingChecked pledge={pledge} />
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
function BeingChecked({ pledge }: { pledge: LinkedGuestPledge }) {
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
        <ChangeOfMind />
      </div>
    </main>
  )
}

/** Withdrawing requires signing in, like cancelling (R44). The list above it ends with a line. */
function ChangeOfMind() {
  const isSignedIn = useIsSignedIn()
  const to = usePasswordPath()
  return (
    <section className="grid gap-2" aria-labelledby="mind-title">
      <Heading level={2} size="detail" id="mind-title">
        Changed your mind?
      </Heading>
      <p className="quiet">
        Until we have reviewed it, you can cancel it: sign in with the same email address and open it under
        Your Pledges.{!isSignedIn && ' No password yet? Set one first.'}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={isSignedIn ? paths.pledges : signInPath(paths.pledges)} className="text-link">
          {isSignedIn ? 'Your Pledges' : 'Sign in'}
        </Link>
        {!isSignedIn && (
          <Link to={to} className="text-link">
            Set a password
          </Link>
        )}
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
        Want to change it later?
      </Heading>
      <p className="quiet">
        With the link in your email you can see your pledge, and raise, stop or add a statistic, without a
        password. To lower your maximum, change the card or cancel, set a password or passkey with the same
        email address.
      </p>
      <p>
        <Link to={to} className="text-link">
          Set a password
        </Link>
      </p>
    </section>
  )
}
