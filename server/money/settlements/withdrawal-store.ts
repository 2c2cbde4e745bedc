/** What withdrawing the final settlement of a season takes back. Its rows stay; what they billed counts no more. */

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

/** The first final settlement of the campaign that stands, and its corrections: they are withdrawn together. */
export async function currentFinals(
  db: Db,
  campaignId: string,
): Promise<{ id: string; statusBefore: 'active' | 'paused' | 'completed' }[]> {
  return db.query(sql`
    select id, first_value(status_before) over (order by version) as status_before
    from settlements
    where campaign_id = ${campaignId}
      and kind = 'final'
      and withdrawn_at is null
    order by version
  `)
}

const these = (ids: readonly string[]): SQL => sql`settlement_id = any(${sql.param([...ids])}::uuid[])`

/**
 * Locks the charges and invoices of these settlements: an attempt that is being claimed right now, or a check that is being
 * posted, is seen once this returns, and none begins until the transaction ends.
 */
export async function lockBills(db: Db, campaignId: string, ids: readonly string[]): Promise<void> {
  for (const table of ['charges', 'invoices'])
    await db.query(sql`
      select count(*)
      from (
        select from ${sql.raw(table)}
        where campaign_id = ${campaignId}
          and ${these(ids)}
        order by id
        for update
      ) held
    `)
}

/** Whether they change what one of the user's own pledges owes. */
export async function concernsPledgeOf(db: Db, ids: readonly string[], userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from settlement_pledges z
    join pledges p on p.id = z.pledge_id and p.pledger_id = ${userId}
    where z.${these(ids)}
      and z.to_bill_cents <> 0
    limit 1
  `)
  return rows.length > 0
}

type Tally = { count: number; cents: number }
type ToVoid = { charges: Tally; invoices: Tally }

/** What these settlements billed and nobody paid. */
export async function toVoid(db: Db, campaignId: string, ids: readonly string[]): Promise<ToVoid> {
  return only(
    await db.query<ToVoid>(sql`
      select
        (
          select json_build_object('count', count(*), 'cents', coalesce(sum(amount_cents), 0)::bigint)
          from charges
          where campaign_id = ${campaignId}
            and ${these(ids)}
            and state <> 'voided'
        ) as charges,
        (
          select json_build_object('count', count(*), 'cents', coalesce(sum(amount_cents), 0)::bigint)
          from invoices
          where campaign_id = ${campaignId}
            and ${these(ids)}
            and state <> 'void'
        ) as invoices
    `),
  )
}

export async function voidBills(
  db: Db,
  { campaignId, ids, at }: { campaignId: string; ids: readonly string[]; at: Date },
): Promise<void> {
  await db.query(sql`
    update charges
    set state = 'voided', voided_at = ${at}
    where campaign_id = ${campaignId}
      and ${these(ids)}
      and state <> 'voided'
  `)
  await db.query(sql`
    update invoices
    set state = 'void', voided_at = ${at}
    where campaign_id = ${campaignId}
      and ${these(ids)}
      and state <> 'void'
  `)
}

type Reversal = { pledgeId: string; kind: 'waiver' | 'write_off'; amountCents: number }

/**
 * What their waivers and write-offs come to, with the sign that reverses them. A pledge that was cancelled since is left with
 * what its newest settlement that stands settled: the waiver of its cancellation covered what is withdrawn, too.
 */
export async function reversalsOf(db: Db, campaignId: string, ids: readonly string[]): Promise<Reversal[]> {
  return db.query<Reversal>(sql`
    select a.pledge_id, a.kind, -sum(a.amount_cents)::bigint as amount_cents
    from adjustments a
    join pledges p on p.id = a.pledge_id and p.status <> 'cancelled'
    where a.campaign_id = ${campaignId}
      and a.${these(ids)}
    group by a.pledge_id, a.kind
    having sum(a.amount_cents) <> 0
    union all
    select p.id, 'waiver', coalesce(s.accrued_cents, 0) - a.amount_cents
    from pledges p
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as amount_cents
      from adjustments
      where pledge_id = p.id
    ) a
    left join lateral (
      select z.accrued_cents
      from settlement_pledges z
      join settlements t on t.id = z.settlement_id and t.withdrawn_at is null and t.id <> all(${sql.param([...ids])}::uuid[])
      where z.pledge_id = p.id
      order by z.version desc
      limit 1
    ) s on true
    where p.campaign_id = ${campaignId}
      and p.status = 'cancelled'
      and exists (select from settlement_pledges z where z.pledge_id = p.id and z.${these(ids)})
      and coalesce(s.accrued_cents, 0) <> a.amount_cents
  `)
}

export async function insertReversals(
  db: Db,
  key: { campaignId: string; by: string; at: Date },
  reversals: readonly (Reversal & { id: string })[],
): Promise<void> {
  if (reversals.length === 0) return
  await db.query(sql`
    insert into adjustments (
      id, campaign_id, pledge_id, kind, amount_cents, reason, created_by, created_at
    )
    select
      id, ${key.campaignId}::uuid, pledge_id, kind, amount, 'The final settlement was withdrawn',
      ${key.by}::uuid, ${key.at}::timestamptz
    from unnest(
      ${sql.param(reversals.map(({ id }) => id))}::uuid[],
      ${sql.param(reversals.map(({ pledgeId }) => pledgeId))}::uuid[],
      ${sql.param(reversals.map(({ kind }) => kind))}::text[],
      ${sql.param(reversals.map(({ amountCents }) => amountCents))}::bigint[]
    ) as given (id, pledge_id, kind, amount)
  `)
}

/** Nothing is settled anymore, and past due is only what an earlier bill left. */
export async function reopenPledges(db: Db, campaignId: string, now: Date): Promise<void> {
  await db.query(sql`
    update pledges p
    set status = 'active', version = p.version + 1
    from campaigns c
    where p.campaign_id = ${campaignId}
      and c.id = p.campaign_id
      and (
        p.status = 'settled'
        or (
          p.status = 'past_due'
          and not exists (
            select from charges h
            where h.pledge_id = p.id
              and h.state = 'past_due'
          )
          and not exists (
            select from invoices i
            where i.pledge_id = p.id
              and i.state = 'open'
              and i.due_on < wall_clock(c.time_zone, ${now})::date
          )
        )
      )
  `)
}

/** They are open once more, until those who were mailed know. */
export async function markWithdrawn(
  db: Db,
  ids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update settlements
    set withdrawn_at = ${at}, withdrawn_by = ${by}, stage = 'locked', closed_at = null
    where id = any(${sql.param([...ids])}::uuid[])
  `)
}

/**
 * Whether money moved for the campaign's final settlement or one of its corrections, in one row: a charge was attempted, a
 * payment posted, a refund made, owed or set off.
 */
export const movedMoney = (campaignId: string): SQL => sql`
  with finals as materialized (
    select id
    from settlements
    where campaign_id = ${campaignId}
      and kind = 'final'
      and withdrawn_at is null
  )
  select
    exists (
      select from charges h
      join charge_attempts a on a.charge_id = h.id
      where h.campaign_id = ${campaignId}
        and h.settlement_id in (select id from finals)
    ) as was_attempted,
    exists (
      select from invoices i
      join payments y on y.invoice_id = i.id
      where i.campaign_id = ${campaignId}
        and i.settlement_id in (select id from finals)
    ) as was_paid,
    exists (
      select from refunds r
      where r.campaign_id = ${campaignId}
        and r.settlement_id in (select id from finals)
        and (
          r.started_at is not null
          or r.by_hand
          or r.state in ('paid', 'failed')
        )
    ) or exists (
      select from set_offs o
      join invoices i on i.id = o.invoice_id
      where o.campaign_id = ${campaignId}
        and i.settlement_id in (select id from finals)
    ) as was_refunded
`

/** Whoever was mailed a statement of a settlement that is withdrawn is mailed once that it counts no more. */
const settlementsIn = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/**
 * The statements of these settlements and the reminders of their invoices: the second part of such a mail's key is the id of what it
 * is about. Ids sort by time, in milliseconds: these mails are found behind the first settlement's own.
 */
const mailsAbout = (campaignId: string, ids: readonly string[]): SQL => sql`
  m.id >= (left((${sql.param([...ids])}::uuid[])[1]::text, 13) || '-0000-0000-000000000000')::uuid
  and m.campaign_id = ${campaignId}
  and m.kind in ('settlement_statement', 'invoice_reminder')
  and split_part(m.idempotency_key, ':', 2) in (
    select id::text
    from settlements
    where id = ${settlementsIn(ids)}
    union all
    select id::text
    from charges
    where campaign_id = ${campaignId}
      and settlement_id = ${settlementsIn(ids)}
    union all
    select id::text
    from invoices
    where campaign_id = ${campaignId}
      and settlement_id = ${settlementsIn(ids)}
  )
`

/** What no mail server has accepted is not sent. One that is being sent right now is looked at again by the job. */
export async function dropUnsentAbout(
  db: Db,
  { campaignId, ids, now }: { campaignId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await db.query(sql`
    delete from mails m
    where ${mailsAbout(campaignId, ids)}
      and m.sent_at is null
      and (m.claimed_until is null or m.claimed_until <= ${now})
  `)
}

type MailsAbout = { isSending: boolean; pledges: number }

/** Whether one of them is being sent right now, and to how many pledges they were sent. */
export async function mailsSentAbout(
  db: Db,
  { campaignId, ids }: { campaignId: string; ids: readonly string[] },
): Promise<MailsAbout> {
  return only(
    await db.query<MailsAbout>(sql`
      select
        coalesce(bool_or(m.sent_at is null), false) as is_sending,
        (count(distinct m.pledge_id) filter (where m.sent_at is not null))::integer as pledges
      from mails m
      where ${mailsAbout(campaignId, ids)}
    `),
  )
}

export type Untold = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  most: Cents
  /** What is not to be paid now: a charge, or an invoice with its number. */
  voided: { amount: Cents; number: string | null }[]
  /** What is not refunded now. */
  kept: Cents
  idempotencyKey: string
}

type Row = Omit<Untold, 'most' | 'voided' | 'kept'> & {
  mostCents: number
  keptCents: number
  voided: { amount: number; number: string | null }[]
}

/** Those who were mailed and are not told yet, at verified addresses. */
export async function unnotifiedSupporters(
  db: Db,
  { campaignId, ids, limit }: { campaignId: string; ids: readonly string[]; limit: number },
): Promise<Untold[]> {
  const rows = await db.query<Row>(sql`
    with told as (
      select distinct
        m.pledge_id,
        'settlement_withdrawn:' || (${sql.param([...ids])}::uuid[])[1] || ':' || m.pledge_id as idempotency_key
      from mails m
      where ${mailsAbout(campaignId, ids)}
        and m.sent_at is not null
    )
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.vocabulary, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      p.agreed_maximum_cents as most_cents,
      coalesce((
        select json_agg(json_build_object('amount', amount_cents, 'number', number) order by id)
        from (
          select id, amount_cents, null as number
          from charges
          where pledge_id = p.id
            and settlement_id = ${settlementsIn(ids)}
            and voided_at = v.withdrawn_at
          union all
          select id, amount_cents, number
          from invoices
          where pledge_id = p.id
            and settlement_id = ${settlementsIn(ids)}
            and voided_at = v.withdrawn_at
        ) bills
      ), '[]') as voided,
      (
        select coalesce(sum(amount_cents), 0)::bigint
        from refunds
        where pledge_id = p.id
          and settlement_id = ${settlementsIn(ids)}
          and charge_id is not null
      ) as kept_cents,
      t.idempotency_key
    from told t
    join pledges p on p.id = t.pledge_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    join settlements v on v.id = (${sql.param([...ids])}::uuid[])[1]
    where u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails m where m.idempotency_key = t.idempotency_key)
    order by p.id
    limit ${limit}
  `)
  return rows.map(({ mostCents, keptCents, voided, ...row }) => ({
    ...row,
    most: cents(mostCents),
    kept: cents(keptCents),
    voided: voided.map(({ amount, number }) => ({ amount: cents(amount), number })),
  }))
}
