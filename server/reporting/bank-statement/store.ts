/** The bank's lines, and what moved *Cash at bank* by the books. */

import type { DepositedCheck, Movement, MovementKind } from '#domain/billing/bank-match.ts'
import type { BankLine as FileLine } from '#domain/files/bank-file.ts'
import type { Cents } from '#domain/money.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

export type MoneyMode = 'live' | 'sandbox'

export type LineRow = {
  id: string
  day: string
  text: string
  amountCents: Cents
  moneyMode: MoneyMode
  matchedKind: MovementKind | null
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
      l.id, l.day, l.text, l.amount_cents, l.money_mode, l.matched_kind, l.matched_id, l.note,
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

type Decision = {
  match: { kind: MovementKind; id: string } | null
  note: string | null
  by: string | null
  at: Date | null
}

export async function decide(db: Db, id: string, { match, note, by, at }: Decision): Promise<void> {
  await db.query(sql`
    update bank_lines
    set
      matched_kind = ${match?.kind ?? null}, matched_id = ${match?.id ?? null}::uuid, note = ${note},
      decided_by = ${by}::uuid, decided_at = ${at}::timestamptz
    where id = ${id}
  `)
}

export const isMatched = async (db: Db, { kind, id }: { kind: MovementKind; id: string }): Promise<boolean> =>
  first(
    await db.query(sql`
      select id
      from bank_lines
      where matched_kind = ${kind}
        and matched_id = ${id}
    `),
  ) !== undefined

/**
 * What moved the bank account, each as one line of a bank statement has it: a deposit by its slip, a payout or a refund by
 * its check or transfer, a check that came back.
 */
const movements = sql`
  select 'deposit' as kind, d.id, d.deposited_on as day, d.amount_cents, d.reference as number, d.money_mode
  from deposits d
  union all
  select 'payout', p.id, p.paid_on, -p.amount_cents, p.reference, p.money_mode
  from payouts p
  where p.method <> 'stripe'
    and p.paid_on is not null
  union all
  select 'payout_return', r.id, r.reversed_on, r.amount_cents, p.reference, p.money_mode
  from payout_reversals r
  join payouts p on p.id = r.payout_id
  where r.recorded_by is not null
  union all
  select 'manual_refund', m.id, m.refunded_on, -m.amount_cents, m.reference, c.money_mode
  from manual_refunds m
  join campaigns c on c.id = m.campaign_id
  where m.method <> 'cash'
  union all
  select 'bounced_check', y.id, y.reversed_on, -y.amount_cents, y.reference, c.money_mode
  from payments y
  join campaigns c on c.id = y.campaign_id
  where y.reversal_reason = 'bounced'
    and y.deposit_id is not null
`

type MovementRow = Omit<Movement, 'amount'> & { amountCents: Cents }

const toMovement = ({ amountCents, ...row }: MovementRow): Movement => ({ ...row, amount: amountCents })

/** Those that no line is matched with, from this day on, oldest first. */
export async function unmatched(
  db: Db,
  { moneyMode, from, limit }: { moneyMode: MoneyMode; from: string; limit: number },
): Promise<Movement[]> {
  const rows = await db.query<MovementRow>(sql`
    select m.kind, m.id, m.day, m.amount_cents, m.number
    from (${movements}) m
    where m.money_mode = ${moneyMode}
      and m.day >= ${from}::date
      and not exists (
        select from bank_lines l
        where l.matched_kind = m.kind
          and l.matched_id = m.id
      )
    order by m.day, m.id
    limit ${limit}
  `)
  return rows.map(toMovement)
}

export async function movementsByIds(db: Db, ids: readonly string[]): Promise<Movement[]> {
  if (ids.length === 0) return []
  const rows = await db.query<MovementRow>(sql`
    select m.kind, m.id, m.day, m.amount_cents, m.number
    from (${movements}) m
    where m.id = any(${sql.param([...ids])}::uuid[])
  `)
  return rows.map(toMovement)
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
