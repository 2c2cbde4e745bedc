/** Owed refunds and open invoices of the same pledge. */
import { add, type Cents, formatUsd, minimum, negate, subtract, ZERO } from '#domain/money.ts'
import { queueMail, setOffMail } from '#server/messaging/mails/index.ts'
import { receiptFacts, reserveRefunds, settleIfPaid } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { lowerInvoices } from '#server/money/invoices/index.ts'
import { postRefundReversed } from '#server/money/ledger/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Db, sql, type Transaction } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'

type ToSetOff = {
  campaignId: string
  pledgeId: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
}

/** Pledges of this campaign that have both; a goodwill refund is a gift, and is never set off. */
const pledgesToSetOff = (db: Db, campaignId: string, pledgeId: string | null): Promise<ToSetOff[]> =>
  db.query<ToSetOff>(sql`
    select distinct f.campaign_id, f.pledge_id, c.money_mode, c.commission_basis_points
    from refunds f
    join invoices i on i.pledge_id = f.pledge_id and i.state = 'open'
    join campaigns c on c.id = f.campaign_id
    where f.campaign_id = ${campaignId}
      and f.state = 'due'
      and f.by_hand
      and not ${isHeldByException(sql`f.id`)}
      and f.kind = 'correction'
      and (${pledgeId}::uuid is null or f.pledge_id = ${pledgeId}::uuid)
    order by f.pledge_id
  `)

type OpenInvoice = { id: string; number: string; openCents: Cents }

/** Locked until the transaction ends, oldest first. */
const lockOpenInvoicesOf = (db: Db, pledgeId: string): Promise<OpenInvoice[]> =>
  db.query<OpenInvoice>(sql`
    select id, number, amount_cents - paid_cents as open_cents
    from invoices
    where pledge_id = ${pledgeId}
      and state = 'open'
      and amount_cents > paid_cents
    order by id
    for update
  `)

type OwedRefund = {
  id: string
  amountCents: Cents
  chargeId: string | null
  paymentId: string | null
}

const lockOwedRefunds = (db: Db, pledgeId: string): Promise<OwedRefund[]> =>
  db.query<OwedRefund>(sql`
    select id, amount_cents, charge_id, payment_id
    from refunds
    where pledge_id = ${pledgeId}
      and state = 'due'
      and by_hand
      and not ${isHeldByException(sql`refunds.id`)}
      and kind = 'correction'
    order by id
    for update
  `)

/** `part` of it is set off; the rest stays owed, as a separate refund. */
async function splitRefund(
  db: Db,
  { id, part, rest, restId }: { id: string; part: Cents; rest: Cents; restId: string },
): Promise<void> {
  if (rest > 0)
    await db.query(sql`
      insert into refunds (
        id, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind, amount_cents, state,
        by_hand, reason, created_at
      )
      select
        ${restId}::uuid, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind,
        ${rest}::bigint, 'due', true, reason, created_at
      from refunds
      where id = ${id}
    `)
  await db.query(sql`update refunds set amount_cents = ${part}, state = 'failed' where id = ${id}`)
}

async function insertSetOff(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    refundId: string
    invoiceId: string
    amount: Cents
    at: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into set_offs (
      id, campaign_id, pledge_id, refund_id, invoice_id, amount_cents, created_at
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.refundId}, ${row.invoiceId},
      ${row.amount}, ${row.at}
    )
  `)
}

/**
 * A refund that is owed is set off against an open invoice of the same pledge: the invoice is lowered by it, as if it had
 * been open when the correction was locked, and nothing is paid out.
 */
type Given = { campaignId: string; pledgeId?: string; notifiesItself?: boolean }

/**
 * Runs in the transaction that creates either side: a refund that is owed, or an open invoice. Returns how much was set
 * off. `notifiesItself`: the caller's own mail mentions it.
 */
export async function setOff(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId, notifiesItself = false }: Given,
): Promise<Cents> {
  let sum = ZERO
  for (const one of await pledgesToSetOff(tx, campaignId, pledgeId ?? null))
    sum = add(sum, await setOffPledge(deps, tx, { ...one, notifiesItself }))
  return sum
}

type OfPledge = ToSetOff & { notifiesItself: boolean }

async function setOffPledge(deps: Deps, tx: Transaction, of: OfPledge): Promise<Cents> {
  const invoices = await lockOpenInvoicesOf(tx, of.pledgeId)
  const refunds = await lockOwedRefunds(tx, of.pledgeId)
  let sum = ZERO
  for (const invoice of invoices) {
    let open = invoice.openCents
    while (open > 0) {
      const [refund] = refunds
      if (!refund) break
      const part = minimum(open, refund.amountCents)
      const rest = { ...refund, id: newId(deps.clock), amountCents: subtract(refund.amountCents, part) }
      open = subtract(open, part)
      await apply(deps, tx, { ...of, invoice, refund, rest, part, open })
      refunds.splice(0, 1, ...(rest.amountCents > 0 ? [rest] : []))
      sum = add(sum, part)
    }
  }
  if (sum > 0) await settleIfPaid(tx, [of.pledgeId])
  return sum
}

type SetOff = OfPledge & {
  invoice: OpenInvoice
  refund: OwedRefund
  rest: OwedRefund
  part: Cents
  /** What is still due on the invoice afterwards. */
  open: Cents
}

async function apply(deps: Deps, tx: Transaction, given: SetOff): Promise<void> {
  const { campaignId, pledgeId, moneyMode, commissionBasisPoints, invoice, refund, rest, part } = given
  const at = deps.clock.now()
  const id = newId(deps.clock)
  await splitRefund(tx, { id: refund.id, part, rest: rest.amountCents, restId: rest.id })
  const row = { id, campaignId, pledgeId, refundId: refund.id, invoiceId: invoice.id, amount: part, at }
  await insertSetOff(tx, row)
  // The payment it would have come from can be refunded again by a later correction.
  const { chargeId, paymentId } = refund
  await reserveRefunds(tx, [{ chargeId, paymentId, amount: negate(part) }])
  await lowerInvoices(tx, [{ id: invoice.id, by: part }], at)
  await postRefundReversed(tx, deps.clock, {
    campaignId,
    pledgeId,
    moneyMode,
    commissionBasisPoints,
    sourceId: refund.id,
    amount: part,
    kind: 'set_off',
    isWhole: rest.amountCents === 0,
    description: `Refund offset against ${invoice.number}`,
  })
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'refund.set_off',
    subject: 'refund',
    subjectId: refund.id,
    campaignId,
    after: { amount: formatUsd(part), invoice: invoice.number },
  })
  if (!given.notifiesItself) await notify(deps, tx, { ...given, id })
}

/** Mails how much was deducted, and what is still due, to a verified address. */
async function notify(deps: Deps, tx: Transaction, given: SetOff & { id: string }): Promise<void> {
  const { campaignId, pledgeId, refund, invoice, part, open } = given
  const facts = await receiptFacts(tx, { campaignId, pledgeId, chargeId: refund.chargeId })
  if (!facts.email) return
  const mail = setOffMail({
    ...facts,
    amount: formatUsd(part),
    number: invoice.number,
    open: open > 0 ? formatUsd(open) : null,
    isTest: given.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, { pledgeId, campaignId }),
  })
  await queueMail(tx, deps.clock, {
    kind: 'refund',
    idempotencyKey: `set-off:${given.id}`,
    to: facts.email,
    ...mail,
    userId: facts.pledgerId,
    campaignId,
    pledgeId,
  })
}
