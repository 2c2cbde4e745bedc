import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import { ApiError } from '#web/api-error.ts'
import { usd } from '#web/format.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { type Begun, begin, guestCardPlace, hold } from '#web/parts/guests/guest-calls.ts'
import type { Waiting } from '#web/parts/guests/waiting.ts'
import { ConfirmUnusualRate, useConfirmUnusualRate } from '#web/parts/pledging/confirm-unusual-rate.tsx'
import { useCredited } from '#web/parts/pledging/referral.ts'
import { keepSelection, NOTHING } from '#web/parts/pledging/selection.ts'
import { type Panel, usePanel } from '#web/parts/pledging/use-panel.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { Maximum } from './most.tsx'
import { Pick } from './pick.tsx'

const EMAIL = /^\S+@\S+\.\S+$/

/** Amount, maximum, email, card: what a pledge needs, and no more. */
export function GuestForm({
  detail,
  onHeld,
}: {
  detail: CampaignDetail
  onHeld: (waiting: Waiting) => void
}) {
  const panel = usePanel(detail)
  const [wanted, setWanted] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const { statistics, chosen, selection, dispatch } = panel
  const current = statistics.find(({ id }) => id === (wanted ?? chosen[0]?.statistic.id)) ?? statistics[0]
  const unusual = useConfirmUnusualRate(chosen, panel.quoted.quote)
  const sending = useHolding(panel, email, onHeld)
  const missing = missingOf(panel, email, unusual.isMissing)
  const refused = fieldErrors(sending.error)
  if (!current) return <Note>The statistics of this campaign are being prepared. Come back soon.</Note>

  const changeStatistic = (id: string): void => {
    setWanted(id)
    dispatch({ do: 'restore', selection: { ...selection, picks: {} } })
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (sending.isPending) return
    if (missing) {
      const wrong = event.currentTarget.querySelector<HTMLElement>(missing.at)
      wrong?.scrollIntoView({ block: 'center' })
      wrong?.focus()
      return
    }
    sending.mutate()
  }
  return (
    <form className="guest-form" noValidate onSubmit={submit}>
      <header>
        <Heading level={1} size="page">
          Pledge in 30 seconds
        </Heading>
        <p className="quiet mt-1">No account, no password. Nothing is charged today.</p>
        <Credit campaignId={panel.campaignId} />
      </header>
      <Pick
        {...{ statistics, selection, chosen, dispatch, current }}
        campaignId={panel.campaignId}
        onStatistic={changeStatistic}
        error={isTried && chosen.length === 0 ? 'Choose an amount' : undefined}
      />
      {chosen.length > 0 && (
        <>
          <Maximum {...panel} />
          <ConfirmUnusualRate {...unusual} />
        </>
      )}
      <EmailField
        label="Your email"
        hint="We email you one link. Your pledge counts once you tap it."
        enterKeyHint="next"
        value={email}
        error={
          refused.email ?? (isTried && !EMAIL.test(email.trim()) ? 'Enter your email address' : undefined)
        }
        onChange={(event) => setEmail(event.target.value)}
      />
      <GuestCard sending={sending} />
      <Foot panel={panel} sending={sending} problem={isTried ? missing?.says : undefined} />
    </form>
  )
}

/** Whose link brought this visitor (R42). */
function Credit({ campaignId }: { campaignId: string }) {
  const credited = useCredited(campaignId)
  if (!credited) return null
  return (
    <p className="fine mt-1">
      <strong>
        {credited.firstName} {credited.lastInitial}
      </strong>{' '}
      sent you here, and is credited with your pledge.
    </p>
  )
}

/** What keeps the button from sending, and where it is mended. */
function missingOf(
  { chosen, problem, quoted, closed }: Panel,
  email: string,
  isUnusual: boolean,
): { at: string; says: string } | null {
  if (closed) return { at: 'button', says: closed }
  if (chosen.length === 0) return { at: '.chips input', says: 'Choose an amount' }
  if (problem) return { at: '[aria-invalid="true"]', says: problem }
  if (quoted.problem) return { at: '.chips input', says: quoted.problem }
  if (isUnusual) return { at: 'input[type="checkbox"]', says: 'Confirm the amount first' }
  if (!EMAIL.test(email.trim())) return { at: 'input[type="email"]', says: 'Enter your email address' }
  return null
}

type Sending = ReturnType<typeof useHolding>

/** The card, by the same part as everywhere. A wallet's button goes above it: it gives card, name and ZIP in one tap. */
function GuestCard({ sending }: { sending: Sending }) {
  return (
    <section className="grid gap-2" aria-labelledby="card-title">
      <p id="card-title" className="field-label">
        Your card
      </p>
      <div className="guest-wallet" data-place="wallet" />
      <CardFields
        ref={sending.card}
        error={sending.cardError}
        place={sending.place}
        onChange={sending.forgetCard}
      />
    </section>
  )
}

function Foot({ panel, sending, problem }: { panel: Panel; sending: Sending; problem: string | undefined }) {
  const { most, quoted, chosen } = panel
  const isCounting = chosen.length > 0 && !quoted.isCurrent && !quoted.problem
  return (
    <>
      <p className="fine">
        By pressing the button I agree: I pay only for confirmed results, charged once after the season, three
        days after a statement{most ? <>, and never more than {usd(most)}</> : null}.{' '}
        <Link to={paths.terms} className="text-link">
          Terms
        </Link>
      </p>
      <p className="quiet fine">
        Paying by check or cash needs a mailing address:{' '}
        <Link to={paths.campaign(panel.campaignId)} className="text-link">
          pledge with an account
        </Link>
        .
      </p>
      <div className="guest-bar">
        {sending.error && !sending.cardError && (
          <Note tone="danger" role="alert">
            {sending.error.message}
          </Note>
        )}
        {problem && (
          <p className="field-error" role="status">
            {problem}
          </p>
        )}
        <div className="flex items-center gap-3.5">
          <p className="flex-none">
            <span className="quiet fine block">Most you can owe</span>
            <Figure text={most ? usd(most) : '…'} className="text-[32px]" />
          </p>
          <Button
            kind="primary"
            size="big"
            type="submit"
            className="flex-1"
            pending={sending.isPending ? 'Sending...' : isCounting && 'Calculating...'}
            ignoresDoubleClick
          >
            Pledge now
          </Button>
        </div>
      </div>
    </>
  )
}

/** Begun, card, held. What has succeeded is not done again, so that a lost answer or a mistyped address costs one more call. */
function useHolding(panel: Panel, email: string, onHeld: (waiting: Waiting) => void) {
  const { campaignId, payload, most } = panel
  const card = useRef<CardHandle>(null)
  const begun = useRef<Begun>(null)
  const saved = useRef<SavedCard>(null)
  const credited = useCredited(campaignId)
  const [cardError, setCardError] = useState<Error | null>(null)
  const place = useMemo(
    () =>
      guestCardPlace(async () => {
        if (begun.current?.setup) return begun.current.setup
        throw new Error('Try again in a moment.')
      }),
    [],
  )
  const mutation = useMutation<GuestHeld, Error>({
    mutationFn: async () => {
      begun.current ??= await begin(campaignId)
      if (begun.current.setup && !saved.current) {
        saved.current = await saveFrom(card).catch((error: Error) => {
          setCardError(error)
          throw error
        })
      }
      return hold(begun.current, {
        ...{ email: email.trim(), ambassadorId: credited?.id ?? null, maximumAmount: most },
        stripePaymentMethodId: saved.current?.stripePaymentMethodId ?? null,
        pledgeStatistics: payload.pledgeStatistics,
      })
    },
    onSuccess: (held) => {
      const { secret } = begun.current as Begun
      keepSelection(campaignId, NOTHING)
      onHeld({ held, secret })
    },
    onError: (error) => {
      // It waited too long, or the form was used up: the next press begins again.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) startOver()
      if (fieldErrors(error).stripePaymentMethodId) {
        setCardError(error)
        startOver()
      }
    },
  })
  const startOver = (): void => {
    begun.current = null
    saved.current = null
  }
  /** Another card was typed: one that was saved before takes another form. */
  const forgetCard = (): void => {
    setCardError(null)
    if (saved.current) startOver()
  }
  const { mutate, isPending, error } = mutation
  return { card, place, cardError, forgetCard, isPending, error, mutate: () => mutate() }
}
