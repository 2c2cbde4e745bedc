/** Checks and cash are taken to the bank together, on one slip. */

import { INSTRUMENT_RULES, INSTRUMENTS, type Instrument, paidWith } from '#domain/billing/instruments.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, parseCents, sum } from '#domain/money.ts'
import type { Deposit, DepositForm } from '#domain/schemas/payment.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { PaperFacts, PaperRow } from '#server/documents/renderer/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postDeposit } from '#server/money/ledger/index.ts'
import {
  paymentsOfDeposit,
  refuseBefore,
  refuseFuture,
  type SlipPayment,
} from '#server/money/payments/index.ts'
import { audit, auditNames } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** Deposits exactly what was on the screen, or nothing. @throws a 409 with the reason. */
function refuse(found: readonly store.ToDeposit[], form: DepositForm): void {
  if (found.length !== new Set(form.paymentIds).size) throw notFound('Payment')
  const gone = found.filter(({ state }) => state !== 'received')
  if (gone.length > 0)
    throw new DomainError(
      'conflict',
      `${gone.length} of them were deposited or reversed in the meantime: check the list again`,
    )
  if (new Set(found.map(({ moneyMode }) => moneyMode)).size > 1)
    throw new DomainError('conflict', 'Test money and real money go on separate slips')
  const total = sum(found.map(({ amountCents }) => amountCents))
  if (total !== form.amount)
    throw new DomainError(
      'conflict',
      `They add up to ${formatUsd(total)}, not ${formatUsd(form.amount)}: check the list again`,
    )
}

/** Nothing is deposited before it was received: the last that came in decides. */
function refuseDay(found: readonly store.ToDeposit[], { depositedOn }: DepositForm, now: Date): void {
  const zones = found.map(({ timeZone }) => timeZone)
  refuseFuture('depositedOn', depositedOn, zones, now)
  for (const { receivedOn, invoiceNumber } of found)
    refuseBefore('depositedOn', depositedOn, {
      day: receivedOn,
      what: `the payment for ${invoiceNumber} was received`,
    })
}

export function makeDeposit(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: DepositForm,
): Promise<Deposit> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await store.lockPayments(tx, form.paymentIds)
    refuse(found, form)
    const now = deps.clock.now()
    refuseDay(found, form, now)
    const id = newId(deps.clock)
    const [{ moneyMode } = { moneyMode: 'sandbox' as const }] = found
    await store.insertDeposit(tx, { ...form, id, moneyMode, madeBy: actor.userId, at: now })
    await postDeposit(tx, deps.clock, {
      sourceId: id,
      moneyMode,
      deposited: found.map((one) => ({
        paymentId: one.id,
        campaignId: one.campaignId,
        amount: one.amountCents,
      })),
    })
    const after = await store.findDeposit(tx, id)
    if (!after) throw notFound('Deposit')
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'deposit.make',
      subject: 'deposit',
      subjectId: id,
      after,
    })
    return after
  })
}

const usd = (amount: string): string => formatUsd(parseCents(amount) as Cents)
const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`

const rowOf = ({
  method,
  reference,
  name,
  invoiceNumber,
  amountCents,
  campaignName,
}: SlipPayment): PaperRow => ({
  label: paidWith(method, reference),
  detail: [name, invoiceNumber, campaignName].filter(Boolean).join(', '),
  amount: formatUsd(amountCents),
})

const captionOf = (method: Instrument, many: number): string => {
  const { name, hasNumber } = INSTRUMENT_RULES[method]
  return hasNumber ? count(many, name.toLowerCase()) : name
}

/** The slip: what goes to the bank and from whom, grouped by method, and its total. Whose names it shows is logged. */
export function depositSlip(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<PaperFacts> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const deposit = await store.findDeposit(tx, id)
    if (!deposit) throw notFound('Deposit')
    const payments = await paymentsOfDeposit(tx, id)
    await auditNames(tx, deps.clock, actor.userId, payments)
    return slipOf(deposit, payments)
  })
}

function slipOf(deposit: Deposit, payments: readonly SlipPayment[]): PaperFacts {
  const of = (method: Instrument) => payments.filter((one) => one.method === method)
  const total = (some: readonly SlipPayment[]): PaperRow => ({
    label: 'Total',
    amount: formatUsd(sum(some.map(({ amountCents }) => amountCents))),
    isTotal: true,
  })
  return {
    title: 'Deposit slip',
    number: deposit.reference ?? '',
    drawnOn: deposit.depositedOn,
    isTest: deposit.moneyMode === 'sandbox',
    parties: [
      { label: 'Deposited on', lines: [dayInWords(deposit.depositedOn)] },
      { label: 'By', lines: [deposit.madeBy] },
    ],
    figure: { label: count(deposit.paymentsCount, 'item'), amount: usd(deposit.amount) },
    tables: INSTRUMENTS.filter((method) => of(method).length > 0).map((method) => ({
      caption: captionOf(method, of(method).length),
      rows: [...of(method).map(rowOf), total(of(method))],
    })),
    notes: [],
  }
}
