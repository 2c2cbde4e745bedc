import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { WholeChangeKind } from '#domain/pledges/pledge-changes.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { LineChangePreview } from '#domain/schemas/pledge.ts'
import type { ChangeConfirmed, RequestedChange, WholeChangePreview } from '#domain/schemas/pledge-link.ts'
import { ApiError, isMissing } from '#web/api-error.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { linkCardPlace } from '#web/parts/guests/guest-calls.ts'
import { AskFirst } from '#web/parts/mailed-link/ask-first.tsx'
import { Also, ConfirmBar, Most } from '#web/parts/mailed-link/confirming.tsx'
import { NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { Screen, WideLink } from '#web/parts/mailed-link/screen.tsx'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { paths } from '#web/paths.ts'
import { requestedChangeQuery } from '#web/queries/pledges.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { noteDone } from '#web/site/last-action.ts'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'

const WHOLE_TITLES: Record<WholeChangeKind, string> = {
  lower: 'Lower your maximum',
  cancel: 'Cancel your pledge',
  card: 'Pay with another card',
}

type Props = {
  preview: WholeChangePreview
  token: string
  card: RefObject<CardHandle | null>
  cardError: Error | null
  /** Another card is typed. */
  onCard: () => void
}

/** A change of the pledge as a whole, before it is confirmed: what it comes to, or the fields of the new card. */
function WholeChange({ preview, token, card, cardError, onCard }: Props) {
  const place = useMemo(() => linkCardPlace(linkPath(token)), [token])
  return (
    <>
      {preview.kind === 'lower' && (
        <>
          <Most amount={preview.most} className="flex-wrap" />
          <p className="quiet">It was {usd(preview.mostBefore)}.</p>
        </>
      )}
      {preview.kind === 'card' && (
        <>
          <CardFields ref={card} error={cardError} place={place} onChange={onCard} />
          <p className="quiet">
            Nothing is charged now, unless a charge to the previous card failed: that one is tried again.
          </p>
        </>
      )}
    </>
  )
}

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  requestedChangeQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Confirm the change to your pledge')
export const headers = secretHeaders

export const ErrorBoundary = missingAs(Gone)

const linkPath = (token: string): string => `/api/pledge-change-links/${encodeURIComponent(token)}`

/** The page behind the link in the mail about a requested change: one button makes it; opening it changes nothing. */
export default function ConfirmChange() {
  const { token = '' } = useParams()
  const found = useQuery(requestedChangeQuery(token))
  const { data, error } = found
  const [confirmed, setConfirmed] = useState<ChangeConfirmed | null>(null)
  const [isRefused, setRefused] = useState(false)
  const isDone = confirmed !== null || isRefused
  // The button that was pressed is gone: what came of it is read instead.
  useFocusOnScreen(isDone ? 'done' : Boolean(data?.question))
  if (!data || (!isDone && isMissing(error)))
    return <NotShown what="The change" found={found} missing={<Gone />} />
  const most = confirmed?.agreedMaximum ?? null
  return (
    <CampaignWords value={data.vocabulary}>
      {isRefused ? (
        <Refused />
      ) : confirmed || data.state === 'confirmed' ? (
        <Made most={most} kind={data.kind} pledgeUrl={confirmed?.pledgeUrl ?? data.pledgeUrl} />
      ) : data.state === 'over' || !data.kind ? (
        <Over change={data} />
      ) : data.question ? (
        <AskFirst
          title="Confirm the change"
          about={data}
          question={data.question}
          otherwise="Not you? Close this page: nothing changes. To stop the links in your earlier emails, answer and press “This wasn’t me”."
          path={linkPath(token)}
          queryKey={requestedChangeQuery(token).queryKey}
        />
      ) : (
        <Waiting change={data} token={token} onConfirmed={setConfirmed} onRefused={() => setRefused(true)} />
      )}
    </CampaignWords>
  )
}

type Preview = NonNullable<RequestedChange['preview']>
type WaitingProps = {
  change: RequestedChange
  token: string
  onConfirmed: (confirmed: ChangeConfirmed) => void
  onRefused: () => void
}

function Waiting({ change, token, onConfirmed, onRefused }: WaitingProps) {
  const { preview } = change
  const client = useQueryClient()
  const card = useRef<CardHandle>(null)
  /** Saved for this change: another press does not save it again. */
  const saved = useRef<SavedCard>(null)
  const confirming = useMutation<ChangeConfirmed, Error>({
    mutationFn: async () => {
      if (preview?.kind === 'card') saved.current ??= await saveFrom(card)
      const stripePaymentMethodId = saved.current?.stripePaymentMethodId
      return post(`${linkPath(token)}/confirmation`, { agreedMaximum: preview?.most, stripePaymentMethodId })
    },
    onSuccess: (confirmed) => {
      noteDone('Your pledge was changed.', confirmed.pledgeUrl)
      onConfirmed(confirmed)
      window.scrollTo({ top: 0 })
    },
    // Results were confirmed in between: the page now shows the new amount.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: requestedChangeQuery(token).queryKey })
    },
  })
  const refusing = useMutation<null, Error>({
    mutationFn: () => post(`${linkPath(token)}/refusal`),
    onSuccess: onRefused,
  })
  return (
    <Screen
      title={
        !preview
          ? 'This change cannot be made right now'
          : isOfLine(preview)
            ? 'Confirm the change to your pledge'
            : WHOLE_TITLES[preview.kind]
      }
      about={change}
    >
      {change.problem && (
        <Note tone="warning">
          <strong>{change.problem}.</strong> Nothing was changed.
        </Note>
      )}
      {preview && isOfLine(preview) && <Comparison preview={preview} />}
      {preview && !isOfLine(preview) && (
        <WholeChange
          preview={preview}
          token={token}
          card={card}
          cardError={confirming.error}
          onCard={() => {
            saved.current = null
          }}
        />
      )}
      {preview && <p className="fine break-words">By confirming you agree: “{preview.words}”</p>}
      <ConfirmBar
        error={confirming.error ?? refusing.error}
        isPending={confirming.isPending}
        onConfirm={() => !refusing.isPending && confirming.mutate()}
      >
        {preview && (preview.kind === 'cancel' ? 'Cancel my pledge' : 'Confirm the change')}
      </ConfirmBar>
      <Also
        id="not-me"
        title="Not you?"
        text="Then someone else has one of your emails. Nothing changes if you close this page. Press the button to stop the links in all earlier emails about this pledge; we send you a new one."
      >
        <Button pending={refusing.isPending && 'One moment...'} onClick={() => refusing.mutate()}>
          This wasn’t me
        </Button>
      </Also>
      {change.expiresAt && (
        <p className="quiet fine">
          You can confirm until {dateTimeText(change.expiresAt, change.timeZone)}
          {preview?.kind === 'card' ? '.' : '. Nothing is charged today.'}
        </p>
      )}
    </Screen>
  )
}

const isOfLine = (preview: Preview): preview is LineChangePreview => 'rateBefore' in preview

function Comparison({ preview }: { preview: LineChangePreview }) {
  return (
    <>
      <Most amount={preview.most} className="flex-wrap" />
      <p className="break-words">
        <strong>{preview.name}</strong>: {preview.rateBefore ? usd(preview.rateBefore) : 'not pledged on'}{' '}
        now, {preview.rate ? usd(preview.rate) : 'nothing more'} after you confirm.
      </p>
      <ComesTo range={undefined} most={preview.most} earned={preview.earned} />
      <p className="quiet">The most you could owe so far was {usd(preview.mostBefore)}.</p>
    </>
  )
}

/** Confirmed now, or earlier. */
function Made({
  kind,
  most,
  pledgeUrl,
}: Pick<RequestedChange, 'kind' | 'pledgeUrl'> & { most: string | null }) {
  return (
    <Screen title={kind === 'cancel' ? 'Your pledge is cancelled' : 'Your pledge is changed'} isOutcome>
      <p>{madeWords(kind, most)} We emailed you a confirmation.</p>
      {pledgeUrl && (
        <WideLink kind="primary" size="big" to={pledgeUrl}>
          See your pledge
        </WideLink>
      )}
    </Screen>
  )
}

function madeWords(kind: RequestedChange['kind'], most: string | null): string {
  if (kind === 'cancel') return 'Nothing is charged for it, now or later.'
  if (kind === 'card') return 'It is paid with the card that you entered.'
  return `${most ? `The most you can owe is ${usd(most)}. ` : ''}What was earned before stays.`
}

function Over({ change }: { change: RequestedChange }) {
  return (
    <Screen title="This change can no longer be confirmed">
      <p>
        It was not confirmed in time, it was stopped, or you have requested another one since then. Nothing
        was changed. To request it again, open your pledge from our newest email.
      </p>
      <WideLink to={paths.campaign(change.campaignId)}>See the campaign</WideLink>
    </Screen>
  )
}

function Refused() {
  return (
    <Screen title="Nothing was changed" isOutcome>
      <p>
        The links in earlier emails about this pledge no longer work, for anyone. We emailed you a new one.
        Please keep it to yourself.
      </p>
    </Screen>
  )
}

/** Never existed, or is the link of a deleted account. */
function Gone() {
  return (
    <Screen title="This link no longer works">
      <p>
        Part of it may be missing. Open the newest email from us, or sign in to see your pledges. Nothing was
        changed.
      </p>
      <WideLink to={paths.pledges}>See your pledges</WideLink>
    </Screen>
  )
}
