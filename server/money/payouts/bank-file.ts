/** Approved payouts that a person sends: a list for the bank's own upload, and an ACH file where account numbers are kept. */

import { nextBankingDay } from '#domain/billing/banking-days.ts'
import { MOST_CENTS, nachaFile } from '#domain/billing/nacha.ts'
import { METHOD_WORDS } from '#domain/billing/payout.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, toDecimal } from '#domain/money.ts'
import { dateIn, dateTimeIn } from '#domain/places/zone.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { openNumber } from '#server/accounts/organizations/index.ts'
import { csvRoute, type Deps, defineRoute } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { NO_SNIFFING } from '#server/platform/http/http.ts'
import { toSend } from './owed-store.ts'

/** Where banks settle. */
const ZONE = 'America/New_York'
const MOST = 1_000
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const MINUTES_EACH = 40

type Row = {
  id: string
  organizationName: string
  moneyMode: 'live' | 'sandbox'
  amountCents: Cents
  method: 'check' | 'bank_transfer' | null
  payeeName: string
  mailingAddress: string | null
  bankName: string | null
  accountLast4: string | null
  sealed: string | null
}

const approvedToSend = (db: Db): Promise<Row[]> =>
  db.query<Row>(sql`
    select
      p.id, o.name as organization_name, p.money_mode, p.amount_cents, p.method,
      d.payee_name, d.mailing_address, d.bank_name, d.account_last4, d.bank_account_sealed as sealed
    from payouts p
    join organizations o on o.id = p.organization_id
    join organization_payout_destinations d on d.id = p.destination_id
    where ${toSend('p')}
    order by p.id
    limit ${MOST}
  `)

/** The end of its id: on the bank's statement, in the list and in the file. */
const referenceOf = ({ id }: Row): string => id.replaceAll('-', '').slice(-15)

const columns: CsvColumn<Row>[] = [
  ['Organization', ({ organizationName }) => organizationName],
  ['Payee', ({ payeeName }) => payeeName],
  ['How', ({ method }) => (method ? METHOD_WORDS[method] : '')],
  ['Bank', ({ bankName }) => bankName ?? ''],
  ['Account ends in', ({ accountLast4 }) => accountLast4 ?? ''],
  ['Mailed to', ({ mailingAddress }) => mailingAddress ?? ''],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
  ['Amount (USD)', ({ amountCents }) => toDecimal(amountCents)],
  ['Reference', referenceOf],
]

/** @throws a 409 if the bank is not set, or no approved payout has an account number. */
async function bankFile(deps: Deps, actor: Actor): Promise<string> {
  await demandRepresentative(deps.db, actor)
  const { originator } = deps.config
  if (!originator)
    throw new DomainError('conflict', 'Our own bank is not set: the settings that start with ACH_ name it')
  const rows = (await approvedToSend(deps.db)).flatMap(({ sealed, ...row }) =>
    sealed !== null && row.moneyMode === deps.cards.moneyMode && row.amountCents <= MOST_CENTS
      ? [{ ...row, sealed }]
      : [],
  )
  if (rows.length === 0)
    throw new DomainError(
      'conflict',
      'No approved payout goes to a bank account whose number is on file. The list has the others',
    )
  for (const { id } of rows)
    await audit(deps.db, deps.clock, {
      actorId: actor.userId,
      action: 'payout.bank_file',
      subject: 'payout',
      subjectId: id,
    })
  const now = deps.clock.now()
  const time = dateTimeIn(ZONE, now).slice(11, 16)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return nachaFile({
    originator,
    credits: rows.map((row) => ({
      ...openNumber(deps.db, row.sealed),
      payeeName: row.payeeName,
      reference: referenceOf(row),
      amount: row.amountCents,
    })),
    madeOn: dateIn(ZONE, now),
    madeAt: time.replace(':', ''),
    settlesOn: nextBankingDay(dateIn(ZONE, now)),
    modifier: MODIFIERS[Math.floor((hour * 60 + minute) / MINUTES_EACH)] ?? 'A',
  })
}

export const bankFileRoutes = [
  csvRoute({
    path: '/api/payouts/to-send.csv',
    who: 'representative',
    summary:
      'Approved payouts by check and bank transfer as a CSV file, to print checks and for the bank’s own upload',
    rules: 'R38, R39',
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return { table: 'payouts-to-send', columns, pages: onePage(approvedToSend(deps.db)) }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/payouts/to-send.ach',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Approved bank transfers whose account number is on file, as an ACH file (Nacha, CCD credits); each download is logged',
    rules: 'R29, R38, R39',
    produces: 'text/plain',
    handle: async ({ deps, actor }) => {
      const text = await bankFile(deps, actor)
      const test = deps.cards.moneyMode === 'sandbox' ? 'test-' : ''
      return new Response(text, {
        headers: {
          ...NO_SNIFFING,
          'Content-Type': 'text/plain; charset=us-ascii',
          'Content-Disposition': `attachment; filename="${test}payouts-${dateIn(ZONE, deps.clock.now())}.ach"`,
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      })
    },
  }),
]
