import { createHash, randomBytes } from 'node:crypto'
import { debitReturn } from '#domain/billing/bank-debit.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import type { Cents } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Database, first, only, sql } from '#server/platform/db/database.ts'
import { createSandboxAccounts, createSandboxTransfers } from './accounts-sandbox.ts'
import { type DebitBehaviour, debitOf, sandboxBankAccount, sandboxReturns } from './bank-accounts-sandbox.ts'
import type { CardDetails, Cards, ChargeOutcome, RefundOutcome, SavedKind } from './cards.ts'
import {
  cardOfSandboxPayment,
  createSandboxConfirmations,
  payInSandbox,
} from './cards-sandbox-confirmations.ts'
import { sandboxMovements } from './cards-sandbox-movements.ts'

/**
 * The card provider for installations without an account anywhere. It keeps its own books in the schema `sandbox`, and
 * answers according to the published test card numbers; no money moves and no real card number is accepted.
 */
type Behaviour = 'succeeds' | 'declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required'
type TestCard = { brand: string; behaviour: Behaviour | 'refused_when_saved' }

const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', behaviour: 'succeeds' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'succeeds' },
  '4000000000000341': { brand: 'visa', behaviour: 'declined' },
  '4000000000009995': { brand: 'visa', behaviour: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', behaviour: 'expired_card' },
  '4000002760003184': { brand: 'visa', behaviour: 'authentication_required' },
  '4000000000000002': { brand: 'visa', behaviour: 'refused_when_saved' },
}

/** The answer when each test card is charged. Hard: the same card cannot succeed later. */
const DECLINES: Record<string, { isHard: boolean }> = {
  generic_decline: { isHard: false },
  insufficient_funds: { isHard: false },
  expired_card: { isHard: true },
  payment_method_missing: { isHard: true },
}
const ANSWERS: Record<Behaviour, { outcome: ChargeOutcome['outcome']; code: string | null }> = {
  succeeds: { outcome: 'succeeded', code: null },
  declined: { outcome: 'declined', code: 'generic_decline' },
  insufficient_funds: { outcome: 'declined', code: 'insufficient_funds' },
  expired_card: { outcome: 'declined', code: 'expired_card' },
  authentication_required: { outcome: 'requires_action', code: 'authentication_required' },
}

const MISSING = { outcome: 'declined', code: 'payment_method_missing' }

const newReference = (prefix: string): string => `${prefix}_sandbox_${randomBytes(12).toString('hex')}`

type Payment = {
  id: string
  paymentMethod: string
  amountCents: Cents
  outcome: string
  declineCode: string | null
  /** For a debit: its bank's answer is not known before then. */
  decidedAt: Date | null
}

function outcomeOf({ id: reference, outcome, declineCode, decidedAt }: Payment, now: Date): ChargeOutcome {
  if (decidedAt !== null && decidedAt > now) return { outcome: 'processing', reference }
  if (outcome === 'succeeded') return { outcome, reference }
  const code = declineCode ?? 'generic_decline'
  if (outcome === 'requires_action') return { outcome, reference, code }
  const isHard = DECLINES[code]?.isHard ?? debitReturn(code)?.again === false
  return { outcome: 'declined', reference, code, isHard }
}

export function createSandboxCards({ db, clock }: { db: Database; clock: Clock }): Cards {
  const paymentFor = async (idempotencyKey: string): Promise<Payment | undefined> =>
    first(
      await db.query<Payment>(sql`
        select id, payment_method, amount_cents, outcome, decline_code, decided_at
        from sandbox.payments
        where idempotency_key = ${idempotencyKey}
      `),
    )

  return {
    provider: 'sandbox',
    moneyMode: 'sandbox',
    startSetup: async ({ userId }) => {
      const id = newId(clock)
      const clientSecret = `seti_sandbox_${id}_secret_${randomBytes(18).toString('base64url')}`
      await db.query(sql`
        insert into sandbox.card_setups (id, client_secret, user_id, created_at)
        values (${id}, ${clientSecret}, ${userId}, ${clock.now()})
      `)
      return { id, clientSecret, publishableKey: null }
    },
    savedCard: async ({ userId, paymentMethodId }) => {
      const card = first(
        await db.query<CardDetails>(sql`
          select id as payment_method_id, brand, last4, exp_month, exp_year, fingerprint
          from sandbox.payment_methods
          where id = ${paymentMethodId}
            and user_id = ${userId}
            and kind = 'card'
        `),
      )
      return card ?? null
    },
    savedBankAccount: (account) => sandboxBankAccount(db, account),
    charge: async ({ idempotencyKey, amount, userId, paymentMethodId }) => {
      const card = first(
        await db.query<{ behaviour: Behaviour | DebitBehaviour; kind: SavedKind }>(sql`
          select behaviour, kind
          from sandbox.payment_methods
          where id = ${paymentMethodId}
            and user_id = ${userId}
        `),
      )
      const atOnce = { decidedAt: null, returnedAt: null }
      const answer =
        card?.kind === 'bank_account'
          ? debitOf(card.behaviour, clock.now())
          : { ...atOnce, ...(card ? ANSWERS[card.behaviour as Behaviour] : MISSING) }
      // The key decides which call pays; the second one reads the first one's answer.
      const [made] = await db.query<Payment>(sql`
        insert into sandbox.payments (
          idempotency_key, id, payment_method, amount_cents, outcome, decline_code, decided_at,
          returned_at, created_at
        )
        values (
          ${idempotencyKey}, ${newReference('pi')}, ${paymentMethodId}, ${amount},
          ${answer.outcome}, ${answer.code}, ${answer.decidedAt}, ${answer.returnedAt}, ${clock.now()}
        )
        on conflict (idempotency_key) do nothing
        returning id, payment_method, amount_cents, outcome, decline_code, decided_at
      `)
      const payment = made ?? (await paymentFor(idempotencyKey))
      if (payment?.amountCents !== amount)
        throw new Error('an idempotency key was used again for another charge')
      const outcome = outcomeOf(payment, clock.now())
      // What was declined on another card is tried again with this one.
      const isOther = payment.paymentMethod !== paymentMethodId
      return isOther && outcome.outcome === 'declined' ? { ...outcome, isHard: false } : outcome
    },
    findCharge: async ({ idempotencyKey }) => {
      const payment = await paymentFor(idempotencyKey)
      return payment ? outcomeOf(payment, clock.now()) : null
    },
    // Its books are in the same database: what the attempts lost, they lost too.
    findPaid: async () => null,
    ...createSandboxConfirmations({ db, clock }),
    forgetCustomer: (userId) => forgetUnused(db, userId),
    timeOfPayment: async () => null,
    cardOfPayment: (reference) => cardOfSandboxPayment({ db }, reference),
    refund: (refund) => refundPayment(db, clock, refund),
    findRefund: async ({ idempotencyKey, reference }) => {
      const [refund] = await db.query<{ id: string }>(sql`
        select id
        from sandbox.refunds
        where idempotency_key = ${idempotencyKey}
          and payment_id = ${reference}
      `)
      return refund ? { outcome: 'succeeded', reference: refund.id } : null
    },
    accounts: createSandboxAccounts({ db, clock }),
    transfers: createSandboxTransfers({ db, clock }),
    lateReturns: (references) => sandboxReturns({ db, clock }, references),
    events: null,
    balance: null,
    movements: {
      page: (read) => sandboxMovements({ db, clock }, read),
      // Each movement there has it already.
      keyOf: async () => null,
    },
  }
}

/** Test cards belong to no one, but unused ones are deleted anyway, as at a real card provider. */
async function forgetUnused(db: Database, userId: string): Promise<void> {
  await db.query(sql`
    delete from sandbox.payment_methods m
    where m.user_id = ${userId}
      and not exists (
        select from sandbox.payments p
        where p.payment_method = m.id
      )
  `)
}

/** Whose card form this is; null for none. */
export async function ownerOfSandboxSetup(
  { db }: { db: Database },
  clientSecret: string,
): Promise<string | null> {
  const [setup] = await db.query<{ userId: string }>(
    sql`select user_id from sandbox.card_setups where client_secret = ${clientSecret}`,
  )
  return setup?.userId ?? null
}

type Refund = { idempotencyKey: string; reference: string; amount: Cents }

/** Never more than was paid: refunds of one payment wait for each other. */
async function refundPayment(db: Database, clock: Clock, refund: Refund): Promise<RefundOutcome> {
  const { idempotencyKey, reference, amount } = refund
  return db.transaction(async (tx) => {
    const [payment] = await tx.query<{ amountCents: number; outcome: string }>(sql`
      select amount_cents, outcome
      from sandbox.payments
      where id = ${reference}
      for update
    `)
    const [same] = await tx.query<{ id: string; paymentId: string; amountCents: number }>(sql`
      select id, payment_id, amount_cents
      from sandbox.refunds
      where idempotency_key = ${idempotencyKey}
    `)
    if (same) {
      if (same.paymentId === reference && same.amountCents === amount)
        return { outcome: 'succeeded', reference: same.id }
      throw new Error('an idempotency key was used again for another refund')
    }
    if (payment?.outcome !== 'succeeded') throw new Error('only a payment that succeeded can be refunded')
    const { refunded } = only(
      await tx.query<{ refunded: number }>(sql`
        select coalesce(sum(amount_cents), 0)::bigint as refunded
        from sandbox.refunds
        where payment_id = ${reference}
      `),
    )
    if (refunded + amount > payment.amountCents) throw new Error('a refund of more than was paid')
    const id = newReference('re')
    await tx.query(sql`
      insert into sandbox.refunds (idempotency_key, id, payment_id, amount_cents, created_at)
      values (${idempotencyKey}, ${id}, ${reference}, ${amount}, ${clock.now()})
    `)
    return { outcome: 'succeeded', reference: id }
  })
}

/** Identifies a card number without revealing it. */
export const fingerprintOf = (number: string): string =>
  createHash('sha256').update(number).digest('hex').slice(0, 16)

/** The bank declines to save this card. */
export class CardRefused extends DomainError {
  readonly fingerprint: string

  constructor(fingerprint: string) {
    const message = 'Your card was declined. Try another card.'
    super('invalid', message, { fields: { number: message } })
    this.fingerprint = fingerprint
  }
}

export type SandboxCard = { clientSecret: string; number: string; expMonth: number; expYear: number }

/** What the provider's own card form does in a browser: saves the card under a setup of this user, once. */
export async function confirmSandboxSetup(
  { db, clock }: { db: Database; clock: Clock },
  { userId, card }: { userId: string; card: SandboxCard },
): Promise<CardDetails> {
  const { brand, behaviour } = testCard(card, clock.now())
  const fingerprint = fingerprintOf(card.number)
  return db.transaction(async (tx) => {
    const [setup] = await tx.query<{ id: string; paymentMethod: string | null }>(sql`
      select id, payment_method
      from sandbox.card_setups
      where client_secret = ${card.clientSecret}
        and user_id = ${userId}
      for update
    `)
    if (!setup) throw invalidField('clientSecret', 'This card form has expired: open it again')
    const id = setup.paymentMethod ?? newReference('pm')
    if (!setup.paymentMethod) {
      await tx.query(sql`
        insert into sandbox.payment_methods (
          id, user_id, behaviour, brand, last4, exp_month, exp_year, fingerprint, created_at
        )
        values (
          ${id}, ${userId}, ${behaviour}, ${brand}, ${card.number.slice(-4)}, ${card.expMonth},
          ${card.expYear}, ${fingerprint}, ${clock.now()}
        )
      `)
      await tx.query(sql`update sandbox.card_setups set payment_method = ${id} where id = ${setup.id}`)
    }
    const saved = only(
      await tx.query<CardDetails>(sql`
        select id as payment_method_id, brand, last4, exp_month, exp_year, fingerprint
        from sandbox.payment_methods
        where id = ${id}
      `),
    )
    if (saved.fingerprint === fingerprint) return saved
    throw invalidField('clientSecret', 'This card form already saved another card: open it again')
  })
}

function testCard(
  { number, expMonth, expYear }: Omit<SandboxCard, 'clientSecret'>,
  now: Date,
): { brand: string; behaviour: Behaviour } {
  const card = TEST_CARDS[number]
  if (!card) {
    throw invalidField(
      'number',
      'Test mode accepts only test cards, such as 4242 4242 4242 4242. Never enter a real card here.',
    )
  }
  const lastInstant = Date.UTC(expYear, expMonth)
  if (lastInstant <= now.getTime())
    throw invalidField(expYear < now.getUTCFullYear() ? 'expYear' : 'expMonth', 'This card has expired')
  if (card.behaviour === 'refused_when_saved') throw new CardRefused(fingerprintOf(number))
  return { brand: card.brand, behaviour: card.behaviour }
}

/** Declined when charged but not when saved: with the cardholder present, it is declined right away. */
const refusesToPay = (behaviour: Behaviour): boolean => ANSWERS[behaviour].outcome === 'declined'

/** Does what the provider's own form does with a card that is used once: the bank is asked right away. */
export async function paySandboxOnce(
  given: { db: Database; clock: Clock },
  { clientSecret, ...card }: SandboxCard,
): Promise<void> {
  const { brand, behaviour } = testCard(card, given.clock.now())
  const fingerprint = fingerprintOf(card.number)
  if (refusesToPay(behaviour)) throw new CardRefused(fingerprint)
  const { number, expMonth, expYear } = card
  await payInSandbox(given, clientSecret, {
    brand,
    last4: number.slice(-4),
    expMonth,
    expYear,
    fingerprint,
  })
}
