/** What a supporter's change of a pledge does to its open charges (R14). */
import { type Cents, cents } from '#domain/money.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/** Neither collected nor processing: a charge being processed cannot be moved or voided (R34). */
const OPEN = sql.raw(`('scheduled', 'failed', 'requires_action', 'past_due')`)

/** Locks them, so that none is claimed until the transaction ends; one that was claimed first is processing by then. */
export async function holdOpenCharges(db: Db, pledgeId: string): Promise<void> {
  await db.query(sql`
    select id
    from charges
    where pledge_id = ${pledgeId}
      and state in ${OPEN}
    order by id
    for update
  `)
}

/** Failed on the last card, or waiting for its cardholder. */
export async function overdueOf(db: Db, pledgeId: string): Promise<Cents> {
  const { amount } = only(
    await db.query<{ amount: number }>(sql`
      select coalesce(sum(amount_cents), 0)::bigint as amount
      from charges
      where pledge_id = ${pledgeId}
        and state in ('requires_action', 'past_due')
    `),
  )
  return cents(amount)
}

/** Moves charges to another card with a new count of attempts; those past due or waiting for a confirmation are due now (R35). */
export async function moveOpenCharges(
  db: Db,
  { pledgeId, cardId, at }: { pledgeId: string; cardId: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update charges
    set
      card_id = ${cardId},
      attempts_count = 0,
      charge_at = case
        when state in ('requires_action', 'past_due') then ${at}::timestamptz
        else charge_at
      end,
      state = case when state in ('requires_action', 'past_due') then 'failed' else state end
    where pledge_id = ${pledgeId}
      and state in ${OPEN}
  `)
  await db.query(sql`
    update pledges
    set status = 'active'
    where id = ${pledgeId}
      and status = 'past_due'
      and not exists (
        select from charges
        where pledge_id = ${pledgeId}
          and state = 'past_due'
      )
  `)
}

/** After a payment: settled if nothing is open and the final settlement is closed, or active if nothing is past due (R14). */
export async function settleIfPaid(db: Db, pledgeIds: readonly string[]): Promise<void> {
  const ids = sql.param([...pledgeIds])
  await db.query(sql`
    update pledges p
    set status = 'settled', version = version + 1
    where p.id = any(${ids}::uuid[])
      and p.status in ('active', 'past_due')
      and exists (
        select from settlements s
        where s.campaign_id = p.campaign_id
          and s.kind = 'final'
          and s.stage = 'closed'
          and s.withdrawn_at is null
      )
      and not exists (
        select from charges c
        where c.pledge_id = p.id
          and c.state not in ('succeeded', 'voided')
      )
      and not exists (
        select from invoices i
        where i.pledge_id = p.id
          and i.state = 'open'
      )
  `)
  await db.query(sql`
    update pledges p
    set status = 'active', version = version + 1
    where p.id = any(${ids}::uuid[])
      and p.status = 'past_due'
      and exists (select from charges c where c.pledge_id = p.id)
      and not exists (
        select from charges c
        where c.pledge_id = p.id
          and c.state = 'past_due'
      )
      and not exists (
        select from invoices i
        where i.pledge_id = p.id
          and i.state = 'open'
      )
  `)
}
