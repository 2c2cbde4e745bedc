import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { GuestConfirmed, LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { isMissing } from '#web/api-error.ts'
import { dateTimeText } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import type { WalletCard } from '#web/parts/card/wallet.tsx'
import { CheckedFirst } from '#web/parts/guests/checked-first.tsx'
import { confirmPledge, guestLinkPath, linkCardPlace } from '#web/parts/guests/guest-calls.ts'
import { GuestCard } from '#web/parts/guests/guest-card.tsx'
import { WithoutScript } from '#web/parts/guests/without-script.tsx'
import { AskFirst } from '#web/parts/mailed-link/ask-first.tsx'
import { ConfirmBar, Most } from '#web/parts/mailed-link/confirming.tsx'
import { LinkEnded, NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { Screen, WideLink } from '#web/parts/mailed-link/screen.tsx'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { isOtherTerms } from '#web/parts/pledging/shown-terms.ts'
import { paths } from '#web/paths.ts'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { noteDone } from '#web/site/last-action.ts'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { Counts, Lines } from './counts.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  guestLinkQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Confirm your pledge')
export const headers = secretHeaders

export const ErrorBoundary = missingAs(Gone)

/** The page behind the link in a guest's mail: one button makes the pledge; opening it makes nothing. */
export default function ConfirmPledge() {
  const { token = '' } = useParams()
  const found = useQuery(guestLinkQuery(token))
  const { data, error } = found
  const [confirmed, setConfirmed] = useState<GuestConfirmed | null>(null)
  // The button that was pressed is gone: what came of it is read instead.
  useFocusOnScreen(confirmed ?? Boolean(data?.question))
  useTitle(confirmed ? 'Your pledge' : 'Confirm your pledge')
  if (!data || (confirmed === null && isMissing(error)))
    return <NotShown what="Your pledge" found={found} missing={<Gone />} />
  if (data.isLinkEnded && confirmed === null) return <LinkEnded />
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
          queryKey={guestLinkQuery(token).queryKey}
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
  const place = useMemo(() => linkCardPlace(guestLinkPath(token)), [token])
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
    // Something was renamed while the page was open: it shows the new name, and asks again.
    onError: (error) => {
      if (isOtherTerms(error)) void client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })
    },
  })
  const canConfirm = pledge.problem === null || Boolean(pledge.now)
  return (
    <Screen title={titleOf(pledge)} about={pledge}>
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
          place={place}
          card={card}
          ready={ready}
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
            {pledge.expiresAt && ` You can confirm until ${dateTimeText(pledge.expiresAt, pledge.timeZone)}.`}{' '}
            Not you? Close this page: nothing happens, and what was entered is removed.
          </p>
          <WithoutScript />
          <ConfirmBar
            error={confirming.error}
            isPending={confirming.isPending}
            onConfirm={() => confirming.mutate()}
            className="noscript:hidden"
          >
            {pledge.now ? 'Confirm it as it is now' : 'Confirm my pledge'}
          </ConfirmBar>
        </>
      )}
    </Screen>
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
    <Screen title="This pledge was not confirmed in time">
      <p className="lead break-words">
        {pledge.campaignName}, {pledge.organizationName}
      </p>
      <p>Nothing was pledged, nothing is charged, and what you entered was removed.</p>
      <WideLink kind="primary" size="big" to={paths.guestPledge(pledge.campaignId)}>
        Pledge again
      </WideLink>
    </Screen>
  )
}

/** Never existed, or was sent to an address that was corrected since. */
function Gone() {
  return (
    <Screen title="This link no longer works">
      <p>
        Part of it may be missing, or a newer email has replaced it. Open the newest email from us, or begin
        again on the campaign’s page. Nothing is charged.
      </p>
      <WideLink to={paths.campaigns}>Find the campaign</WideLink>
    </Screen>
  )
}
