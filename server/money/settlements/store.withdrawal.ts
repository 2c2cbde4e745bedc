/** What withdrawing the final settlement of a season takes back (R33). Its rows stay; what they billed counts no more. */
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

/** The first final settlement of the campaign that stands, and its corrections: they are withdrawn together. */
export async function standingFinals(
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
export async function holdBills(db: Db, campaignId: string, ids: readonly string[]): Promise<void> {
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

export type Reversal = { pledgeId: string; kind: 'waiver' | 'write_off'; amountCents: number }

/**
 * What their waivers and write-offs come to, with the sign that reverses them. A pledge that was cancelled since is left with
 * what its newest settlement that stands settled: the waiver of its cancellation covered what is withdrawn, too (R14, R40).
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

/** Nothing is settled anymore, and past due is only what an earlier bill left (R14). */
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

/** They are open once more, until those who were mailed know (R30). */
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
