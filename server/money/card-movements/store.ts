import type { Deps } from '#server/money/deps.ts'
import type { CardMovement } from '#server/money/providers/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

type Account = Pick<Deps['cards'], 'provider' | 'moneyMode'>

const nameOf = ({ provider, moneyMode }: Account): string => `card movements: ${provider} ${moneyMode}`

/** Where reading ended; null before the first time. */
export async function cursorOf(db: Db, account: Account): Promise<string | null> {
  const rows = await db.query<{ cursor: string }>(
    sql`select value #>> '{}' as cursor from settings where name = ${nameOf(account)}`,
  )
  return first(rows)?.cursor ?? null
}

export async function saveCursor(db: Db, account: Account, cursor: string): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${nameOf(account)}, to_jsonb(${cursor}::text))
    on conflict (name) do update set value = excluded.value
  `)
}

/** Null: nothing was charged yet. */
export async function firstAttemptAt(db: Db, { moneyMode }: Account): Promise<Date | null> {
  const { at } = only(
    await db.query<{ at: Date | null }>(sql`
      select min(a.started_at) as at
      from charge_attempts a
      join charges c on c.id = a.charge_id
      where c.money_mode = ${moneyMode}
    `),
  )
  return at
}

/** Whose payment it is; `isOurs`: false for a payment or a transfer that was not made here. */
export type About = { campaignId: string | null; pledgeId: string | null; isOurs: boolean }

/** One for each movement, in their order. A payment is found by its attempt also before its answer is recorded. */
export function aboutOf(db: Db, account: Account, movements: readonly CardMovement[]): Promise<About[]> {
  const list = (name: 'kind' | 'source' | 'key') => sql.param(movements.map((one) => one[name]))
  return db.query<About>(sql`
    select
      coalesce(a.campaign_id, x.campaign_id) as campaign_id,
      coalesce(a.pledge_id, x.pledge_id) as pledge_id,
      case given.kind
        when 'payment' then
          given.key is not null
          or a.campaign_id is not null
          or x.campaign_id is not null
          or exists (
            select from card_movements m
            where m.source = given.source
              and m.kind = 'payment'
          )
        when 'transfer' then exists (
          select from payouts o
          where o.id::text = given.key
             or (o.reference = given.source and o.method = 'stripe')
        )
        else true
      end as is_ours
    from unnest(${list('kind')}::text[], ${list('source')}::text[], ${list('key')}::text[])
      with ordinality as given (kind, source, key, place)
    left join lateral (
      select c.campaign_id, c.pledge_id
      from charge_attempts a
      join charges c on c.id = a.charge_id
      where given.kind = 'payment'
        and c.money_mode = ${account.moneyMode}
        and (
          a.id = case when given.key ~ '^[0-9a-f-]{36}$' then given.key::uuid end
          or (a.provider_reference = given.source and a.outcome = 'succeeded')
        )
      limit 1
    ) a on true
    left join lateral (
      select x.campaign_id, x.pledge_id
      from exceptions x
      where given.kind = 'payment'
        and x.kind = 'unexplained_payment'
        and x.reference = given.source
      limit 1
    ) x on true
    order by given.place
  `)
}

type Row = CardMovement & { id: string }

/** The ids of those that were not kept before. */
export async function insertMovements(
  db: Db,
  { provider, moneyMode }: Account,
  rows: readonly Row[],
): Promise<Set<string>> {
  const list = (name: keyof Row) => sql.param(rows.map((row) => row[name]))
  const inserted = await db.query<{ id: string }>(sql`
    insert into card_movements (
      id, reference, provider, money_mode, kind, source, amount_cents, fee_cents, moved_at, on_day
    )
    select
      given.id, given.reference, ${provider}, ${moneyMode}, given.kind, given.source, given.amount,
      given.fee, given.moved_at, given.on_day
    from unnest(
      ${list('id')}::uuid[], ${list('reference')}::text[], ${list('kind')}::text[],
      ${list('source')}::text[], ${list('amount')}::bigint[], ${list('fee')}::bigint[],
      ${list('movedAt')}::timestamptz[], ${list('onDay')}::date[]
    ) as given (id, reference, kind, source, amount, fee, moved_at, on_day)
    on conflict do nothing
    returning id
  `)
  return new Set(inserted.map(({ id }) => id))
}
