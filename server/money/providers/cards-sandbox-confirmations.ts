import { randomBytes } from 'node:crypto'
import { invalidField } from '#domain/errors.ts'
import type { Cents } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Database, first, sql } from '#server/platform/db/database.ts'
import type { CardDetails, Cards, DecidedOutcome } from './cards.ts'

/** The bank wants the cardholder to confirm: in test mode one button replaces the bank's page. */
type Confirmation = {
  clientSecret: string
  /** Null: a card that is typed when paying. */
  paymentMethod: string | null
  amountCents: Cents
  endedAt: Date | null
  payment: string | null
}
type Given = { db: Database; clock: Clock }

const unconfirmed: DecidedOutcome = {
  outcome: 'requires_action',
  reference: null,
  code: 'authentication_required',
}
const outcomeOf = ({ payment, endedAt }: Confirmation): DecidedOutcome | null => {
  if (payment !== null) return { outcome: 'succeeded', reference: payment }
  return endedAt ? unconfirmed : null
}

export function createSandboxConfirmations({
  db,
  clock,
}: Given): Pick<Cards, 'startConfirmation' | 'confirmationOutcome' | 'endConfirmation'> {
  const find = async (idempotencyKey: string): Promise<Confirmation | undefined> =>
    first(
      await db.query<Confirmation>(sql`
        select c.client_secret, c.payment_method, c.amount_cents, c.ended_at, p.id as payment
        from sandbox.confirmations c
        left join sandbox.payments p on p.idempotency_key = c.idempotency_key
        where c.idempotency_key = ${idempotencyKey}
      `),
    )
  return {
    startConfirmation: async ({ idempotencyKey, userId, paymentMethodId, amount }) => {
      const clientSecret = `pi_sandbox_secret_${randomBytes(18).toString('base64url')}`
      await db.query(sql`
        insert into sandbox.confirmations (
          idempotency_key, client_secret, user_id, payment_method, amount_cents, created_at
        )
        values (
          ${idempotencyKey}, ${clientSecret}, ${userId}, ${paymentMethodId}, ${amount},
          ${clock.now()}
        )
        on conflict (idempotency_key) do nothing
      `)
      const started = await find(idempotencyKey)
      if (started?.amountCents !== amount || started.paymentMethod !== paymentMethodId)
        throw new Error('an idempotency key was used again for another charge')
      return { clientSecret: started.clientSecret, publishableKey: null, reference: null }
    },
    confirmationOutcome: async ({ idempotencyKey }) => {
      const started = await find(idempotencyKey)
      return started ? outcomeOf(started) : null
    },
    endConfirmation: async ({ idempotencyKey }) => {
      await db.query(sql`
        update sandbox.confirmations c
        set ended_at = ${clock.now()}
        where idempotency_key = ${idempotencyKey}
          and ended_at is null
          and not exists (
            select from sandbox.payments p
            where p.idempotency_key = c.idempotency_key
          )
      `)
      const started = await find(idempotencyKey)
      return (started && outcomeOf(started)) ?? unconfirmed
    },
  }
}

/** What the bank's page does in a browser when the cardholder agrees. Repeating it pays only once. */
export async function approveSandboxConfirmation(
  { db, clock }: Given,
  { userId, clientSecret }: { userId: string; clientSecret: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [started] = await tx.query<{ idempotencyKey: string; endedAt: Date | null }>(sql`
      select idempotency_key, ended_at
      from sandbox.confirmations
      where client_secret = ${clientSecret}
        and user_id = ${userId}
        and payment_method is not null
      for update
    `)
    if (!started || started.endedAt)
      throw invalidField('clientSecret', 'This confirmation has expired: start it again')
    await tx.query(sql`
      insert into sandbox.payments (
        idempotency_key, id, payment_method, amount_cents, outcome, created_at
      )
      select
        idempotency_key,
        ${`pi_sandbox_${randomBytes(12).toString('hex')}`},
        payment_method, amount_cents, 'succeeded', ${clock.now()}
      from sandbox.confirmations
      where idempotency_key = ${started.idempotencyKey}
      on conflict (idempotency_key) do nothing
    `)
  })
}

const ENDED = 'This payment has expired: start it again'

/** Whose payment a form is for; null if it expired or never existed. */
export async function ownerOfSandboxPayment(
  { db }: Pick<Given, 'db'>,
  clientSecret: string,
): Promise<string | null> {
  const row = first(
    await db.query<{ userId: string }>(sql`
      select user_id
      from sandbox.confirmations
      where client_secret = ${clientSecret}
        and payment_method is null
        and ended_at is null
    `),
  )
  return row?.userId ?? null
}

/** What the form in a browser does with a card that is typed to pay once: the card is not kept for other charges. */
export async function payInSandbox(
  { db, clock }: Given,
  clientSecret: string,
  card: Omit<CardDetails, 'paymentMethodId'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [started] = await tx.query<{ idempotencyKey: string; endedAt: Date | null }>(sql`
      select idempotency_key, ended_at
      from sandbox.confirmations
      where client_secret = ${clientSecret}
        and payment_method is null
      for update
    `)
    if (!started || started.endedAt) throw invalidField('clientSecret', ENDED)
    const paymentMethod = `pm_sandbox_${randomBytes(12).toString('hex')}`
    const paid = await tx.query(sql`
      insert into sandbox.payments (
        idempotency_key, id, payment_method, amount_cents, outcome, created_at
      )
      select
        idempotency_key,
        ${`pi_sandbox_${randomBytes(12).toString('hex')}`},
        ${paymentMethod}, amount_cents, 'succeeded', ${clock.now()}
      from sandbox.confirmations
      where idempotency_key = ${started.idempotencyKey}
      on conflict (idempotency_key) do nothing
      returning id
    `)
    // If it is clicked twice, the first card pays.
    if (paid.length === 0) return
    await tx.query(sql`
      insert into sandbox.single_cards (
        payment_method, brand, last4, exp_month, exp_year, fingerprint, created_at
      )
      values (
        ${paymentMethod}, ${card.brand}, ${card.last4}, ${card.expMonth}, ${card.expYear},
        ${card.fingerprint}, ${clock.now()}
      )
    `)
  })
}

/** The card of a payment, saved or typed once. */
export async function cardOfSandboxPayment(
  { db }: Pick<Given, 'db'>,
  reference: string,
): Promise<CardDetails | null> {
  const row = first(
    await db.query<CardDetails>(sql`
      select
        p.payment_method as payment_method_id, k.brand, k.last4, k.exp_month, k.exp_year,
        k.fingerprint
      from sandbox.payments p
      join (
        select id, brand, last4, exp_month, exp_year, fingerprint
        from sandbox.payment_methods
        union all
        select payment_method, brand, last4, exp_month, exp_year, fingerprint
        from sandbox.single_cards
      ) k on k.id = p.payment_method
      where p.id = ${reference}
    `),
  )
  return row ?? null
}
