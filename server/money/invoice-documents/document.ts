/** The printable invoice: what each match added, the amount to pay, by when, and how. */

import { INSTRUMENT_RULES } from '#domain/billing/instruments.ts'
import { notFound } from '#domain/errors.ts'
import { add, type Cents, formatUsd, negate, parseCents, subtract, ZERO } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import { buildSeason } from '#domain/pledges/accrual.ts'
import { answerPaper, type PaperFacts, type PaperRow, printedLook } from '#server/documents/renderer/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { paymentsOfPledge } from '#server/money/payments/index.ts'
import { matchLines, resultsOnPledge } from '#server/money/settlements/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { brand } from '#web/content/brand.ts'
import { ownerOfInvoice, type PrintedInvoice, printedInvoice } from './store.ts'

/** 404 if the pledge has no invoice with that number. `payUrl` is the link to pay it by card. */
export async function answerInvoice(
  deps: Deps,
  { pledgeId, number, payUrl }: { pledgeId: string; number: string; payUrl: string },
): Promise<Response> {
  return answerPaper(deps, { name: number, facts: await invoiceFacts(deps, { pledgeId, number, payUrl }) })
}

export async function invoiceFacts(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { pledgeId, number, payUrl }: { pledgeId: string; number: string; payUrl: string },
): Promise<PaperFacts> {
  const { db, clock } = deps
  const invoice = await printedInvoice(db, pledgeId, number)
  if (!invoice) throw notFound('Invoice')
  const drawnOn = dateIn(invoice.timeZone, clock.now())
  const look = await printedLook(deps, invoice.campaignId)
  return { ...(await factsOf(db, invoice, { payUrl, drawnOn })), look }
}

/** For its supporter, or a representative, whose view of the name is logged. */
export async function lookAtInvoice(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id: pledgeId, number }: { id: string; number: string },
): Promise<void> {
  await transact(async (tx) => {
    const found = await ownerOfInvoice(tx, { pledgeId, number }, actor)
    if (!found) throw notFound('Invoice')
    if (found.pledgerId === actor.userId) return
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'name.show',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId: found.campaignId,
    })
  })
}

type Given = { payUrl: string; drawnOn: string }

async function factsOf(db: Db, invoice: PrintedInvoice, given: Given): Promise<PaperFacts> {
  const { results, names } = await resultsOnPledge(db, invoice)
  const matches = matchLines(invoice, buildSeason(results), names)
  const payments = await paidOn(db, invoice)
  const open = invoice.state === 'open' ? subtract(invoice.amount, invoice.paid) : ZERO
  return {
    title: 'Invoice',
    number: invoice.number,
    drawnOn: given.drawnOn,
    isTest: invoice.isTest,
    parties: [
      { label: 'To', lines: [invoice.name || 'Supporter', ...invoice.address] },
      { label: 'For your pledge to', lines: [invoice.campaignName, invoice.organizationName] },
      { label: 'Issued', lines: [dayInWords(dateIn(invoice.timeZone, invoice.issuedAt))] },
    ],
    figure: figureOf(invoice, open),
    tables: [
      {
        caption: 'What your pledge has earned',
        rows: matches.map(([label, amount, detail]) => ({ label, amount, ...(detail ? { detail } : {}) })),
      },
      { caption: 'What you owe', rows: [...sums(invoice), ...payments, toPay(open)] },
    ],
    notes: notesOf(invoice, open, given),
  }
}

const toPay = (open: Cents): PaperRow => ({ label: 'To pay', amount: formatUsd(open), isTotal: true })

function figureOf({ state, dueOn, byCard, isCardPaid }: PrintedInvoice, open: Cents): PaperFacts['figure'] {
  const amount = formatUsd(open)
  if (state !== 'open' && byCard > 0 && !isCardPaid)
    return {
      label: 'A card payment is processing',
      amount: formatUsd(byCard),
      detail: 'You don’t need to do anything. If the card payment fails, this is due again',
    }
  if (state === 'void' && !isCardPaid) return { label: 'Void: nothing to pay', amount }
  if (open === 0) return { label: 'Paid. Thank you', amount }
  return { label: 'To pay', amount, detail: `Due on ${dayInWords(dueOn)}` }
}

/** From what was earned to what this invoice is for. Corrections since it was issued have their own line. */
function sums(invoice: PrintedInvoice): PaperRow[] {
  const { accrued, billedBefore, toBill, amount, byCard, setOff } = invoice
  const corrected = subtract(add(add(amount, byCard), setOff), toBill)
  return [
    { label: 'Earned in total', amount: formatUsd(accrued) },
    ...(billedBefore === 0 ? [] : [{ label: 'Billed before', amount: formatUsd(negate(billedBefore)) }]),
    ...(corrected === 0 ? [] : [{ label: 'Corrected since', amount: formatUsd(corrected) }]),
    ...(setOff === 0
      ? []
      : [{ label: 'Refund that we owed you, deducted', amount: formatUsd(negate(setOff)) }]),
    { label: 'This invoice', amount: formatUsd(add(amount, byCard)), isTotal: true },
  ]
}

/** Only payments received, without overpayments. */
async function paidOn(db: Db, invoice: PrintedInvoice): Promise<PaperRow[]> {
  const payments = (await paymentsOfPledge(db, invoice.pledgeId)).filter(
    ({ invoiceId, state, amount, overpaid }) =>
      invoiceId === invoice.id && state !== 'bounced' && amount !== overpaid,
  )
  const byHand = payments.map(({ receivedOn, method, reference, amount, overpaid }) => ({
    label: `${INSTRUMENT_RULES[method].name} received on ${dayInWords(receivedOn)}`,
    ...(reference ? { detail: `Number ${reference}` } : {}),
    amount: formatUsd(negate(subtract(parseCents(amount) as Cents, parseCents(overpaid) as Cents))),
  }))
  if (invoice.byCard === 0) return byHand
  const label = invoice.isCardPaid ? 'Paid by card' : 'Being paid by card'
  return [...byHand, { label, amount: formatUsd(negate(invoice.byCard)) }]
}

function notesOf(
  { number, most, isCardPaid, state }: PrintedInvoice,
  open: Cents,
  { payUrl }: Given,
): PaperFacts['notes'] {
  const always = {
    text: `In total, you never pay more than ${formatUsd(most)}, the maximum you agreed to.`,
  }
  if (open === 0 || (state === 'void' && !isCardPaid)) return [always]
  return [
    {
      text: `By check: made out to ${brand.name}, with ${number} on it, and mailed to ${brand.name}, ${brand.postalAddress}. In cash: give that number. You get a receipt when we receive it.`,
    },
    { text: `By card, on your pledge’s page: ${payUrl}`, url: payUrl },
    always,
    { text: `Does something look wrong? Write to ${brand.contactEmail} or call ${brand.contactPhone}.` },
  ]
}
