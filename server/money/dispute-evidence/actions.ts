/** The evidence for a bank (R35): what was agreed, earned, emailed and charged. */
import { buildSeason } from '#domain/accrual.ts'
import { notFound } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import { byMatch } from '#domain/vocabulary.ts'
import { dateIn, dateTimeIn } from '#domain/zone.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { EvidenceFacts, EvidencePart } from '#server/documents/renderer/index.ts'
import { statementSuffix } from '#server/money/providers/index.ts'
import { frozenResults, matchLines } from '#server/money/settlements/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** Anyone with a mailed link can open the pledge, so links are removed before mail is sent to a bank (R44). */
const withoutLinks = (text: string): string => text.replace(/\/(p|unsubscribe)\/[\w-]{20,}/g, '/$1/(removed)')

const at = (row: store.EvidenceRow, instant: Date): string =>
  `${dateTimeIn(row.timeZone, instant).replace('T', ' ')} (${row.timeZone})`

function charged(row: store.EvidenceRow): EvidencePart {
  const suffix = statementSuffix(row.organizationName)
  return {
    title: 'The charge',
    rows: [
      ['Amount', formatUsd(row.amountCents)],
      ['Charged', row.succeededAt === null ? 'Not charged' : at(row, row.succeededAt)],
      ...(row.refundedCents > 0 ? [['Refunded', formatUsd(row.refundedCents)] as const] : []),
      ...(row.last4 === null ? [] : [['Card', `${row.brand ?? 'card'} ending in ${row.last4}`] as const]),
      ...(suffix === null ? [] : [['Card statement text', `ends with ${suffix}`] as const]),
      ...(row.reference === null ? [] : [['Payment', row.reference] as const]),
      ['Team', `${row.organizationName}: ${row.campaignName}`],
    ],
  }
}

async function agreed(tx: Transaction, row: store.EvidenceRow): Promise<EvidencePart> {
  const earlier = await store.earlierConsents(tx, row.pledgeId)
  return {
    title: 'What the cardholder agreed to',
    rows: [
      ['Who', `${row.name}, ${row.email}`],
      ...(row.verifiedAt ? [['Address verified', at(row, row.verifiedAt)] as const] : []),
      ['Agreed', at(row, row.pledgedAt)],
      ['Maximum', formatUsd(row.most)],
      ...earlier.map(({ text, until }) => [`Until ${dateIn(row.timeZone, until)}`, text] as const),
      ['Agreed text', row.consentText],
    ],
  }
}

async function earned(tx: Transaction, row: store.EvidenceRow): Promise<EvidencePart> {
  const { results, names } = await frozenResults(tx, row.settlementId)
  return {
    title: `What the pledge earned, ${byMatch(row.vocabulary)}`,
    rows: [...matchLines(row, buildSeason(results), names), ['Total', formatUsd(row.accrued)] as const],
  }
}

/** All mails by subject and day; those about this money in full. */
async function emails(tx: Transaction, row: store.EvidenceRow): Promise<EvidencePart[]> {
  const mails = await store.sentMails(tx, row.pledgeId, row.email)
  const whole = mails.filter(({ kind }) => ['settlement_statement', 'receipt'].includes(kind))
  return [
    {
      title: 'Emails that were sent',
      rows: mails.length
        ? mails.map(({ sentAt, subject }) => [at(row, sentAt).slice(0, 16), subject] as const)
        : [['', 'None.'] as const],
    },
    ...whole.map(({ subject, sentAt, toAddress, textBody }) => ({
      title: 'Email as it was sent',
      rows: [
        ['Subject', subject],
        ['Sent', `${at(row, sentAt)}, to ${toAddress}`],
        ['', withoutLinks(textBody)],
      ] as EvidencePart['rows'],
    })),
  ]
}

/** It contains names, so each download is logged in the same transaction (R26). */
export function evidenceOf(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  chargeId: string,
): Promise<EvidenceFacts> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const row = await store.evidenceRow(tx, chargeId)
    if (!row) throw notFound('Charge')
    const key = { actorId: actor.userId, campaignId: row.campaignId }
    await audit(tx, deps.clock, {
      ...{ ...key, action: 'charge.evidence', subject: 'charge', subjectId: chargeId },
    })
    const madeOn = dateIn(row.timeZone, deps.clock.now())
    return {
      title: `Evidence for a charge of ${formatUsd(row.amountCents)}`,
      subtitle: `A pledge for ${row.campaignName} (${row.organizationName}). The cardholder pledged an amount for confirmed results, saw the most that could be owed before agreeing, and was notified of each amount before it was charged.`,
      madeOn,
      parts: [charged(row), await agreed(tx, row), await earned(tx, row), ...(await emails(tx, row))],
    }
  })
}
