/** What a Stripe account remembers and does: cards and bank accounts saved and charged, money refunded. */
import { createHash } from 'node:crypto'
import { demandDescriptor } from './descriptor.ts'
import { invalid, missing, StripeRefusal } from './refusals.ts'
import * as things from './things.ts'

type Happened = { type: string; object: { object: string }; created: number }
export type CardForm = { number: string; expMonth: number; expYear: number }
export type Fields = Record<string, unknown>
export const text = (fields: Fields, name: string): string => String(fields[name] ?? '')
export const metadataOf = (fields: Fields) => (fields.metadata ?? {}) as Record<string, string>

/** In dollars, Stripe takes amounts of at most eight digits. */
const MOST = 99_999_999
const TOO_MUCH = 'Amount must be no more than $999,999.99'

export class CardBooks {
  readonly customers = new Map<string, ReturnType<typeof things.customer>>()
  readonly cards = new Map<string, things.PaymentMethod>()
  readonly accounts = new Map<string, things.BankAccount>()
  readonly mandates = new Map<string, things.Mandate>()
  readonly setups = new Map<string, things.SetupIntent>()
  readonly payments = new Map<string, things.PaymentIntent>()
  readonly #chargedAt = new Map<string, number>()
  readonly refunds = new Map<string, things.Refund>()
  readonly disputes = new Map<string, things.Dispute>()
  readonly connected = new Map<string, things.Account>()
  readonly transfers = new Map<string, things.Transfer>()
  readonly reversals = new Map<string, things.TransferReversal>()
  /** Nothing can be transferred. */
  balanceIsLow = false
  /** Everything that Stripe would report as events, oldest first. */
  readonly happened: Happened[] = []
  readonly #numbers = new Map<string, string>()
  readonly #now: () => Date
  #count = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  protected make(prefix: string): { id: string; created: number } {
    this.#count += 1
    return { id: `${prefix}_${String(this.#count).padStart(24, '0')}`, created: this.seconds() }
  }
  protected readonly seconds = (): number => Math.floor(this.#now().getTime() / 1000)
  protected tell(type: string, object: { object: string }): void {
    this.happened.push({ type, object: structuredClone(object), created: this.seconds() })
  }

  /** Saves the current state; the returned function restores it, as often as it is called. */
  remember(): () => void {
    const maps = [
      this.customers,
      this.cards,
      this.accounts,
      this.mandates,
      this.setups,
      this.payments,
      this.refunds,
      this.disputes,
      this.connected,
      this.transfers,
      this.reversals,
    ] as Map<string, unknown>[]
    const before = structuredClone(maps)
    const happened = this.happened.length
    return () => {
      maps.forEach((map, index) => {
        map.clear()
        for (const [id, thing] of structuredClone(before[index] ?? [])) map.set(id, thing)
      })
      this.happened.length = happened
    }
  }

  makeCustomer(fields: Fields) {
    const made = things.customer(this.make('cus'), metadataOf(fields))
    this.customers.set(made.id, made)
    return made
  }

  deleteCustomer(id: string) {
    if (!this.customers.delete(id)) throw missing('customer', id, 'id')
    return { id, object: 'customer' as const, deleted: true as const }
  }

  // Saving a card ------------------------------------------------------------------------------------------------

  makeSetup(fields: Fields): things.SetupIntent {
    const customer = text(fields, 'customer')
    if (!this.customers.has(customer)) throw missing('customer', customer, 'customer')
    const given = { customer, metadata: metadataOf(fields), usage: text(fields, 'usage') }
    const made = things.setupIntent(this.make('seti'), given, typesOf(fields))
    this.setups.set(made.id, made)
    return made
  }
  setup(id: string): things.SetupIntent {
    const found = this.setups.get(id)
    if (!found) throw missing('setupintent', id, 'intent', 404)
    return found
  }
  cancelSetup(id: string): things.SetupIntent {
    const setup = this.setup(id)
    if (setup.status === 'succeeded')
      throw invalid('It has succeeded', { code: 'setup_intent_unexpected_state' })
    setup.status = 'canceled'
    return setup
  }

  /** What Stripe's form in a browser does: the card is saved, and its bank is asked. */
  confirmSetup(clientSecret: string, form: CardForm): things.SetupIntent {
    const setup = [...this.setups.values()].find((one) => one.client_secret === clientSecret)
    if (!setup) throw missing('setupintent', clientSecret, 'intent', 404)
    if (setup.status !== 'requires_payment_method')
      throw invalid('It is not waiting for a card', { code: 'setup_intent_unexpected_state' })
    const card = this.#newCard(form)
    const { save } = this.#behaviourOf(card.id)
    if (save === 'refuses') return this.#refuseSetup(setup, card)
    setup.payment_method = card.id
    setup.last_setup_error = null
    setup.status = save === 'asks' ? 'requires_action' : 'succeeded'
    if (setup.status === 'succeeded') this.#attach(setup, card)
    return setup
  }
  /** The same for a bank account, whose owner signed in at the bank, or confirmed two small deposits later. */
  confirmBankSetup(clientSecret: string, number: string, isConfirmedLater = false): things.SetupIntent {
    const setup = [...this.setups.values()].find((one) => one.client_secret === clientSecret)
    if (!setup) throw missing('setupintent', clientSecret, 'intent', 404)
    if (!things.TEST_ACCOUNTS[number]) throw invalid('That is no test account')
    if (!setup.payment_method_types.includes('us_bank_account')) throw invalid('It saves no bank account')
    const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 16)
    const account = things.bankAccount(this.make('pm'), number, fingerprint)
    this.accounts.set(account.id, account)
    this.#numbers.set(account.id, number)
    setup.payment_method = account.id
    setup.status = 'requires_action'
    if (!isConfirmedLater) this.confirmDeposits(setup.id)
    return setup
  }
  confirmDeposits(id: string): void {
    const setup = this.setup(id)
    const account = this.saved(setup.payment_method ?? '')
    setup.status = 'succeeded'
    account.customer = setup.customer
    const mandate = things.mandate(this.make('mandate'), account.id)
    this.mandates.set(mandate.id, mandate)
    this.tell('setup_intent.succeeded', setup)
  }
  mandate(id: string): things.Mandate {
    const found = this.mandates.get(id)
    if (!found) throw missing('mandate', id, 'mandate', 404)
    return found
  }
  /** Its owner, or the bank, ends the authorization. */
  endMandateOf(account: string): void {
    const mandate = [...this.mandates.values()].find((one) => one.payment_method === account)
    if (!mandate) throw missing('mandate', account, 'mandate', 404)
    mandate.status = 'inactive'
    this.tell('mandate.updated', mandate)
  }
  /** A card or a bank account. */
  saved(id: string): things.PaymentMethod | things.BankAccount {
    return this.accounts.get(id) ?? this.card(id)
  }
  /** The bank's page, answered by the cardholder. */
  authenticateSetup(id: string, agrees: boolean): things.SetupIntent {
    const setup = this.setup(id)
    const card = this.card(setup.payment_method ?? '')
    if (!agrees) return this.#refuseSetup(setup, card, 'setup_intent_authentication_failure')
    setup.status = 'succeeded'
    this.#attach(setup, card)
    return setup
  }
  #attach(setup: things.SetupIntent, card: things.PaymentMethod): void {
    card.customer = setup.customer
    this.tell('setup_intent.succeeded', setup)
  }
  #refuseSetup(setup: things.SetupIntent, card: things.PaymentMethod, code = 'card_declined') {
    setup.payment_method = null
    setup.status = 'requires_payment_method'
    const decline = code === 'card_declined' ? { decline_code: 'generic_decline' } : {}
    setup.last_setup_error = {
      type: 'card_error',
      code,
      ...decline,
      payment_method: structuredClone(card),
      message: 'Your card was declined.',
    }
    this.tell('setup_intent.setup_failed', setup)
    return setup
  }
  #newCard({ number, expMonth, expYear }: CardForm): things.PaymentMethod {
    const card = things.TEST_CARDS[number]
    if (!card) throw new StripeRefusal(402, { type: 'card_error', code: 'incorrect_number', message: 'No.' })
    const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 16)
    const made = things.paymentMethod(this.make('pm'), { ...card, number, expMonth, expYear, fingerprint })
    this.cards.set(made.id, made)
    this.#numbers.set(made.id, number)
    return made
  }
  card(id: string): things.PaymentMethod {
    const found = this.cards.get(id)
    if (!found) throw missing('PaymentMethod', id, 'payment_method', 404)
    return found
  }
  #behaviourOf(id: string): things.TestCard {
    return things.TEST_CARDS[this.#numbers.get(id) ?? ''] as things.TestCard
  }
  /** The bank sends a new card, and the network tells Stripe. */
  renewCard(id: string, change: { last4: string; exp_year: number }): void {
    Object.assign(this.card(id).card, change)
    this.tell('payment_method.automatically_updated', this.card(id))
  }
  /** Someone corrects it at Stripe. */
  correctCard(id: string, change: { exp_month: number; exp_year: number }): void {
    Object.assign(this.card(id).card, change)
    this.tell('payment_method.updated', this.card(id))
  }
  /** Someone detaches it from the customer at Stripe. */
  detachCard(id: string): void {
    this.card(id).customer = null
  }

  // Charging -----------------------------------------------------------------------------------------------------

  makePayment(fields: Fields): things.PaymentIntent {
    const amount = Number(fields.amount)
    const customer = text(fields, 'customer')
    // Without one, the card is typed in the payment form.
    const card = fields.payment_method === undefined ? null : text(fields, 'payment_method')
    if (amount < 50)
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    if (amount > MOST) throw invalid(TOO_MUCH, { code: 'amount_too_large', param: 'amount' })
    if (!this.customers.has(customer)) throw missing('customer', customer, 'customer')
    const saved = card === null ? null : (this.accounts.get(card) ?? this.cards.get(card))
    if (card !== null && saved?.customer !== customer) throw missing('PaymentMethod', card, 'payment_method')
    const suffix = demandDescriptor(fields.statement_descriptor_suffix)
    const intent = things.paymentIntent(
      this.make('pi'),
      {
        amount,
        customer,
        payment_method: card,
        description: text(fields, 'description'),
        transfer_group: text(fields, 'transfer_group'),
        metadata: metadataOf(fields),
        statement_descriptor_suffix: suffix,
      },
      typesOf(fields),
    )
    this.payments.set(intent.id, intent)
    if (fields.confirm === 'true') this.#charge(intent, fields.off_session === 'true')
    return intent
  }
  payment(id: string): things.PaymentIntent {
    const found = this.payments.get(id)
    if (!found) throw missing('payment_intent', id, 'intent', 404)
    return found
  }
  #charge(intent: things.PaymentIntent, isAlone: boolean): void {
    const id = intent.payment_method ?? ''
    if (this.accounts.has(id)) {
      if (intent.statement_descriptor_suffix) throw invalid('A debit has no suffix')
      intent.status = 'processing'
      this.tell('payment_intent.processing', intent)
      return
    }
    const { charge } = this.#behaviourOf(id)
    if (charge === 'succeeds' || (charge === 'asks' && !isAlone)) {
      this.#succeed(intent)
      return
    }
    const refusal: things.Refusal =
      charge === 'asks'
        ? {
            type: 'card_error',
            code: 'authentication_required',
            decline_code: 'authentication_required',
            message: 'Your card was declined. This transaction requires authentication.',
          }
        : {
            type: 'card_error',
            code: charge.error,
            message: 'Your card was declined.',
            ...(charge.decline ? { decline_code: charge.decline } : {}),
            ...(charge.advice ? { advice_code: charge.advice } : {}),
          }
    intent.last_payment_error = { ...refusal, payment_method: structuredClone(this.card(id)) }
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    this.tell('payment_intent.payment_failed', intent)
    throw new StripeRefusal(402, { ...intent.last_payment_error, payment_intent: structuredClone(intent) })
  }
  #succeed(intent: things.PaymentIntent): void {
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    const { id, created } = this.make('ch')
    intent.latest_charge = id
    this.#chargedAt.set(id, created)
    this.tell('payment_intent.succeeded', intent)
  }
  /** Days later, the bank pays a debit or returns it. */
  answerDebit(id: string): void {
    const intent = this.payment(id)
    const account = this.accounts.get(intent.payment_method ?? '')
    if (!account || intent.status !== 'processing') throw invalid('No bank is asked about it')
    const { failure = null } = things.TEST_ACCOUNTS[this.#numbers.get(account.id) ?? ''] ?? {}
    if (failure === null) {
      this.#succeed(intent)
      return
    }
    const message = 'The bank returned the debit.'
    intent.last_payment_error = {
      type: 'invalid_request_error',
      code: failure,
      message,
      payment_method: structuredClone(account),
    }
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    this.tell('payment_intent.payment_failed', intent)
  }
  /** What Stripe's form in a browser does with a payment that its cardholder agrees to. */
  confirmPayment(clientSecret: string, form?: CardForm): things.PaymentIntent {
    const intent = [...this.payments.values()].find((one) => one.client_secret === clientSecret)
    if (!intent) throw missing('payment_intent', clientSecret, 'intent', 404)
    if (form && intent.status === 'requires_payment_method') {
      intent.payment_method = this.#newCard(form).id
      intent.status = 'requires_confirmation'
    }
    if (intent.status !== 'requires_confirmation')
      throw invalid('It cannot be confirmed', { code: 'payment_intent_unexpected_state' })
    this.#charge(intent, false)
    return intent
  }
  cancelPayment(id: string): things.PaymentIntent {
    const intent = this.payment(id)
    if (intent.status === 'succeeded')
      throw invalid('It has succeeded', { code: 'payment_intent_unexpected_state' })
    intent.status = 'canceled'
    this.tell('payment_intent.canceled', intent)
    return intent
  }

  // Refunding --------------------------------------------------------------------------------------------------

  makeRefund(fields: Fields): things.Refund {
    const intent = this.payment(text(fields, 'payment_intent'))
    const amount = Number(fields.amount)
    if (intent.status !== 'succeeded')
      throw invalid('It has no charge to refund', { param: 'payment_intent' })
    if (this.#isDisputed(intent.id)) throw invalid('It is disputed', { code: 'charge_disputed' })
    const left = intent.amount - this.#refunded(intent.id)
    if (left === 0) throw invalid('It has been refunded', { code: 'charge_already_refunded' })
    if (amount > left) throw invalid('It is more than was paid', { param: 'amount' })
    const given = { amount, payment_intent: intent.id, charge: intent.latest_charge }
    const made = things.refund(this.make('re'), { ...given, metadata: metadataOf(fields) })
    this.refunds.set(made.id, made)
    this.tell('refund.created', made)
    this.tell('charge.refunded', this.chargeOf(intent))
    return made
  }
  /** The card's bank sends the money back to Stripe, or a dispute stops what is pending. */
  failRefund(id: string, why?: 'charge_for_pending_refund_disputed'): void {
    const refund = this.refunds.get(id)
    if (!refund) throw missing('refund', id, 'id', 404)
    Object.assign(refund, { status: 'failed', ...(why ? { failure_reason: why } : {}) })
    this.tell('refund.failed', refund)
  }
  refundsOf(paymentIntent: string): things.Refund[] {
    return [...this.refunds.values()].filter((one) => one.payment_intent === paymentIntent).reverse()
  }
  #refunded(paymentIntent: string): number {
    const counted = this.refundsOf(paymentIntent).filter(({ status }) => status !== 'failed')
    return counted.reduce((sum, { amount }) => sum + amount, 0)
  }
  #isDisputed(paymentIntent: string): boolean {
    return [...this.disputes.values()].some(
      (one) => one.payment_intent === paymentIntent && !/^(won|warning_)/.test(one.status),
    )
  }
  chargeOf(intent: things.PaymentIntent) {
    const id = intent.latest_charge ?? ''
    const made = { id, created: this.#chargedAt.get(id) ?? 0 }
    return things.charge(made, intent, {
      refunded: this.#refunded(intent.id),
      disputed: this.#isDisputed(intent.id),
    })
  }
}

const typesOf = ({ allowed_payment_method_types: types }: Fields): string[] =>
  Array.isArray(types) ? (types as string[]) : ['card']
