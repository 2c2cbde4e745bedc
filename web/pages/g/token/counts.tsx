import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isCharged, PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { AfterPledge } from '#web/parts/guests/after-pledge.tsx'
import { guestLinkPath, takeBack } from '#web/parts/guests/guest-calls.ts'
import { AskFirst } from '#web/parts/mailed-link/ask-first.tsx'
import { Also, Most } from '#web/parts/mailed-link/confirming.tsx'
import { Failed } from '#web/parts/mailed-link/not-shown.tsx'
import { Column, Head, Screen, WideLink } from '#web/parts/mailed-link/screen.tsx'
import { dueWhen } from '#web/parts/pledging/unit-labels.ts'
import { paths } from '#web/paths.ts'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { useIsSignedIn, usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Tally } from '#web/ui/note.tsx'

/** What was chosen, how it is paid, and what counts. */
export function Lines({ pledge }: { pledge: LinkedGuestPledge }) {
  const { paymentMethod, vocabulary = SPORT, card } = pledge
  const isInvoiced = paymentMethod && !isCharged(paymentMethod)
  const paidBy = isInvoiced
    ? `${PAYMENT_METHOD_RULES[paymentMethod].label(vocabulary)}, from an invoice`
    : card
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1">
        {pledge.pledgeStatistics.map((line) => (
          <li key={line.statisticId} className="flex justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 break-words">{line.name}</span>
            <span className="flex-none">
              {usd(line.pledgeAmount)} {dueWhen(line)}
            </span>
          </li>
        ))}
        {paidBy && (
          <li className="flex justify-between gap-3 border-b border-line py-1.5">
            <span>Paid by</span>
            <span>{paidBy}</span>
          </li>
        )}
      </ul>
      {pledge.counted && (
        <p>
          It counts results <strong className="break-words">{pledge.counted}</strong>, the same as when you
          pledged.
        </p>
      )}
    </div>
  )
}

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
    return <NotCounted campaignName={campaignName} heldState={heldState} />
  if (pledge.ended) return <Ended campaignName={campaignName} pledgeUrl={pledgeUrl} ended={pledge.ended} />
  if (isTakingBack) return <TakeBack pledge={pledge} token={token} />
  if (heldState === 'held') return <BeingChecked pledge={pledge} onTakeBack={() => setTakingBack(true)} />
  return (
    <Column>
      <div className="grid justify-items-center gap-3 text-center" role="status">
        <Tally tone="turf" />
        <Head title="Your pledge counts" />
        <p className="lead break-words">
          Thank you for backing {campaignName}!{' '}
          {maximumAmount && <>You pay only for confirmed results, never more than {usd(maximumAmount)}.</>}
        </p>
        {pledgeUrl && <WideLink to={pledgeUrl}>See your pledge</WideLink>}
      </div>
      <AfterPledge
        campaignId={campaignId}
        campaignName={campaignName}
        referralCode={referralCode}
        alertsPath={pledgeUrl && alertsOfLink(pledgeUrl.slice('/p/'.length))}
      />
      <Password />
      {pledge.takeBackUntil && (
        // For the first 48 hours; the mail about the pledge leads here.
        <Also
          id="not-you"
          title="Not you?"
          text={`You can take this pledge back until ${dateTimeText(pledge.takeBackUntil, pledge.timeZone)}. Nothing is owed then.`}
        >
          <Button onClick={() => setTakingBack(true)}>Take it back</Button>
        </Also>
      )}
    </Column>
  )
}

type EndedProps = Pick<Props, 'pledgeUrl'> & { campaignName: string; ended: 'cancelled' | 'settled' }

/** The link of an older mail: nothing is left to share, and no result adds to the pledge. */
function Ended({ campaignName, pledgeUrl, ended }: EndedProps) {
  return (
    <Screen title={ended === 'cancelled' ? 'This pledge was cancelled' : 'The results are final'}>
      <p className="break-words">
        {ended === 'cancelled'
          ? `Nothing more counts toward your pledge for ${campaignName}, and nothing more is charged.`
          : `Your pledge for ${campaignName} is settled. Its page shows what it earned, and whether anything is still to pay.`}
      </p>
      {pledgeUrl && <WideLink to={pledgeUrl}>See your pledge</WideLink>}
    </Screen>
  )
}

/** A large pledge by check or cash: it counts once a representative has checked it, and can be withdrawn until then. */
function BeingChecked({ pledge, onTakeBack }: { pledge: LinkedGuestPledge; onTakeBack: () => void }) {
  return (
    <Column>
      <div className="grid gap-3" role="status">
        <Head title="We are reviewing your pledge" />
        <p className="break-words">
          Thank you for backing {pledge.campaignName}! We review large check and cash pledges first. Yours
          counts once we have. We will email you, usually within two business days. Nothing is owed until
          then.
        </p>
      </div>
      {pledge.maximumAmount && <Most amount={pledge.maximumAmount} />}
      <Lines pledge={pledge} />
      <Also
        id="changed-mind"
        title="Not you, or changed your mind?"
        text="Until we have reviewed it, you can take this pledge back. Nothing is owed then."
        // The list above it ends with a line.
        hasLine={false}
      >
        <Button onClick={onTakeBack}>Take it back</Button>
      </Also>
    </Column>
  )
}

type DeclinedProps = { campaignName: string; heldState: Props['heldState'] }

/** A representative may have written why, in the mail; nothing says that they did. */
function NotCounted({ campaignName, heldState }: DeclinedProps) {
  return (
    <Screen title="This pledge does not count">
      <p className="break-words">
        {heldState === 'withdrawn'
          ? `Your pledge for ${campaignName} was withdrawn. Nothing is owed for it.`
          : `We could not confirm your pledge for ${campaignName}. Nothing is owed for it. You can still pledge by card, which counts right away, or a smaller amount.`}
      </p>
      <WideLink to={paths.contact}>Contact us</WideLink>
    </Screen>
  )
}

/** Offered, never required: the link is enough to open the pledge’s page. */
function Password() {
  const isSignedIn = useIsSignedIn()
  const { identity } = usePublicConfig()
  if (isSignedIn) return null
  return (
    <Also
      id="password-title"
      title="All your pledges in one place"
      text="The link in your email opens your pledge, and you can change or cancel it there. With a password or passkey for the same email address you see all your pledges in one place."
    >
      {/* Where an account without a password gets one. */}
      <Link to={identity.provider === 'embedded' ? paths.forgotPassword : paths.signUp} className="text-link">
        Set a password
      </Link>
    </Also>
  )
}

/** Asked where the pledge was not begun: a mail scanner takes nothing back either. */
function TakeBack({ pledge, token }: { pledge: LinkedGuestPledge; token: string }) {
  const taking = useMutation<null, Error>({ mutationFn: () => takeBack(token) })
  useFocusOnScreen(taking.isSuccess ? 'taken' : (pledge.question ?? null) === null)
  if (taking.isSuccess) {
    return (
      <Screen title="The pledge was taken back" isOutcome>
        <p>It counts for nothing, and nothing is owed. We emailed you a confirmation.</p>
      </Screen>
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
        queryKey={guestLinkQuery(token).queryKey}
      />
    )
  }
  return (
    <Screen title="Take this pledge back?">
      <p className="break-words">Your pledge for {pledge.campaignName} ends, and nothing is owed for it.</p>
      <Failed error={taking.error} />
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
    </Screen>
  )
}
