/** The bank's lines, and what moved *Cash at bank* by the books. */

import type { DepositedCheck, Movement } from '#domain/billing/bank-match.ts'
import type { BankLine as FileLine } from '#domain/files/bank-file.ts'
import type { Cents } from '#domain/money.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import { cashLines } from '#server/reporting/reports/index.ts'

export type MoneyMode = 'live' | 'sandbox'

export type LineRow = {
  id: string
  day: string
  text: string
  amountCents: Cents
  moneyMode: MoneyMode
  matchedId: string | null
  note: string | null
  decidedBy: string | null
}

/** Each line once, however many files have it. Returns how many are new. */
export async function insertLines(
  db: Db,
  lines: readonly (Pick<FileLine, 'day' | 'text' | 'amount'> & { id: string; fingerprint: string })[],
  { moneyMode, by, at }: { moneyMode: MoneyMode; by: string; at: Date },
): Promise<number> {
  const list = (name: 'id' | 'fingerprint' | 'day' | 'text' | 'amount') =>
    sql.param(lines.map((line) => line[name]))
  const rows = await db.query<{ id: string }>(sql`
    insert into bank_lines (id, fingerprint, day, text, amount_cents, money_mode, imported_by, created_at)
    select given.*, ${moneyMode}::text, ${by}::uuid, ${at}::timestamptz
    from unnest(
      ${list('id')}::uuid[], ${list('fingerprint')}::text[], ${list('day')}::date[],
      ${list('text')}::text[], ${list('amount')}::bigint[]
    ) as given
    on conflict (money_mode, fingerprint) do nothing
    returning id
  `)
  return rows.length
}

const isOpen = sql`l.matched_id is null and l.note is null`

async function linesWhere(db: Db, where: SQL, limit: number): Promise<LineRow[]> {
  return db.query<LineRow>(sql`
    select
      l.id, l.day, l.text, l.amount_cents, l.money_mode, l.matched_id, l.note,
      case when l.decided_by is not null then coalesce(
        nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
        'A representative'
      ) end as decided_by
    from bank_lines l
    left join users u on u.id = l.decided_by
    where ${where}
    order by l.day desc, l.id desc
    limit ${limit}
  `)
}

/** The open lines, newest first: what a person has to decide. */
export const openLines = (db: Db, moneyMode: MoneyMode, limit: number): Promise<LineRow[]> =>
  linesWhere(db, sql`${isOpen} and l.money_mode = ${moneyMode}`, limit)

export const decidedLines = (
  db: Db,
  moneyMode: MoneyMode,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<LineRow[]> =>
  linesWhere(
    db,
    sql`
      not (${isOpen})
      and l.money_mode = ${moneyMode}
      and (l.day, l.id) < (
        coalesce((select b.day from bank_lines b where b.id = ${beforeId}::uuid), 'infinity'::date),
        ${beforeId ?? AFTER_ALL_IDS}::uuid
      )
    `,
    limit,
  )

export async function countLines(db: Db, moneyMode: MoneyMode, state: 'open' | 'decided'): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)
    from bank_lines l
    where l.money_mode = ${moneyMode}
      and (${isOpen}) = ${state === 'open'}
  `)
  return only(rows).count
}

export const findLine = async (db: Db, id: string): Promise<LineRow | undefined> =>
  first(await linesWhere(db, sql`l.id = ${id}`, 1))

/** One decision at a time, until the transaction ends: no two lines are matched with one movement. */
export const lockLines = async (db: Db): Promise<void> => {
  await db.query(sql`lock table bank_lines in share row exclusive mode`)
}

type Decision = { matchId: string | null; note: string | null; by: string | null; at: Date | null }

export async function decide(db: Db, id: string, { matchId, note, by, at }: Decision): Promise<void> {
  await db.query(sql`
    update bank_lines
    set
      matched_id = ${matchId}::uuid, note = ${note}, decided_by = ${by}::uuid,
      decided_at = ${at}::timestamptz
    where id = ${id}
  `)
}

export const isMatched = async (db: Db, movementId: string): Promise<boolean> =>
  first(await db.query(sql`select id from bank_lines where matched_id = ${movementId}`)) !== undefined

type MovementRow = Omit<Movement, 'amount'> & { amountCents: Cents }

async function movementsWhere(db: Db, which: SQL, { where, limit }: { where: SQL; limit: number }) {
  const rows = await db.query<MovementRow>(sql`
    select m.kind, m.id, m."on" as day, m.amount_cents, m.reference as number
    from (${cashLines(sql`
      e.id in (select p.entry_id from journal_postings p where p.account = 'cash')
      and ${which}
    `)}) m
    where ${where}
    order by m."on", m.id
    limit ${limit}
  `)
  return rows.map(({ amountCents, ...row }): Movement => ({ ...row, amount: amountCents }))
}

/** What moved *Cash at bank* from this day on and no line is matched with, oldest first. */
export const unmatched = (
  db: Db,
  { moneyMode, from, limit }: { moneyMode: MoneyMode; from: string; limit: number },
): Promise<Movement[]> =>
  movementsWhere(db, sql`e.money_mode = ${moneyMode} and e.occurred_at >= ${from}::date`, {
    where: sql`not exists (select from bank_lines l where l.matched_id = m.id)`,
    limit,
  })

export async function movementsByIds(
  db: Db,
  moneyMode: MoneyMode,
  ids: readonly string[],
): Promise<Movement[]> {
  if (ids.length === 0) return []
  const where = sql`m.id = any(${sql.param([...ids])}::uuid[])`
  return movementsWhere(db, sql`e.money_mode = ${moneyMode}`, { where, limit: ids.length })
}

type CheckRow = Omit<DepositedCheck, 'amount'> & { amountCents: Cents }

/** Deposited checks of these amounts that may still come back. */
export async function depositedChecks(
  db: Db,
  { moneyMode, from, amounts }: { moneyMode: MoneyMode; from: string; amounts: readonly Cents[] },
): Promise<DepositedCheck[]> {
  if (amounts.length === 0) return []
  const rows = await db.query<CheckRow>(sql`
    select y.id, y.amount_cents, y.reference as number, d.deposited_on
    from payments y
    join deposits d on d.id = y.deposit_id
    where y.state = 'deposited'
      and y.method = 'check'
      and y.amount_cents = any(${sql.param([...amounts])}::bigint[])
      and d.money_mode = ${moneyMode}
      and d.deposited_on >= ${from}::date
    order by d.deposited_on desc, y.id
    limit 500
  `)
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: amountCents }))
}
