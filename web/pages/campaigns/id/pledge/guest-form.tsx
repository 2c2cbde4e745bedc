import { type FormEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { afterWhat, owedFor, type PledgeWords } from '#domain/pledges/pledge-kind.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { usd } from '#web/format.ts'
import type { WalletCard } from '#web/parts/card/wallet.tsx'
import { type Entered, keepEntered, NOTHING_ENTERED } from '#web/parts/guests/entered.ts'
import { GuestCard } from '#web/parts/guests/guest-card.tsx'
import { GUEST_BAR, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { emptyIn } from '#web/parts/guests/payer.ts'
import type { Waiting } from '#web/parts/guests/waiting.ts'
import { ConfirmUnusualRate, useConfirmUnusualRate } from '#web/parts/pledging/confirm-unusual-rate.tsx'
import { CountsChoice, useNextMatches } from '#web/parts/pledging/counts-choice.tsx'
import { kindOf } from '#web/parts/pledging/kind.ts'
import { amountProblem, countsOf, type Pick as Picked } from '#web/parts/pledging/selection.ts'
import { ANONYMOUS_DOES } from '#web/parts/pledging/unit-labels.ts'
import { type Panel, usePanel } from '#web/parts/pledging/use-panel.ts'
import { paths } from '#web/paths.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { firstInvalid, focusOn } from '#web/ui/focus.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { Head, Maximum, Pick } from './guest-form-parts.tsx'
import { type Holding, useHolding } from './use-holding.ts'

/** The suggestions of an address weigh as much as the rest of the screen: they come to those who pay by check or cash. */
const PayByInvoice = lazily(async () => (await import('./invoice.tsx')).PayByInvoice)

const EMAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/

function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email address'
  return EMAIL.test(email.trim()) ? undefined : 'Enter an email address such as name@example.com'
}

/** A large check or cash is checked before it counts: for these, no more is promised. */
const hintOf = (method: Holding['method']): string =>
  `We email you one link. ${method === 'card' ? 'Your pledge counts once you open it and confirm.' : 'Open it to confirm your pledge.'}`

type Props = {
  detail: CampaignDetail
  /** What was typed before, in this tab. */
  entered: Entered | null
  onHeld: (waiting: Waiting) => void
}

/** Amount, maximum, email, card: what a pledge needs, and no more. An address only for a check or cash. */
export function GuestForm({ detail, entered, onHeld }: Props) {
  const panel = usePanel(detail)
  const [wanted, setWanted] = useState<string | null>(null)
  const [email, setEmail] = useState(entered?.email ?? '')
  const [isTried, setTried] = useState(false)
  const { statistics, chosen, selection, dispatch } = panel
  const current = statistics.find(({ id }) => id === (wanted ?? chosen[0]?.statistic.id)) ?? statistics[0]
  const unusual = useConfirmUnusualRate(chosen, panel.quoted.quote)
  const form = useRef<HTMLFormElement>(null)
  const sending = useHolding(panel, entered ?? NOTHING_ENTERED, (made) =>
    onHeld({ ...made, from: { entered: { email, isAnonymous, method, payer }, selection } }),
  )
  // The fields of the other way to pay are new: nothing was left out of them yet.
  const focus = useFocusIn(form, sending, () => setTried(false))
  const { method, payer, isAnonymous } = sending
  useKept(panel.campaignId, { email, isAnonymous, method, payer })
  const typed = typedIn(panel, current?.id)
  const missing = missingOf(panel, typed, email, unusual.isMissing) ?? missingPayer(sending)
  const refused = fieldErrors(sending.error)
  if (!current) return <Note>This campaign’s statistics are still being prepared. Check back soon.</Note>

  const changeStatistic = (id: string): void => {
    setWanted(id)
    dispatch({ do: 'restore', selection: { ...selection, picks: {} } })
  }
  const send = (to: string, lacks = missing): void => {
    setTried(true)
    if (sending.isPending) return
    if (!lacks) {
      sending.send(to.trim())
      return
    }
    focus.on(lacks.at)
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    send(email)
  }
  /** One tap: sent with the amount and the maximum that the screen showed when the wallet was opened. */
  const takeWallet = (given: WalletCard): void => {
    const to = email.trim() || (given.email ?? '')
    setEmail(to)
    sending.keepWallet(given)
    send(to, missingOf(panel, typed, to, unusual.isMissing))
  }
  return (
    <form ref={form} className={`${GUEST_FORM} noscript:hidden`} noValidate onSubmit={submit}>
      <Head {...detail} />
      <Pick
        statistics={statistics}
        selection={selection}
        chosen={chosen}
        dispatch={dispatch}
        current={current}
        campaignId={panel.campaignId}
        onStatistic={changeStatistic}
        error={isTried && chosen.length === 0 ? 'Choose an amount' : undefined}
      />
      {chosen.length > 0 && (
        <>
          <GuestCounts {...panel} detail={detail} />
          <Maximum {...panel} />
          <ConfirmUnusualRate {...unusual} />
        </>
      )}
      <EmailField
        label="Your email"
        hint={hintOf(method)}
        enterKeyHint="next"
        value={email}
        error={refused.email ?? (isTried ? emailProblem(email) : undefined)}
        onChange={(event) => setEmail(event.target.value)}
      />
      {method === 'card' ? (
        <>
          <GuestCard
            label={detail.campaigns.name}
            place={sending.place}
            card={sending.card}
            error={sending.cardError}
            ready={sending.ready}
            hasWallet={chosen.length > 0 && panel.most !== null && !panel.closed}
            onWallet={takeWallet}
            onOther={sending.startOver}
            onTyped={sending.forgetCard}
          />
          <Button kind="quiet" onClick={() => focus.pick('check')}>
            Pay by check or cash
          </Button>
        </>
      ) : (
        <Suspense fallback={<Skeleton className="h-150" />}>
          <PayByInvoice
            method={method}
            payer={payer}
            refused={refused}
            isTried={isTried}
            onMethod={focus.pick}
            onPayer={sending.changePayer}
            onShown={focus.again}
          />
        </Suspense>
      )}
      <Anonymous {...sending} />
      <Foot panel={panel} sending={sending} problem={isTried ? missing?.says : undefined} />
    </form>
  )
}

/** From the first change on: opening the form keeps nothing and forgets nothing. */
function useKept(campaignId: string, entered: Entered): void {
  const text = JSON.stringify(entered)
  const opened = useRef<string | null>(text)
  useEffect(() => {
    if (text === opened.current) return
    opened.current = null
    keepEntered(campaignId, JSON.parse(text))
  }, [campaignId, text])
}

/** The same choice as on step 3 of the dialog. */
function Anonymous({ isAnonymous, setAnonymous }: Holding) {
  return (
    <Choice
      type="checkbox"
      name="anonymous"
      value="yes"
      title="Keep my pledge anonymous"
      checked={isAnonymous}
      onChange={setAnonymous}
    >
      {ANONYMOUS_DOES}
    </Choice>
  )
}

/** The server's message belongs to a field of this form. */
const isOfField = (error: Error | null): boolean =>
  Object.keys(fieldErrors(error)).some((name) => /^(email|firstName|lastName|contact\.\w+)$/.test(name))

function show(field: Element | null | undefined): void {
  field?.scrollIntoView({ block: 'center' })
  focusOn(field)
}

/** What the server refused is marked at its field; what is missing may not be there yet: it gets the focus once it is. */
function useFocusIn(
  form: RefObject<HTMLFormElement | null>,
  { error: refusal, method, pick: change }: Holding,
  onOther: () => void,
) {
  const awaited = useRef<string | null>(null)
  const on = (selector: string): void => {
    const field = form.current?.querySelector(selector)
    awaited.current = field ? null : selector
    show(field)
  }
  const again = (): void => {
    if (awaited.current === null) return
    // Whoever has gone on to another field meanwhile stays there.
    if (document.activeElement?.matches('input, select, textarea')) awaited.current = null
    else on(awaited.current)
  }
  /** The other way to pay replaces the button that was pressed. */
  const pick = (next: Holding['method']): void => {
    change(next)
    if ((next === 'card') === (method === 'card')) return
    onOther()
    on(next === 'card' ? '[aria-labelledby="card-title"]' : '[name="method"]:checked')
  }
  useEffect(again)
  useEffect(() => {
    if (isOfField(refusal)) show(firstInvalid(form.current))
  }, [form, refusal])
  return { on, again, pick }
}

/** From when it counts: asked where there is an upcoming match. */
function GuestCounts(panel: Panel & { detail: CampaignDetail }) {
  const matches = useNextMatches(panel.detail)
  const isGiftOnly = panel.chosen.length > 0 && panel.chosen.every(({ statistic }) => isGift(statistic.type))
  const isAsked = !isGiftOnly && (matches.length > 0 || panel.selection.counts.from !== 'season')
  // It keeps the panel's distance above; the form has its own.
  return isAsked ? (
    <div className="-mt-5">
      <CountsChoice {...panel} />
    </div>
  ) : null
}

/** Of several statistics, picked on the campaign's page, the amounts are shown and not typed here. */
const typedIn = ({ chosen, selection }: Panel, id = ''): Picked | undefined =>
  chosen.length < 2 ? selection.picks[id] : undefined

/** The amounts of one statistic; of several, the link to where they are changed. */
const AMOUNTS = '[aria-labelledby="pick-title"] fieldset:last-of-type input, [aria-labelledby="pick-title"] a'

/** Why the button cannot send, and where to fix it. */
function missingOf(
  { chosen, problem, quoted, closed }: Panel,
  typed: Picked | undefined,
  email: string,
  isUnusual: boolean,
): { at: string; says: string } | null {
  if (closed) return { at: 'button', says: closed }
  const amount = typed && amountProblem(typed)
  if (amount) return { at: '[aria-invalid="true"]', says: amount }
  if (chosen.length === 0) return { at: AMOUNTS, says: 'Choose an amount' }
  if (problem) return { at: '[aria-invalid="true"]', says: problem }
  if (quoted.problem) return { at: AMOUNTS, says: quoted.problem }
  if (!quoted.isCurrent)
    return {
      at: 'button[type="submit"]',
      says: 'Your maximum is still being calculated. Wait a moment, then press Pledge now',
    }
  if (isUnusual) return { at: 'input[type="checkbox"]', says: 'Confirm the amount first' }
  const address = emailProblem(email)
  if (address) return { at: 'input[type="email"]', says: address }
  return null
}

/** About the person who gets an invoice. */
function missingPayer({ method, payer }: Holding): { at: string; says: string } | null {
  const empty = method === 'card' ? null : emptyIn(payer)
  return empty && { at: `[name="${empty.name}"]`, says: empty.says }
}

/** The consent in short; the whole text is shown before it is confirmed. */
function guestPromise(chosen: Panel['chosen'], pledge: PledgeWords, method: Holding['method']): string {
  const types = chosen.map(({ statistic }) => statistic.type)
  const owed = owedFor(pledge.kind, types, pledge.kind === 'match' ? `of this ${pledge.words.match}` : '')
  return method === 'card'
    ? `${owed}, charged once ${afterWhat(pledge)}, three days after a statement`
    : `${owed}, from an invoice ${afterWhat(pledge)}`
}

function Foot({ panel, sending, problem }: { panel: Panel; sending: Holding; problem: string | undefined }) {
  const words = useWords()
  const { most, quoted, chosen, selection } = panel
  const kind = kindOf(chosen, countsOf(selection, chosen).from)
  const isCounting = chosen.length > 0 && !quoted.isCurrent && !quoted.problem
  return (
    <>
      <p className="fine">
        By pledging I agree: {guestPromise(chosen, { kind, words }, sending.method)}
        {most ? <>, and never more than {usd(most)}</> : null}.{' '}
        <Link to={paths.terms} className="text-link">
          Terms
        </Link>
      </p>
      <div className={GUEST_BAR}>
        {sending.error && !sending.cardError && (
          <Note tone="danger" role="alert">
            {isOfField(sending.error) ? 'Check the field that is marked.' : sending.error.message}
          </Note>
        )}
        {problem && (
          <p className="field-error" role="status">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
          <p className="flex-none">
            <span className="quiet fine block">Most you can owe</span>
            <Figure text={most ? usd(most) : '…'} className="large-[2]" />
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
