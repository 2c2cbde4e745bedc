import { byMatch } from '#domain/campaigns/vocabulary.ts'
import { notFound } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import { dateIn, dateTimeIn } from '#domain/places/zone.ts'
import { buildSeason } from '#domain/pledges/accrual.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { EvidenceFacts, EvidencePart } from '#server/documents/renderer/index.ts'
import { type Deps, defineRoute } from '#server/money/deps.ts'
import { matchLines, resultsOnPledge } from '#server/money/settlements/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import * as store from './store.ts'

export const disputeEvidenceRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/evidence',
    who: 'representative',
    keys: 'none',
    summary: 'Dispute evidence as a PDF: consent, matches, emails, the charge; each download is logged',
    rules: 'R26, R35',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, transact, actor, params, c }) => {
      const facts = await evidenceOf(deps, transact, actor, params.id)
      const bytes = await deps.studio.draw(null, { kind: 'evidence', facts })
      return c.body(new Uint8Array(bytes), 200, {
        ...NO_SNIFFING,
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="evidence-${params.id}.pdf"`,
        'Cache-Control': 'private, no-store',
      })
    },
  }),
]

/** Anyone with a mailed link can open the pledge, so links are removed before mail is sent to a bank. */
const withoutLinks = (text: string): string =>
  text.replace(/\/(p|pledge-links|unsubscribe)\/[\w-]{20,}/g, '/$1/(removed)')

const at = (row: store.EvidenceRow, instant: Date): string =>
  `${dateTimeIn(row.timeZone, instant).replace('T', ' ')} (${row.timeZone})`

const saved = ({ kind, brand, last4 }: store.EvidenceRow): EvidencePart['rows'] => {
  if (last4 === null) return []
  return [[kind === 'card' ? 'Card' : 'Bank account', `${brand ?? 'card'} ending in ${last4}`]]
}

const paidByLink = ({ address }: store.EvidenceRow): EvidencePart['rows'] => [
  ['How', 'Entered for this payment, in the card provider’s form on the pledge’s page'],
  ...(address === null ? [] : [['Network address', address] as const]),
]

function charged(row: store.EvidenceRow): EvidencePart {
  return {
    title: 'The charge',
    rows: [
      ['Amount', formatUsd(row.amountCents)],
      ['Charged', row.succeededAt === null ? 'Not charged' : at(row, row.succeededAt)],
      ...(row.refundedCents > 0 ? [['Refunded', formatUsd(row.refundedCents)] as const] : []),
      ...saved(row),
      ...(row.isByLink ? paidByLink(row) : []),
      ...(row.statementSuffix === null
        ? []
        : [['Card statement text', `ends with ${row.statementSuffix}`] as const]),
      ...(row.reference === null ? [] : [['Payment', row.reference] as const]),
      ['Team', `${row.organizationName}: ${row.campaignName}`],
    ],
  }
}

async function agreed(tx: Transaction, row: store.EvidenceRow): Promise<EvidencePart> {
  const earlier = await store.earlierConsents(tx, row.pledgeId)
  return {
    title: 'What the supporter agreed to',
    rows: [
      ['Who', `${row.name}, ${row.email}`],
      ...(row.verifiedAt ? [['Email address verified', at(row, row.verifiedAt)] as const] : []),
      ['Agreed', at(row, row.pledgedAt)],
      ['Maximum', formatUsd(row.most)],
      ...earlier.map(({ text, until }) => [`Until ${dateIn(row.timeZone, until)}`, text] as const),
      ['Agreed text', row.consentText],
    ],
  }
}

async function earned(tx: Transaction, row: store.EvidenceRow): Promise<EvidencePart> {
  const { results, names } = await resultsOnPledge(tx, row)
  return {
    title: `What the pledge earned, ${byMatch(row.vocabulary)}`,
    rows: [
      ...matchLines(row, buildSeason(results), names).map(([label, amount]) => [label, amount] as const),
      ['Total', formatUsd(row.accrued)] as const,
    ],
  }
}

/** Only what is known of this charge: a link is paid by anyone who has it, and a statement may not have been sent. */
function summaryOf(row: store.EvidenceRow, mails: readonly store.SentMail[]): string {
  const { campaignName, organizationName, succeededAt, isByLink, kind } = row
  const wasTold = mails.some(
    (mail) => mail.kind === 'settlement_statement' && succeededAt !== null && mail.sentAt < succeededAt,
  )
  const whose = kind === 'card' ? 'saved this card' : 'gave this bank account'
  return [
    `A pledge for ${campaignName} (${organizationName}).`,
    isByLink
      ? 'What was due on it was paid once, with a card that was entered for this payment by a person who had the pledge’s link. The card was not saved. The supporter named below made the pledge.'
      : `The supporter who ${whose} made the pledge, and saw the most that could be owed before agreeing.`,
    ...(wasTold ? ['The supporter was emailed a statement before the payment.'] : []),
  ].join(' ')
}

/** All mails by subject and day; those about this money in full. */
function emails(row: store.EvidenceRow, mails: readonly store.SentMail[]): EvidencePart[] {
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

/** It contains names, so each download is logged in the same transaction. */
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
      ...key,
      action: 'charge.evidence',
      subject: 'charge',
      subjectId: chargeId,
    })
    const mails = await store.sentMails(tx, row.pledgeId, row.email)
    const madeOn = dateIn(row.timeZone, deps.clock.now())
    return {
      title: `Evidence for a charge of ${formatUsd(row.amountCents)}`,
      subtitle: summaryOf(row, mails),
      madeOn,
      parts: [charged(row), await agreed(tx, row), await earned(tx, row), ...emails(row, mails)],
    }
  })
}
