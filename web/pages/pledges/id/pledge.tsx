import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ChargeConfirmation } from '#domain/schemas/charge.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { post } from '#web/parts/card/card-setup.ts'
import { paths } from '#web/paths.ts'
import { alertsOf } from '#web/queries/alerts.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { pledgeForecastQuery } from '#web/queries/forecasts.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { api } from '#web/query-client.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { titled } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useWrite } from '#web/write.ts'
import { laterWords } from './bill-sentences.ts'
import { Bills, Receipts } from './bills.tsx'
import { ChangeSection } from './change-section.tsx'
import { EarnedBoard } from './earned.tsx'
import { ForRepresentative } from './for-representative.tsx'
import { Agreed, PledgeHead, ReaderContext, WHAT_LINKS_CAN_DO } from './head.tsx'
import { LikelyChange } from './likely-change.tsx'
import { AlertsCard, Matches } from './matches.tsx'

const STATES = {
  asked: 'You want to be thanked by name. A representative checks the name first.',
  shown: 'The campaign’s page thanks you by first name and initial. Your amounts are not shown with it.',
  hidden: 'You want to be thanked by name. A representative decided not to show the name.',
  none: 'The campaign’s page does not name you. It can thank you by first name and initial, once a representative has checked it. Your amounts are never shown with it.',
}

/** The supporter's own choice, at any time. */
function ThanksSection({ pledge }: { pledge: PledgeDetail }) {
  const { id, campaignId, thanks, isAnonymous, status } = pledge
  const choose = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/pledges/${id}/thanks`,
      payload: { thankByName: thanks === undefined },
    }),
    failure: 'Not saved',
    refresh: [pledgeQuery(id).queryKey, campaignKey(campaignId)],
  })
  if (isAnonymous || status === 'cancelled' || !pledge.supporterName) return null
  return (
    <section className="card pad grid gap-4" aria-labelledby="thanks">
      <Heading level={2} id="thanks">
        Thanks by name
      </Heading>
      <p>{STATES[thanks ?? 'none']}</p>
      <Button
        className="justify-self-start"
        pending={choose.isPending && 'Saving...'}
        onClick={() => choose.mutate()}
      >
        {thanks ? 'Don’t thank me by name' : 'Thank me by name'}
      </Button>
    </section>
  )
}

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  pledgeQuery(params.id ?? ''),
  pledgeForecastQuery(params.id ?? ''),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Your pledge')

function PledgeNotFound() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Pledge not found"
        action={
          <Link to={paths.pledges} className={buttonClass()}>
            Your Pledges
          </Link>
        }
      >
        It doesn’t exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

export const ErrorBoundary = missingAs(PledgeNotFound)

/** One pledge: what each match added, what has accrued against the maximum, what is charged when and why, and changes. */
export default function Pledge() {
  const { id = '' } = useParams()
  const found = useQuery(pledgeQuery(id))
  const { data: pledge, error } = found
  const user = useUser()
  if (error && !pledge) {
    return (
      <NotLoadedPage what="The pledge" found={found}>
        <PledgeNotFound />
      </NotLoadedPage>
    )
  }
  if (!pledge) {
    return (
      <main id="main" className="wrap py-10" aria-busy="true">
        <Skeleton className="h-96" />
      </main>
    )
  }
  // Nobody else may read it but representatives.
  const isDesk = user !== null && user.id !== pledge.pledgerId
  return (
    <ReaderContext value={isDesk ? 'representative' : 'supporter'}>
      <main id="main" className="wrap grid gap-6 pt-8">
        <BackLink>
          {isDesk ? (
            <Link to={paths.dashboard}>Dashboard</Link>
          ) : (
            <Link to={paths.pledges}>Your Pledges</Link>
          )}
        </BackLink>
        <PledgeHead pledge={pledge} />
        {pledge.isHeld && <HeldNote isOwn={user?.id === pledge.pledgerId} />}
        {user?.id === pledge.pledgerId && <ConfirmCharges pledge={pledge} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <EarnedBoard pledge={pledge} />
            {/* A representative comes for what was billed, before the matches. */}
            {isDesk && <ForRepresentative pledge={pledge} supporterId={pledge.pledgerId} />}
            <LikelyChange pledge={pledge} query={pledgeForecastQuery(id)} />
            {!isDesk && <Matches pledge={pledge} />}
          </div>
          <div className="grid gap-6">
            {isDesk ? (
              <Matches pledge={pledge} />
            ) : (
              <>
                <Bills pledge={pledge} files={`/api/pledges/${pledge.id}`} />
                <Receipts pledge={pledge} />
              </>
            )}
            {user?.id === pledge.pledgerId && <AlertsCard pledge={pledge} path={alertsOf(pledge.id)} />}
            {user?.id === pledge.pledgerId && <ChangeSection pledge={pledge} />}
            <Agreed pledge={pledge} />
            {user?.id === pledge.pledgerId && !pledge.isHeld && <DetailsSection pledge={pledge} />}
            {user?.id === pledge.pledgerId && !pledge.isHeld && <ThanksSection pledge={pledge} />}
            {user?.id === pledge.pledgerId && !pledge.isHeld && <LinksSection pledge={pledge} />}
          </div>
        </div>
      </main>
    </ReaderContext>
  )
}

/** A large pledge by check or cash awaits a representative. */
function HeldNote({ isOwn }: { isOwn: boolean }) {
  return (
    <Note>
      <strong>We are reviewing this pledge.</strong>{' '}
      {isOwn ? (
        <>
          We review large check and cash pledges before they count. Until then it is in no total, no one else
          sees it, and you owe nothing. We will email you, usually within two business days.
        </>
      ) : (
        <>
          It does not count until it is released or declined under{' '}
          <Link to={paths.heldPledges} className="text-link">
            Problems
          </Link>
          .
        </>
      )}
    </Note>
  )
}

/** Links in e-mails open it without signing in; its supporter can revoke them all at once. */
export function LinksSection({ pledge }: { pledge: PledgeDetail }) {
  const stop = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/pledges/${pledge.id}/links` }),
    failure: 'Links not stopped',
    success: { title: 'Links stopped', description: 'Links emailed so far no longer open this pledge.' },
  })
  return (
    <section className="card pad" aria-labelledby="links">
      <Heading level={2} id="links" className="mb-3">
        Links in emails
      </Heading>
      <p>
        Each email about this pledge opens it without a password. {WHAT_LINKS_CAN_DO} If you shared one by
        mistake, stop them all.
      </p>
      <Button className="mt-4" pending={stop.isPending && 'Processing...'} onClick={() => stop.mutate()}>
        Stop all links
      </Button>
    </section>
  )
}

/** Whose papers they are, and how a pledge that is over is made to name no one: the account may be shared. */
function DetailsSection({ pledge }: { pledge: PledgeDetail }) {
  const erase = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/pledges/${pledge.id}/details` }),
    failure: null,
    success: { title: 'Name and address removed', description: 'This pledge no longer names anyone.' },
    refresh: [pledgeQuery(pledge.id).queryKey],
  })
  if (!pledge.supporterName) return null
  const isOver = pledge.status === 'settled' || pledge.status === 'cancelled'
  return (
    <section className="card pad grid gap-4" aria-labelledby="details">
      <Heading level={2} id="details">
        Name on this pledge
      </Heading>
      <p>
        Invoices and receipts are made out to <strong className="break-words">{pledge.supporterName}</strong>.
      </p>
      {isOver && (
        <>
          <p className="quiet">
            You can have the name and address of this pledge removed. Save its receipts first: afterward they
            name no one, and the links in its emails stop working. Your other pledges stay as they are.
          </p>
          {erase.error && <Note tone="danger">{erase.error.message}</Note>}
          <Button
            className="justify-self-start"
            pending={erase.isPending && 'Processing...'}
            onClick={() => erase.mutate()}
          >
            Remove name and address
          </Button>
        </>
      )}
    </section>
  )
}

/** The bank's own page, over ours; in test mode there is none, and pressing the button confirms. */
async function askBank(started: ChargeConfirmation): Promise<void> {
  const { clientSecret, publishableKey } = started
  if (started.provider === 'sandbox' || publishableKey === null) {
    await api.write('POST', '/api/sandbox/charge-confirmations', { clientSecret })
    return
  }
  const { openStripe } = await import('#web/parts/card/stripe.ts')
  const stripe = await openStripe(publishableKey)
  const { error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: started.stripePaymentMethodId,
  })
  if (error) throw new Error(error.message ?? 'Your bank did not confirm it. Try again.')
}

async function confirm(chargeId: string): Promise<Charge> {
  const path = `/api/charges/${chargeId}/confirmations`
  await askBank(await post<ChargeConfirmation>(path, {}))
  return post<Charge>(`${path}/outcome`, {})
}

/** Payments awaiting the cardholder's bank, which only the cardholder can continue. */
function ConfirmCharges({ pledge }: { pledge: PledgeDetail }) {
  const client = useQueryClient()
  const confirmation = useMutation({
    mutationFn: confirm,
    onSuccess: ({ state, amount }) => {
      if (state === 'succeeded')
        toast({ title: 'Thank you!', description: `${usd(amount)} is paid. We will email you the receipt.` })
    },
    onError: (error) =>
      toast({ title: 'Payment Method Error', description: error.message, destructive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: pledgeQuery(pledge.id).queryKey }),
  })
  const waiting = pledge.charges.filter(
    ({ id, state, underWay }) =>
      state === 'requires_action' ||
      // Begun, and the page was reloaded midway: the same confirmation continues.
      underWay === 'confirmation' ||
      (confirmation.isError && confirmation.variables === id),
  )
  // During a pause none begins, and one that was begun can still be made.
  const isPaused = pledge.campaignStatus === 'paused'
  return waiting.map(({ id, amount, underWay }) => (
    <section key={id} className="note note-warning items-center" aria-label="Confirm with your bank">
      <p className="flex-1">
        Your bank wants you to confirm <strong>{usd(amount)}</strong>. You have not been charged yet.
        {isPaused && underWay !== 'confirmation' && ` ${laterWords('confirm')}`}
      </p>
      {(!isPaused || underWay === 'confirmation') && (
        <Button
          kind="primary"
          pending={confirmation.isPending && 'Processing...'}
          onClick={() => confirmation.mutate(id)}
        >
          Confirm with your bank
        </Button>
      )}
    </section>
  ))
}
