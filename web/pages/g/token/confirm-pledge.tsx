import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { isCharged, PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { GuestConfirmed, LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { isMissing } from '#web/api-error.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import type { WalletCard } from '#web/parts/card/wallet.tsx'
import { AskFirst } from '#web/parts/guests/ask-first.tsx'
import { CheckedFirst } from '#web/parts/guests/checked-first.tsx'
import { confirmPledge, guestLinkPath, linkCardPlace } from '#web/parts/guests/guest-calls.ts'
import { GuestCard } from '#web/parts/guests/guest-card.tsx'
import { GuestScreen } from '#web/parts/guests/guest-screen.tsx'
import { GUEST, GUEST_BAR, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { LinkEnded } from '#web/parts/guests/link-ended.tsx'
import { WithoutScript } from '#web/parts/guests/without-script.tsx'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { isOtherTerms } from '#web/parts/pledging/shown-terms.ts'
import { dueWhen } from '#web/parts/pledging/unit-labels.ts'
import { paths } from '#web/paths.ts'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { noteDone } from '#web/site/last-action.ts'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Counts } from './counts.tsx'

const LONG = 9

/** The largest figure of the page (R8). */
export function Most({ amount }: { amount: string }) {
  const most = usd(amount)
  return (
    <p className="flex items-end justify-between gap-3 border-t-[3px] border-ink pt-3">
      <strong>The most you can owe</strong>
      <Figure text={most} className={most.length > LONG ? 'large-[2.75]' : 'large-[4]'} />
    </p>
  )
}

/** What was chosen, how it is paid, and what counts. */
export function Lines({ pledge }: { pledge: LinkedGuestPledge }) {
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
        {pledge.paymentMethod && !isCharged(pledge.paymentMethod) && (
          <li className="flex justify-between gap-3 border-b border-line py-1.5">
            <span>Paid by</span>
            <span>
              {PAYMENT_METHOD_RULES[pledge.paymentMethod].label(pledge.vocabulary ?? SPORT)}, from an invoice
            </span>
          </li>
        )}
        {pledge.card && (
          <li className="flex justify-between gap-3 border-b border-line py-1.5">
            <span>Paid by</span>
            <span>{pledge.card}</span>
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

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  guestLinkQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Confirm your pledge')
export const headers = secretHeaders

export const ErrorBoundary = missingAs(Gone)

/** The page behind the link in a guest's mail: one button makes the pledge; opening it makes nothing (R59). */
export default function ConfirmPledge() {
  const { token = '' } = useParams()
  const found = useQuery(guestLinkQuery(token))
  const { data, error } = found
  const [confirmed, setConfirmed] = useState<GuestConfirmed | null>(null)
  const [isAnswered, setAnswered] = useState(false)
  const client = useQueryClient()
  // The button that was pressed is gone: what came of it is read instead.
  useFocusOnScreen(confirmed ?? isAnswered)
  useTitle(confirmed ? 'Your pledge' : 'Confirm your pledge')
  if (confirmed === null && isMissing(error)) return <Gone />
  if (!data) {
    if (error) {
      return (
        <NotLoadedPage what="Your pledge" found={found}>
          <Gone />
        </NotLoadedPage>
      )
    }
    return (
      <main id="main" className="wrap max-w-[37.5rem] py-6" aria-busy="true">
        <Skeleton className="h-120" />
      </main>
    )
  }
  if (data.isLinkEnded && confirmed === null) return <LinkEnded token={token} />
  const pledgeUrl = confirmed?.pledgeUrl ?? data.pledgeUrl
  const isConfirmed = confirmed !== null || data.state === 'confirmed'
  return (
    <CampaignWords value={data.vocabulary ?? SPORT}>
      {isConfirmed ? (
        <Counts
          token={token}
          pledge={data}
          pledgeUrl={pledgeUrl}
          heldState={confirmed?.isHeld ? 'held' : (data.heldState ?? null)}
        />
      ) : data.state === 'expired' ? (
        <Expired pledge={data} />
      ) : data.question ? (
        <AskFirst
          title="Confirm your pledge"
          about={data}
          question={data.question}
          path={guestLinkPath(token)}
          onAnswered={async () => {
            await client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })
            setAnswered(true)
          }}
        />
      ) : (
        <Waiting pledge={data} token={token} onConfirmed={setConfirmed} />
      )}
    </CampaignWords>
  )
}

type WaitingProps = {
  pledge: LinkedGuestPledge
  token: string
  onConfirmed: (confirmed: GuestConfirmed) => void
}

function Waiting({ pledge, token, onConfirmed }: WaitingProps) {
  const client = useQueryClient()
  const card = useRef<CardHandle>(null)
  const [ready, setReady] = useState<WalletCard | null>(null)
  const place = useMemo(() => linkCardPlace(token), [token])
  const confirming = useMutation<GuestConfirmed, Error>({
    mutationFn: async () =>
      confirmPledge(
        token,
        pledge.needsCard ? (ready?.card ?? (await saveFrom(card))) : null,
        pledge.now?.pledgeStatistics,
      ),
    onSuccess: (confirmed) => {
      // From now on it says until when this can be taken back.
      void client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })
      noteDone('Your pledge was made.', confirmed.pledgeUrl)
      onConfirmed(confirmed)
      window.scrollTo({ top: 0 })
    },
    // Something was renamed while the page was open: it shows the new name, and asks again (R8).
    onError: (error) => {
      if (isOtherTerms(error)) void client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })
    },
  })
  const canConfirm = pledge.problem === null || Boolean(pledge.now)
  return (
    <main id="main" className={GUEST}>
      <div className={GUEST_FORM}>
        <header>
          <Heading level={1} size="page">
            {titleOf(pledge)}
          </Heading>
          <p className="lead mt-1 break-words">
            {pledge.campaignName}, {pledge.organizationName}
          </p>
        </header>
        {pledge.now ? (
          <Renamed campaignId={pledge.campaignId} changes={pledge.now.changes} />
        ) : (
          pledge.problem && <Problem pledge={pledge} />
        )}
        {pledge.isChecked && canConfirm && <CheckedFirst />}
        <Most amount={pledge.maximumAmount ?? '0'} />
        {canConfirm && (
          <ComesTo
            range={pledge.forecast}
            most={pledge.maximumAmount ?? '0'}
            earned={asNow(pledge).alreadyEarned ?? '0'}
          />
        )}
        <Lines pledge={asNow(pledge)} />
        {pledge.needsCard && canConfirm && (
          // While cards are being tested somewhere, the card comes after the mail.
          <GuestCard
            label={pledge.campaignName}
            {...{ place, card, ready }}
            error={ready ? null : confirming.error}
            hasWallet
            onWallet={setReady}
            onOther={() => setReady(null)}
          />
        )}
        {canConfirm && (
          <>
            <p className="fine">{pledge.now?.consentText ?? pledge.consentText}</p>
            <p className="quiet fine">
              Nothing is charged today.
              {pledge.expiresAt &&
                ` You can confirm until ${dateTimeText(pledge.expiresAt, pledge.timeZone)}.`}{' '}
              Not you? Close this page: nothing happens, and what was entered is removed.
            </p>
            <WithoutScript />
            <div className={`${GUEST_BAR} noscript:hidden`}>
              {confirming.error && (
                <Note tone="danger" role="alert">
                  {confirming.error.message}
                </Note>
              )}
              <Button
                kind="primary"
                size="big"
                full
                ignoresDoubleClick
                pending={confirming.isPending && 'Confirming...'}
                onClick={() => confirming.mutate()}
              >
                {pledge.now ? 'Confirm it as it is now' : 'Confirm my pledge'}
              </Button>
            </div>
          </>
        )}
      </div>
    </main>
  )
}

/** With what its statistics are called now, which is what the button agrees to. */
function asNow({ now, ...pledge }: LinkedGuestPledge): LinkedGuestPledge {
  if (!now) return pledge
  const { counted, alreadyEarned } = now
  const names = new Map(now.pledgeStatistics.map((line) => [line.statisticId, line]))
  const pledgeStatistics = pledge.pledgeStatistics.map((line) => ({
    ...line,
    ...names.get(line.statisticId),
  }))
  return { ...pledge, counted, alreadyEarned, pledgeStatistics }
}

function titleOf({ problem, now, isPaused }: LinkedGuestPledge): string {
  if (now) return 'Check what has changed'
  if (problem) return `Your pledge cannot be confirmed${isPaused ? ' right now' : ''}`
  return 'Confirm your pledge'
}

function Renamed({ campaignId, changes }: { campaignId: string; changes: string }) {
  return (
    <Note tone="warning">
      <strong className="break-words">{changes}</strong> This has changed since you filled in the form. Your
      amounts and your maximum are the same. Nothing is pledged yet: check it below, then confirm.{' '}
      <Link to={paths.campaign(campaignId)} className="text-link">
        See the campaign
      </Link>
    </Note>
  )
}

function Problem({ pledge }: { pledge: LinkedGuestPledge }) {
  return (
    <Note tone="warning">
      <strong>{pledge.problem}</strong> Nothing was pledged and nothing is charged.
      {pledge.expiresAt &&
        (pledge.isPaused
          ? ` This link works until ${dateTimeText(pledge.expiresAt, pledge.timeZone)}: if the campaign resumes by then, you can confirm. After that, what you entered is removed.`
          : ` What you entered is removed on ${dateTimeText(pledge.expiresAt, pledge.timeZone)}.`)}{' '}
      <Link to={paths.campaign(pledge.campaignId)} className="text-link">
        See the campaign
      </Link>
    </Note>
  )
}

function Expired({ pledge }: { pledge: LinkedGuestPledge }) {
  return (
    <GuestScreen title="This pledge was not confirmed in time">
      <p className="lead break-words">
        {pledge.campaignName}, {pledge.organizationName}
      </p>
      <p>Nothing was pledged, nothing is charged, and what you entered was removed.</p>
      <Link
        className={buttonClass({ kind: 'primary', size: 'big', full: true })}
        to={paths.guestPledge(pledge.campaignId)}
      >
        Pledge again
      </Link>
    </GuestScreen>
  )
}

/** Never existed, or was sent to an address that was corrected since. */
function Gone() {
  return (
    <GuestScreen title="This link no longer works">
      <p>
        Part of it may be missing, or a newer email has replaced it. Open the newest email from us, or begin
        again on the campaign’s page. Nothing is charged.
      </p>
      <Link className={buttonClass({ full: true })} to={paths.campaigns}>
        Find the campaign
      </Link>
    </GuestScreen>
  )
}
