/**
 * The sandbox's own account: each payment costs 2.9 % and 30 cents and is available after two days; refunds, returns
 * and transfers leave at once, and give no fee back. On business days, what is available is paid to a bank.
 */
import { type Cents, cardFeeOf, cents, dollars, negate, sum, ZERO } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Database, type Db, only, sql } from '#server/platform/db/database.ts'
import type { CardMovement, MovementsPage, ReadSoFar } from './cards.ts'

const FEE = { basisPoints: 290, fixed: dollars('0.30') }
const DAY_MS = 86_400_000
const AVAILABLE_AFTER_MS = 2 * DAY_MS
/** Batches are paid at noon, by UTC, from Monday to Friday. */
const BATCH_HOUR_UTC = 12
const PAGE = 500

type Given = { db: Database; clock: Clock }

/** Brings the account up to the clock's time, then reads on from the cursor: a place in the account's own order. */
export async function sandboxMovements({ db, clock }: Given, read: ReadSoFar): Promise<MovementsPage> {
  await db.transaction(async (tx) => {
    await tx.query(sql`lock table sandbox.balance_transactions in exclusive mode`)
    await addMoved(tx, clock.now())
    await addPayouts(tx, clock.now())
  })
  return pageAfter(db, 'cursor' in read ? read.cursor : '0')
}

type Moved = { id: string; kind: string; source: string; amountCents: number; createdAt: Date }
type Row = Moved & { feeCents: Cents; availableAt: Date }

async function addMoved(db: Db, now: Date): Promise<void> {
  const moved = await db.query<Moved>(sql`
    with moved as (
      select id, 'payment' as kind, id as source, amount_cents, coalesce(decided_at, created_at) as created_at
      from sandbox.payments
      where outcome = 'succeeded'
      union all
      select id, 'refund', payment_id, -amount_cents, created_at
      from sandbox.refunds
      union all
      select 'du_' || id, 'return', id, -amount_cents, returned_at
      from sandbox.payments
      where outcome = 'succeeded'
        and returned_at is not null
      union all
      select id, 'transfer', id, -amount_cents, created_at
      from sandbox.transfers
    )
    select 'txn_' || m.id as id, m.kind, m.source, m.amount_cents, m.created_at
    from moved m
    where m.created_at <= ${now}
      and not exists (
        select from sandbox.balance_transactions b
        where b.id = 'txn_' || m.id
      )
    order by m.created_at, m.id
  `)
  await insert(
    db,
    moved.map((one) => {
      const isPayment = one.kind === 'payment'
      const availableMs = one.createdAt.getTime() + (isPayment ? AVAILABLE_AFTER_MS : 0)
      const feeCents = isPayment ? cardFeeOf(cents(one.amountCents), FEE) : ZERO
      return { ...one, feeCents, availableAt: new Date(availableMs) }
    }),
  )
}

/** The first batch at this moment or later. */
function batchFrom(at: Date): Date {
  const batch = new Date(at)
  batch.setUTCHours(BATCH_HOUR_UTC, 0, 0, 0)
  while (batch < at || batch.getUTCDay() === 0 || batch.getUTCDay() === 6)
    batch.setUTCDate(batch.getUTCDate() + 1)
  return batch
}

type Waiting = { id: string; netCents: number; availableAt: Date }

/** One payout for each batch that is due and has something to pay; what is below zero waits for later payments. */
async function addPayouts(db: Db, now: Date): Promise<void> {
  const { last } = only(
    await db.query<{ last: Date | null }>(
      sql`select max(created_at) as last from sandbox.balance_transactions where kind = 'payout'`,
    ),
  )
  const waiting = await db.query<Waiting>(sql`
    select id, amount_cents - fee_cents as net_cents, available_at
    from sandbox.balance_transactions
    where payout is null
      and kind <> 'payout'
      and available_at <= ${now}
    order by available_at, place
  `)
  const afterLast = last === null ? 0 : last.getTime() + 1
  const batches = Map.groupBy(waiting, ({ availableAt }) =>
    batchFrom(new Date(Math.max(availableAt.getTime(), afterLast))).getTime(),
  )
  let carried: Waiting[] = []
  for (const [at, batch] of [...batches].sort(([a], [b]) => a - b)) {
    if (at > now.getTime()) return
    const paid = [...carried, ...batch]
    const amount = sum(paid.map(({ netCents }) => cents(netCents)))
    carried = amount > 0 ? [] : paid
    if (amount <= 0) continue
    const createdAt = new Date(at)
    const id = `po_sandbox_${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}`
    const amountCents = negate(amount)
    const row = { id: `txn_${id}`, kind: 'payout', source: id, amountCents, feeCents: ZERO }
    await insert(db, [{ ...row, createdAt, availableAt: createdAt }])
    await db.query(sql`
      update sandbox.balance_transactions
      set payout = ${id}
      where id = any(${sql.param(paid.map((one) => one.id))}::text[])
    `)
  }
}

async function insert(db: Db, rows: readonly Row[]): Promise<void> {
  const list = (name: keyof Row) => sql.param(rows.map((row) => row[name]))
  await db.query(sql`
    insert into sandbox.balance_transactions (
      place, id, kind, source, amount_cents, fee_cents, created_at, available_at
    )
    select
      given.place + (select coalesce(max(place), 0) from sandbox.balance_transactions),
      given.id, given.kind, given.source, given.amount, given.fee, given.created_at, given.available_at
    from unnest(
      ${list('id')}::text[], ${list('kind')}::text[], ${list('source')}::text[],
      ${list('amountCents')}::bigint[], ${list('feeCents')}::bigint[],
      ${list('createdAt')}::timestamptz[], ${list('availableAt')}::timestamptz[]
    ) with ordinality as given (id, kind, source, amount, fee, created_at, available_at, place)
  `)
}

type ListedRow = Omit<Row, 'availableAt'> & { key: string | null }

async function pageAfter(db: Db, cursor: string): Promise<MovementsPage> {
  const rows = await db.query<ListedRow & { place: string }>(sql`
    select
      b.place::text, b.id, b.kind, b.source, b.amount_cents, b.fee_cents, b.created_at,
      coalesce(p.idempotency_key, t.idempotency_key) as key
    from sandbox.balance_transactions b
    left join sandbox.payments p on p.id = b.source
    left join sandbox.transfers t on t.id = b.source
    where b.place > ${cursor}::bigint
    order by b.place
    limit ${PAGE}
  `)
  return {
    movements: rows.map(toMovement),
    cursor: rows.at(-1)?.place ?? cursor,
    isMore: rows.length === PAGE,
  }
}

const toMovement = ({
  id,
  kind,
  source,
  key,
  amountCents,
  feeCents,
  createdAt,
}: ListedRow): CardMovement => ({
  reference: id,
  kind: kind === 'payout' || kind === 'transfer' ? kind : 'payment',
  source,
  key,
  amount: cents(amountCents),
  fee: cents(feeCents),
  movedAt: createdAt,
  onDay: kind === 'payout' ? createdAt.toISOString().slice(0, 10) : null,
  name: kind,
})
