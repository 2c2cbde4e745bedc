/** Approved payouts that a person sends: a list for the bank's own upload, and an ACH file where account numbers are kept. */

import type { z } from 'zod'
import { nextBankingDay } from '#domain/billing/banking-days.ts'
import { payoutReference } from '#domain/billing/lookup.ts'
import { MOST_CENTS, nachaFile } from '#domain/billing/nacha.ts'
import { METHOD_WORDS } from '#domain/billing/payout.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, toDecimal } from '#domain/money.ts'
import { dateIn, dateTimeIn, PROVIDER_TIME_ZONE, startOfDay } from '#domain/places/zone.ts'
import { BankFileForm } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { openNumber } from '#server/accounts/organizations/index.ts'
import { csvRoute, type Deps, defineRoute } from '#server/money/deps.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { type Db, type SQL, sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { NO_SNIFFING } from '#server/platform/http/http.ts'
import { IS_ABOVE, IS_ON_HOLD, toSend } from './owed-store.ts'
import { type BankFile, bankFileOf, countBankFiles, IN_BANK_FILE, openBankFiles } from './store.ts'

const MOST = 1_000
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

type Row = {
  id: string
  /** What it is for. */
  campaigns: [id: string, name: string][]
  organizationName: string
  moneyMode: 'live' | 'sandbox'
  amountCents: Cents
  method: 'check' | 'bank_transfer' | null
  payeeName: string
  mailingAddress: string | null
  bankName: string | null
  accountLast4: string | null
  sealed: string | null
  /** When the ACH file that it is in was first made. */
  inFileAt: Date | null
}

/** Without those that R69 stops: above what is owed, or of a campaign whose books do not balance. */
const approvedToSend = (db: Db, which: SQL = sql`true`): Promise<Row[]> =>
  db.query<Row>(sql`
    select
      p.id, o.name as organization_name, p.money_mode, p.amount_cents, p.method,
      d.payee_name, d.mailing_address, d.bank_name, d.account_last4, d.bank_account_sealed as sealed,
      (
        select json_agg(json_build_array(c.id, c.name) order by c.id)
        from payout_lines l
        join campaigns c on c.id = l.campaign_id
        where l.payout_id = p.id
          and l.reversal_id is null
      ) as campaigns,
      f.at as in_file_at
    from payouts p
    join organizations o on o.id = p.organization_id
    join organization_payout_destinations d on d.id = p.destination_id
    ${bankFileOf}
    where ${toSend('p')}
      and not ${IS_ABOVE}
      and not ${IS_ON_HOLD}
      and ${which}
    order by p.id
    limit ${MOST}
  `)

const columns: CsvColumn<Row>[] = [
  ['Organization', ({ organizationName }) => organizationName],
  ['Payee', ({ payeeName }) => payeeName],
  ['How', ({ method }) => (method ? METHOD_WORDS[method] : '')],
  ['Bank', ({ bankName }) => bankName ?? ''],
  ['Account ends in', ({ accountLast4 }) => accountLast4 ?? ''],
  ['Mailed to', ({ mailingAddress }) => mailingAddress ?? ''],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
  ['Amount (USD)', ({ amountCents }) => toDecimal(amountCents)],
  ['Reference', ({ id }) => payoutReference(id)],
  ['Campaigns', ({ campaigns }) => campaigns.map(([, name]) => name).join('; ')],
  [
    'In the ACH file of',
    ({ inFileAt }) => (inFileAt ? dateTimeIn(PROVIDER_TIME_ZONE, inFileAt).replace('T', ' ') : ''),
  ],
  ['Id', ({ id }) => id],
]

/** For the guard and the list alike: the bank has the file, or it would be one without what waits for a person. */
export function reasonNotAgain({ sentId, heldId }: BankFile): string | null {
  if (sentId !== null)
    return `${payoutReference(sentId)} of that ACH file is recorded as sent, so the bank has the file: record the others as sent, too, or withdraw what the bank did not take`
  return heldId === null
    ? null
    : `${payoutReference(heldId)} of that ACH file is held: decide about it first, on the Problems page`
}

/**
 * Each payout is in one file: a second one, or that of another representative, has only what was approved since. `madeAt`:
 * the one first made then, with its name, time and letter: a bank that has it knows it. @throws a 409 if the bank is not
 * set, nothing is to be sent, or a payout of that file is recorded as sent or held.
 */
async function bankFile(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { madeAt: asked }: z.output<typeof BankFileForm>,
): Promise<{ name: string; text: string }> {
  await demandRepresentative(tx, actor)
  const { originator } = deps.config
  if (!originator)
    throw new DomainError('conflict', 'Our own bank is not set: the settings that start with ACH_ name it')
  const locked = await tx.query<{ id: string }>(sql`
    select id
    from payouts
    where state = 'approved'
    order by id
    for update
  `)
  const wanted = asked === null ? null : new Date(asked)
  const [file] = wanted ? await openBankFiles(tx, deps.cards.moneyMode, wanted) : []
  const reason = file ? reasonNotAgain(file) : null
  if (reason) throw new DomainError('conflict', reason)
  // What was approved during the wait for the lock is not locked: it is in the next file.
  const among = sql`p.id = any(${sql.param(locked.map(({ id }) => id))}::uuid[])`
  const numbered = (await approvedToSend(tx, among)).flatMap(({ sealed, ...row }) =>
    sealed !== null && row.moneyMode === deps.cards.moneyMode && row.amountCents <= MOST_CENTS
      ? [{ ...row, sealed }]
      : [],
  )
  if (numbered.length === 0)
    throw new DomainError(
      'conflict',
      'No approved payout goes to a bank account whose number is on file. The list has the others',
    )
  const rows = numbered.filter(({ inFileAt }) => inFileAt?.getTime() === wanted?.getTime())
  if (rows.length === 0)
    throw new DomainError(
      'conflict',
      asked
        ? 'No payout of that ACH file is still to be sent'
        : 'All of them are in an earlier ACH file: record them as sent, or download that file again',
    )
  const now = deps.clock.now()
  const madeAt = rows[0]?.inFileAt ?? now
  const madeOn = dateIn(PROVIDER_TIME_ZONE, madeAt)
  const time = dateTimeIn(PROVIDER_TIME_ZONE, madeAt).slice(11, 16).replace(':', '')
  const earlier = await countBankFiles(tx, startOfDay(PROVIDER_TIME_ZONE, madeOn), madeAt)
  const modifier = MODIFIERS[earlier]
  if (modifier === undefined)
    throw new DomainError(
      'conflict',
      `A bank takes ${MODIFIERS.length} ACH files a day: make this one tomorrow`,
    )
  const test = deps.cards.moneyMode === 'sandbox' ? 'test-' : ''
  const name = `${test}payouts-${madeOn}-${time}-${modifier}.ach`
  await auditAll(
    tx,
    { now: () => now },
    rows.flatMap(({ id, campaigns }) =>
      campaigns.map(([campaignId]) => ({
        actorId: actor.userId,
        action: IN_BANK_FILE,
        subject: 'payout',
        subjectId: id,
        campaignId,
        after: { file: name },
      })),
    ),
  )
  const text = nachaFile({
    originator,
    credits: rows.map((row) => ({
      ...openNumber(tx, row.sealed),
      payeeName: row.payeeName,
      reference: payoutReference(row.id),
      amount: row.amountCents,
    })),
    madeOn,
    madeAt: time,
    settlesOn: nextBankingDay(dateIn(PROVIDER_TIME_ZONE, now)),
    modifier,
  })
  return { name, text }
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
    method: 'post',
    path: '/api/payouts/ach-files',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Approved bank transfers whose account number is on file and that were in no file yet, as an ACH file (Nacha, CCD credits); `madeAt`: those of the file first made then, again; each is logged',
    rules: 'R29, R38, R39',
    body: BankFileForm,
    produces: 'text/plain',
    handle: async ({ deps, transact, actor, body }) => {
      const { name, text } = await transact((tx) => bankFile(deps, tx, actor, body))
      return new Response(text, {
        headers: {
          ...NO_SNIFFING,
          'Content-Type': 'text/plain; charset=us-ascii',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      })
    },
  }),
]
