/** The rest of what a Stripe account remembers and does: money transferred, and disputed; and its events. */
import { CardBooks, type Fields, metadataOf, text } from './card-books.ts'
import { invalid, missing } from './refusals.ts'
import * as things from './things.ts'

export type { CardForm } from './card-books.ts'
export { StripeRefusal } from './refusals.ts'

/** What a payment by card costs: 2.9 % and 30 cents. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30
/** How many items of an object's own list are included in it. */
const MAX_INSIDE = 10
/** What a dispute costs, won or lost. */
const DISPUTE_FEE = 1500
const EVENTS_KEPT_SECONDS = 30 * 86_400
/** How many types of events can be listed at once. */
const MAX_TYPES = 20

type Moved = {
  type: string
  amount: number
  fee: number
  source: { object: string } | null
  category?: string
}

export class Books extends CardBooks {
  /** Stripe reports a failed payment twice: its charge, and then itself. */
  protected override tell(type: string, object: { object: string }): void {
    if (type === 'payment_intent.payment_failed')
      super.tell('charge.failed', things.failedCharge(this.make('ch'), object as things.PaymentIntent))
    super.tell(type, object)
  }
  // Organizations' accounts ----------------------------------------------------------------------------------------

  /** Owners fill in Stripe's form as soon as it is opened, unless a test does that itself. */
  isFilledIn = true

  makeAccount(fields: Fields): things.Account {
    const made = things.account(this.make('acct'), {
      email: text(fields, 'email'),
      name: text(fields.business_profile as Fields, 'name'),
      metadata: metadataOf(fields),
    })
    this.connected.set(made.id, made)
    if (this.isFilledIn) this.fillIn(made.id)
    return made
  }
  account(id: string): things.Account {
    const found = this.connected.get(id)
    if (!found) throw missing('account', id, 'account', 404)
    return found
  }
  /** The owner enters everything in Stripe's form, with this bank account; again: with another one. */
  fillIn(id: string, accountNumber = '000123456789'): void {
    const account = this.account(id)
    account.external_accounts.data = [things.payoutBank(this.make('ba'), id, accountNumber)]
    this.needs(id, [])
  }
  /** Stripe asks for something: payouts go on until the deadline, or are stopped at once without one. */
  needs(id: string, due: string[], deadline: Date | null = null): void {
    const account = this.account(id)
    const isOpen = due.length === 0 || deadline !== null
    account.requirements.currently_due = due
    account.requirements.current_deadline = deadline && Math.floor(deadline.getTime() / 1000)
    account.payouts_enabled = isOpen
    account.capabilities.transfers = isOpen ? 'active' : 'inactive'
    this.tell('account.updated', account)
  }
  openAccount(fields: Fields): things.AccountSession {
    const { id } = this.account(text(fields, 'account'))
    return things.accountSession(this.make('accs_secret'), id)
  }

  makeTransfer(fields: Fields): things.Transfer {
    if (this.balanceIsLow)
      throw invalid('You have insufficient funds in your Stripe account', { code: 'balance_insufficient' })
    const made = things.transfer(this.make('tr'), {
      amount: Number(fields.amount),
      destination: text(fields, 'destination'),
      transfer_group: text(fields, 'transfer_group'),
      description: text(fields, 'description'),
      metadata: metadataOf(fields),
    })
    this.transfers.set(made.id, made)
    this.tell('transfer.created', made)
    return made
  }
  transfer(id: string): things.Transfer {
    const found = this.transfers.get(id)
    if (!found) throw missing('transfer', id, 'transfer', 404)
    return found
  }
  /** Someone reverses it in Stripe’s dashboard, whole or in part. */
  reverseTransfer(id: string, amount?: number): things.TransferReversal {
    const transfer = this.transfer(id)
    const left = transfer.amount - transfer.amount_reversed
    const taken = amount ?? left
    if (taken <= 0 || taken > left) throw invalid('It is more than is left of it', { param: 'amount' })
    const made = things.transferReversal(this.make('trr'), { amount: taken, transfer: id })
    this.reversals.set(made.id, made)
    transfer.amount_reversed += taken
    transfer.reversed = transfer.amount_reversed === transfer.amount
    transfer.reversals.data = this.reversalsOf(id).slice(0, MAX_INSIDE)
    transfer.reversals.has_more = this.reversalsOf(id).length > MAX_INSIDE
    this.tell('transfer.reversed', transfer)
    return made
  }
  reversalsOf(transfer: string): things.TransferReversal[] {
    return [...this.reversals.values()].filter((one) => one.transfer === transfer).reverse()
  }

  // Disputes -----------------------------------------------------------------------------------------------------

  openDispute(paymentIntent: string, status = 'needs_response', amount?: number): things.Dispute {
    const intent = this.payment(paymentIntent)
    const given = { payment_intent: intent.id, charge: intent.latest_charge ?? '', status }
    const made = things.dispute(this.make('du'), { amount: amount ?? intent.amount, ...given })
    this.disputes.set(made.id, made)
    this.tell('charge.dispute.created', made)
    if (!status.startsWith('warning_')) this.#moveFunds(made, 'withdrawn')
    return made
  }
  dispute(id: string): things.Dispute {
    const found = this.disputes.get(id)
    if (!found) throw missing('dispute', id, 'dispute', 404)
    return found
  }
  disputesOf(paymentIntent: string): things.Dispute[] {
    return [...this.disputes.values()].filter((one) => one.payment_intent === paymentIntent).reverse()
  }
  moveDispute(id: string, status: string): void {
    const dispute = this.dispute(id)
    dispute.status = status
    const isOver = ['won', 'lost', 'warning_closed'].includes(status)
    this.tell(isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
    const isTaken = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
    if (!isTaken && !/^(warning_|won|prevented)/.test(status)) this.#moveFunds(dispute, 'withdrawn')
    if (status === 'won' && isTaken) this.#moveFunds(dispute, 'reinstated')
  }
  /** The bank gives a part back. */
  returnPart(id: string, amount: number): void {
    const dispute = this.dispute(id)
    dispute.balance_transactions.push(
      things.balanceTransaction(this.make('txn'), { amount, fee: 0, source: id }),
    )
    this.tell('charge.dispute.funds_reinstated', dispute)
  }
  /** Reported after the event that caused it, as Stripe does, with what it moved on the account's balance. */
  #moveFunds(dispute: things.Dispute, how: 'withdrawn' | 'reinstated'): void {
    const isTaken = how === 'withdrawn'
    const given = { amount: isTaken ? -dispute.amount : dispute.amount, fee: isTaken ? DISPUTE_FEE : 0 }
    const moved = things.balanceTransaction(this.make('txn'), { ...given, source: dispute.id })
    dispute.balance_transactions.push(moved)
    this.tell(`charge.dispute.funds_${how}`, dispute)
  }

  // Events -------------------------------------------------------------------------------------------------------

  /** Everything that happened, oldest first, whether or not it was delivered. */
  get events(): things.Event[] {
    return this.happened.map((one, index) => things.event(`evt_${index + 1}`, one))
  }
  /** Those that are still kept, of some types and of some time, newest first. */
  listEvents({ types, created = {}, starting_after: after }: Fields): things.Event[] {
    if (Array.isArray(types) && types.length > MAX_TYPES)
      throw invalid('You may only specify up to 20 types', { param: 'types' })
    const range = created as { gte?: string; lte?: string }
    const oldest = Number(range.gte ?? 0)
    const newest = Number(range.lte ?? Number.POSITIVE_INFINITY)
    const kept = this.events.filter((one) => one.created >= this.seconds() - EVENTS_KEPT_SECONDS)
    if (after !== undefined && !kept.some(({ id }) => id === after))
      throw missing('event', String(after), 'starting_after')
    return kept
      .filter((one) => one.created >= oldest && one.created <= newest)
      .filter(({ type }) => !Array.isArray(types) || types.includes(type))
      .reverse()
  }

  // The account's balance ----------------------------------------------------------------------------------------

  /** What is on it, after fees. */
  get balance(): number {
    return this.#allMovements().reduce((sum, { net }) => sum + net, 0)
  }
  /** What it paid to the bank, less what came back. */
  get paidOut(): number {
    return this.#moved.reduce(
      (sum, { source, amount }) => (source?.object === 'payout' ? sum - amount : sum),
      0,
    )
  }
  /** Pays all of it to the bank. */
  payOut(): things.AccountPayout {
    const arrival = this.seconds() + 2 * 86_400
    const made = things.accountPayout(this.make('po'), { amount: this.balance, arrival_date: arrival })
    this.#moved.push({ type: 'payout', amount: -made.amount, fee: 0, source: made, at: this.seconds() })
    return made
  }
  /** The bank did not take it. */
  failPayout(made: things.AccountPayout): void {
    const { amount } = made
    this.#moved.push({ type: 'payout_failure', amount, fee: 0, source: made, at: this.seconds() })
  }
  /** Something that is about no payment: its own fee, or what no one here knows. */
  moveBalance(type: string, amount: number, category = type): void {
    this.#moved.push({ type, amount, fee: 0, source: null, category, at: this.seconds() })
  }
  readonly #moved: (Moved & { at: number })[] = []

  /** Everything that moved on it, in a range of times, newest first, with the object that moved it as it is now. */
  movements(created: unknown): ReturnType<typeof things.balanceTransaction>[] {
    const { gte, lte } = created as { gte: string; lte: string }
    return this.#allMovements()
      .filter((one) => one.created >= Number(gte) && one.created <= Number(lte))
      .reverse()
  }
  #allMovements(): ReturnType<typeof things.balanceTransaction>[] {
    const made = (id: string, at: number, { type, ...moved }: Moved) =>
      things.balanceTransaction({ id, created: at }, moved, type)
    const byEvents = this.happened.flatMap(({ type, object, created: at }, index) => {
      const moved = this.#movement(type, object as { object: string; id: string })
      return moved ? [made(`txn_${index + 1}`, at, moved)] : []
    })
    const others = this.#moved.map(({ at, ...moved }, index) => made(`txn_own_${index + 1}`, at, moved))
    return [...byEvents, ...others].sort((a, b) => a.created - b.created)
  }
  #movement(type: string, { id, ...object }: { id: string; object: string }): Moved | null {
    const refund = this.refunds.get(id)
    const dispute = this.disputes.get(id)
    if (type === 'payment_intent.succeeded') {
      const intent = this.payment(id)
      return {
        type: 'charge',
        amount: intent.amount,
        fee: feeOf(intent.amount),
        source: this.chargeOf(intent),
      }
    }
    if (refund && type === 'refund.created')
      return { type: 'refund', amount: -refund.amount, fee: 0, source: refund }
    if (refund && type === 'refund.failed')
      return { type: 'refund_failure', amount: refund.amount, fee: 0, source: refund }
    if (dispute && type.startsWith('charge.dispute.funds_')) {
      // As it was when it was reported: the newest is what moved.
      const { amount = 0, fee = 0 } = (object as unknown as things.Dispute).balance_transactions.at(-1) ?? {}
      return { type: 'adjustment', amount, fee, source: dispute }
    }
    const transfer = this.transfers.get(id)
    if (transfer && type === 'transfer.created')
      return { type: 'transfer', amount: -transfer.amount, fee: 0, source: transfer }
    if (transfer && type === 'transfer.reversed') {
      const [reversal] = (object as unknown as things.Transfer).reversals.data
      if (reversal) return { type: 'transfer_refund', amount: reversal.amount, fee: 0, source: reversal }
    }
    return null
  }
}
