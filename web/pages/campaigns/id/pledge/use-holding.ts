/** Begun, card, held. A step that succeeded is not repeated, so a lost response or a mistyped address costs one more call. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Instrument } from '#domain/billing/instruments.ts'
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import { ApiError } from '#web/api-error.ts'
import { type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import type { WalletCard } from '#web/parts/card/wallet.tsx'
import type { Entered } from '#web/parts/guests/entered.ts'
import { type Begun, begin, guestCardPlace, hold, withdraw } from '#web/parts/guests/guest-calls.ts'
import type { Payer } from '#web/parts/guests/payer.ts'
import { NOBODY, personIn } from '#web/parts/guests/person.ts'
import type { Waiting } from '#web/parts/guests/waiting.ts'
import { useCredited } from '#web/parts/pledging/referral.ts'
import { keepSelection, NOTHING } from '#web/parts/pledging/selection.ts'
import { isOtherTerms, shownLines } from '#web/parts/pledging/shown-terms.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { noteDone } from '#web/site/last-action.ts'
import { fieldErrors } from '#web/write.ts'

export type Holding = ReturnType<typeof useHolding>

export function useHolding(
  { campaignId, most, selection, ...panel }: Panel,
  entered: Entered,
  onHeld: (made: Pick<Waiting, 'held' | 'secret'>) => void,
) {
  const card = useRef<CardHandle>(null)
  const begun = useRef<Begun>(null)
  /** The card saved for the begun pledge, and what its wallet says about the person. */
  const saved = useRef<Kept>(null)
  const unanswered = useUnanswered()
  const [ready, setReady] = useState<WalletCard | null>(null)
  const [cardError, setCardError] = useState<Error | null>(null)
  const invoice = useInvoice(entered)
  const [isAnonymous, setAnonymous] = useState(entered.isAnonymous)
  const { method, payer } = invoice
  const { shown, readAgain } = useShown(campaignId, panel)
  const credited = useCredited(campaignId)
  const place = useMemo(
    () =>
      guestCardPlace(async () => {
        begun.current ??= await begin(campaignId, false)
        if (begun.current.setup) return begun.current.setup
        throw new Error('We ask for your card after you open our email. Press Pledge now.')
      }),
    [campaignId],
  )
  const startOver = (): void => {
    begun.current = null
    saved.current = null
    unanswered.leave()
    setReady(null)
  }
  const mutation = useMutation<GuestHeld, Error, string>({
    mutationFn: async (email) => {
      const isByInvoice = method !== 'card'
      const wanted = JSON.stringify([email, isAnonymous, most, selection.hasCap, method, payer, shown])
      if (unanswered.isOther(wanted)) startOver()
      await unanswered.takeBack()
      begun.current ??= await begin(campaignId, isByInvoice)
      if (!isByInvoice && begun.current.setup && !saved.current) {
        const { stripePaymentMethodId: cardId } = await saveFrom(card).catch((error: Error) => {
          setCardError(error)
          throw error
        })
        saved.current = { cardId, person: NOBODY }
      }
      unanswered.note(begun.current, wanted)
      return hold(begun.current, {
        email,
        ambassadorId: credited?.id ?? null,
        maximumAmount: most,
        isAnonymous,
        isOwnMaximum: selection.hasCap,
        ...(isByInvoice ? invoiced(method, payer) : carded(saved.current)),
        ...shown,
      })
    },
    onSuccess: (held) => {
      const { secret } = begun.current as Begun
      keepSelection(campaignId, NOTHING)
      noteDone('We emailed you the link that confirms your pledge.')
      onHeld({ held, secret })
    },
    onError: (error) => {
      if (isRefusal(error) || isOtherTerms(error)) unanswered.forget()
      // Nothing was held: the same card and the same form send what is shown next.
      if (isOtherTerms(error)) return readAgain()
      // It waited too long, or the form was used up: the next press begins again.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) startOver()
      if (fieldErrors(error).stripePaymentMethodId) {
        setCardError(error)
        startOver()
      }
    },
  })
  const keepWallet = (given: WalletCard): void => {
    saved.current = { cardId: given.paymentMethodId, person: personIn(given) }
    setReady(given)
    setCardError(null)
  }
  /** Another card was typed: after a saved card, this needs a new form. */
  const forgetCard = (): void => {
    setCardError(null)
    if (saved.current) startOver()
  }
  /** A pledge begun for a card cannot be used for an invoice, and vice versa. */
  const pick = (next: Method): void => {
    if ((next === 'card') !== (method === 'card')) startOver()
    setCardError(null)
    mutation.reset()
    invoice.setMethod(next)
  }
  const { mutate: send, isPending, error } = mutation
  return {
    ...invoice,
    pick,
    card,
    place,
    cardError,
    ready,
    keepWallet,
    startOver,
    forgetCard,
    isAnonymous,
    setAnonymous,
    isPending,
    error,
    send,
  }
}

/** What is pledged on as the screen shows it, and reading it again once it has changed. */
function useShown(campaignId: string, { payload, chosen }: Pick<Panel, 'payload' | 'chosen'>) {
  const client = useQueryClient()
  return {
    shown: { counts: payload.counts ?? null, pledgeStatistics: shownLines(payload, chosen) },
    readAgain: (): void => void client.invalidateQueries({ queryKey: campaignKey(campaignId) }),
  }
}

const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** So nothing was held; a conflict says that something was. */
const isRefusal = (error: unknown): boolean => isAnswer(error) && error.status !== 409

/**
 * A pledge that was sent without an answer: it may have been held and mailed. The same one is sent again; before another one is
 * sent, it is taken back, so that its link confirms nothing that the screen no longer shows.
 */
function useUnanswered() {
  const sent = useRef<{ begun: Begun; wanted: string }>(null)
  const left = useRef<Begun>(null)
  const note = (begun: Begun, wanted: string): void => {
    sent.current = { begun, wanted }
  }
  const forget = (): void => {
    sent.current = null
  }
  const leave = (): void => {
    left.current = sent.current?.begun ?? left.current
    forget()
  }
  const isOther = (wanted: string): boolean => sent.current !== null && sent.current.wanted !== wanted
  /** @throws when it was confirmed meanwhile, once: its pledge counts, and another one would count in addition. */
  const takeBack = async (): Promise<void> => {
    if (!left.current) return
    try {
      await withdraw(left.current)
    } catch (error) {
      if (isAnswer(error)) left.current = null
      throw error
    }
    left.current = null
  }
  return { note, forget, leave, isOther, takeBack }
}

type Method = Instrument | 'card'

/** The other way to pay: by check or in cash, from an invoice. */
function useInvoice(entered: Entered) {
  const [method, setMethod] = useState<Method>(entered.method)
  const [payer, setPayer] = useState(entered.payer)
  const changePayer = (change: Partial<Payer>): void => setPayer((known) => ({ ...known, ...change }))
  return { method, setMethod, payer, changePayer }
}

type Kept = { cardId: string; person: typeof NOBODY } | null
const carded = (kept: Kept) => ({
  stripePaymentMethodId: kept?.cardId ?? null,
  ...(kept?.person ?? NOBODY),
})

/** As the API takes it: the person, and where the invoice is sent. */
const invoiced = (paymentMethod: Instrument, { firstName, lastName, confirmedZip, ...contact }: Payer) => ({
  paymentMethod,
  stripePaymentMethodId: null,
  firstName,
  lastName,
  contact,
})
