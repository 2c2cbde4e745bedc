import { type Cents, cents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/** The states of an open charge; one that is processing is not open. */
const OPEN = sql.raw(`('scheduled', 'failed', 'requires_action', 'past_due')`)

/**
 * Locks them, so that no open charge is claimed and no open invoice is paid until the transaction ends; a charge that was
 * claimed first is processing by then.
 */
export async function lockOpenBills(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    select id
    from charges
    where campaign_id = ${campaignId}
      and state in ${OPEN}
    order by id
    for update
  `)
  await db.query(sql`
    select id
    from invoices
    where campaign_id = ${campaignId}
      and state = 'open'
    order by id
    for update
  `)
}

type Kind = 'charges' | 'retries' | 'invoices' | 'cards' | 'byHand'
type Row = { kind: Kind; count: number; amount: number }

/** What cancelling would void, what was collected, and what refunding all would refund, at this moment. */
export async function cancellationFigures(db: Db, campaignId: string): Promise<Cancellation> {
  const rows = await db.query<Row>(sql`
    with money as (
      select
        case state when 'failed' then 'retries' else 'charges' end as kind,
        amount_cents as amount
      from charges
      where campaign_id = ${campaignId}
        and state in ${OPEN}
      union all
      select 'invoices', amount_cents - paid_cents
      from invoices
      where campaign_id = ${campaignId}
        and state = 'open'
      union all
      select case when charge_id is null then 'byHand' else 'cards' end, amount
      from (${refundable(campaignId)}) r
    )
    select kind, count(*) as count, sum(amount)::bigint as amount
    from money
    group by kind
  `)
  const { pledges, collected } = only(
    await db.query<{ pledges: number; collected: number }>(sql`
      select
        (
          select count(*)
          from pledges
          where campaign_id = b.campaign_id
            and status <> 'cancelled'
        ) as pledges,
        b.collected_cents as collected
      from campaign_books b
      where b.campaign_id = ${campaignId}
    `),
  )
  const of = (kind: Kind) => rows.find((row) => row.kind === kind) ?? { count: 0, amount: ZERO }
  const tally = (kind: Kind) => ({ count: of(kind).count, amount: toDecimal(cents(of(kind).amount)) })
  return {
    pledges,
    charges: tally('charges'),
    retries: tally('retries'),
    invoices: tally('invoices'),
    collected: toDecimal(cents(collected)),
    refundable: toDecimal(sum([cents(of('cards').amount), cents(of('byHand').amount)])),
    refunds: { cards: tally('cards'), byHand: tally('byHand') },
  }
}

/** What can still be refunded of each charge and payment. */
const refundable = (campaignId: string) => sql`
  select
    pledge_id,
    case source when 'charge' then id end as charge_id,
    case source when 'payment' then id end as payment_id,
    kept_cents as amount
  from received_money
  where campaign_id = ${campaignId}
    and kept_cents > 0
    and not exists (select from charges h where h.id = received_money.id and h.disputed_cents > 0)
`

type Refundable = {
  pledgeId: string
  pledgerId: string
  chargeId: string | null
  paymentId: string | null
  amount: Cents
}

export async function refundableOf(db: Db, campaignId: string): Promise<Refundable[]> {
  return db.query<Refundable>(sql`
    select r.pledge_id, p.pledger_id, r.charge_id, r.payment_id, r.amount
    from (${refundable(campaignId)}) r
    join pledges p on p.id = r.pledge_id
    order by r.charge_id, r.payment_id
  `)
}

/**
 * Open charges, invoices and retries are voided; each pledge is settled at what was collected and is not refunded,
 * or cancelled where that is nothing.
 */
export async function cancelOpenBills(db: Db, campaignId: string, at: Date): Promise<void> {
  await db.query(sql`
    update charges
    set state = 'voided', voided_at = ${at}
    where campaign_id = ${campaignId}
      and state in ${OPEN}
  `)
  await db.query(sql`
    update invoices
    set
      amount_cents = case when paid_cents > 0 then paid_cents else amount_cents end,
      state = case when paid_cents > 0 then 'paid' else 'void' end,
      voided_at = case when paid_cents > 0 then null else ${at}::timestamptz end
    where campaign_id = ${campaignId}
      and state = 'open'
  `)
  await db.query(sql`
    with kept as (
      select pledge_id, sum(amount) as amount
      from (${refundable(campaignId)}) r
      group by pledge_id
    )
    update pledges p
    set
      status = case when k.amount > 0 then 'settled' else 'cancelled' end,
      cancelled_at = case when k.amount > 0 then null else ${at}::timestamptz end,
      version = p.version + 1
    from pledges q
    left join kept k on k.pledge_id = q.id
    where q.campaign_id = ${campaignId}
      and p.id = q.id
      and p.status <> 'cancelled'
  `)
}

/** Nothing accrues in a cancelled campaign: all its figures are what was collected. */
export async function freezeTotals(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    with n as (
      select count(*)::integer as supporters
      from pledges
      where campaign_id = ${campaignId}
        and status <> 'cancelled'
    )
    update campaign_totals t
    set
      pledged_cents = collected_cents,
      earned_cents = collected_cents,
      supporters_count = n.supporters
    from n
    where t.campaign_id = ${campaignId}
  `)
}

type Ended = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** What of it was collected and not refunded. */
  keptCents: Cents
  /** What the cancellation refunds. */
  refundedCents: Cents
  /** What is refunded if a bank that is deciding a dispute does not give it back itself. */
  waitingCents: Cents
  hasPaid: boolean
  idempotencyKey: string
}

/** `reason`: of the refunds that a cancellation makes. Pledges that ended with a campaign that was cancelled since then; to verified addresses only. */
export async function unmailed(
  db: Db,
  { since, reason, limit }: { since: Date; reason: string; limit: number },
): Promise<Ended[]> {
  const rows = await db.query<Ended>(sql`
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      (
        select coalesce(sum(m.kept_cents), 0)::bigint
        from received_money m
        where m.pledge_id = p.id
      ) as kept_cents,
      (
        select coalesce(sum(r.amount_cents), 0)::bigint
        from refunds r
        where r.pledge_id = p.id
          and r.reason = ${reason}
          and r.state <> 'failed'
      ) as refunded_cents,
      (
        select coalesce(sum(h.disputed_cents), 0)::bigint
        from charges h
        where h.pledge_id = p.id
          and a.refunds_all
      ) as waiting_cents,
      exists (select from received_money m where m.pledge_id = p.id) as has_paid,
      k.idempotency_key
    from campaigns c
    join lateral (
      select at, (after ->> 'refundAll')::boolean as refunds_all
      from audit_log
      where campaign_id = c.id
        and action = 'campaign.cancel'
      order by id desc
      limit 1
    ) a on a.at > ${since}
    join organizations o on o.id = c.organization_id
    join pledges p on p.campaign_id = c.id
    join users u on u.id = p.pledger_id
    cross join lateral (select 'pledge:' || p.id || ':campaign-cancelled' as idempotency_key) k
    where c.status = 'cancelled'
      and not exists (
        select from audit_log own
        where own.subject_id = p.id
          and own.action = 'pledge.cancel'
      )
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails m where m.idempotency_key = k.idempotency_key)
    order by p.id
    limit ${limit}
  `)
  return rows.map((row) => ({
    ...row,
    keptCents: cents(row.keptCents),
    refundedCents: cents(row.refundedCents),
    waitingCents: cents(row.waitingCents),
  }))
}
