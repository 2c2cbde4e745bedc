/** What mails say is still to pay on a pledge: what was billed and is neither paid nor voided. */
import { type Cents, formatUsd, sum, ZERO } from '#domain/money.ts'
import type { OpenBill, OpenBills } from '#server/messaging/mails/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { BilledSoFar } from '#server/season/deps.ts'

type Row = Omit<OpenBill, 'amount'> & { id: string; pledgeId: string; amountCents: Cents; createdAt: Date }

/**
 * By pledge, oldest first; pledges with nothing open are absent. A charge of a paused campaign has no date. The bills of
 * the settlement in `without` are left out: its own statement says what they are.
 */
export async function openBillsOf(
  db: Db,
  pledgeIds: readonly string[],
  without: { settlementId: string } | null = null,
): Promise<Map<string, OpenBills>> {
  if (pledgeIds.length === 0) return new Map()
  const ids = sql`${sql.param([...pledgeIds])}::uuid[]`
  const own = sql`${without?.settlementId ?? null}::uuid`
  const rows = await db.query<Row>(sql`
    select
      c.pledge_id, c.state, coalesce(k.kind, 'card') as kind, c.amount_cents,
      case when m.status <> 'paused' then c.charge_at end as at,
      null as number, null::date as due_on, c.created_at, c.id
    from charges c
    join campaigns m on m.id = c.campaign_id
    left join cards k on k.id = c.card_id
    where c.pledge_id = any(${ids})
      and c.settlement_id is distinct from ${own}
      and c.state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due')
    union all
    select
      pledge_id, 'invoice', 'card', amount_cents - paid_cents, null, number, due_on, issued_at, id
    from invoices
    where pledge_id = any(${ids})
      and settlement_id is distinct from ${own}
      and state = 'open'
      and amount_cents > paid_cents
    order by created_at, id
  `)
  const byPledge = Map.groupBy(rows, ({ pledgeId }) => pledgeId)
  return new Map([...byPledge].map(([pledgeId, bills]) => [pledgeId, inWords(bills)]))
}

function inWords(rows: readonly Row[]): OpenBills {
  const total = sum(rows.map(({ amountCents }) => amountCents))
  const bills = rows.map(({ state, kind, at, number, dueOn, amountCents }) => ({
    state,
    kind,
    at,
    number,
    dueOn,
    amount: formatUsd(amountCents),
  }))
  return { total: formatUsd(total), cents: total, bills }
}

/** What a results digest says besides what is earned: what is still to pay, and what was received and kept. */
export async function billedSoFar(db: Db, pledgeIds: readonly string[]): Promise<Map<string, BilledSoFar>> {
  const open = await openBillsOf(db, pledgeIds)
  const rows = await db.query<{ pledgeId: string; received: Cents }>(sql`
    select pledge_id, sum(kept_cents)::bigint as received
    from received_money
    where pledge_id = any(${sql.param([...pledgeIds])}::uuid[])
    group by pledge_id
  `)
  const received = new Map(rows.map((row) => [row.pledgeId, row.received]))
  return new Map(
    pledgeIds.map((id) => [id, { open: open.get(id) ?? null, received: received.get(id) ?? ZERO }]),
  )
}
