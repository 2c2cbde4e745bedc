/** What the books say about payments by card, and where the card provider's account says something else. */
import type { Cents } from '#domain/money.ts'
import type { Deps } from '#server/money/deps.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type Account = Pick<Deps['cards'], 'provider' | 'moneyMode'>

/** A payment by the card provider's id, and what is left of it: on the account, and in the books. */
export type Finding = { reference: string; atProvider: Cents; inBooks: Cents }

/**
 * What the books have in cash of each payment, less what a bank holds while it decides a dispute: that has left the
 * account. A payment that is not in the books is missing.
 */
export async function cashOf(
  db: Db,
  { moneyMode }: Account,
  references: readonly string[],
): Promise<Map<string, Cents>> {
  const rows = await db.query<{ reference: string; amountCents: Cents }>(sql`
    select a.provider_reference as reference, sum(p.amount_cents)::bigint as amount_cents
    from charge_attempts a
    join charges c on c.id = a.charge_id
    cross join lateral (
      select c.id
      union all
      select r.id
      from refunds r
      where r.pledge_id = c.pledge_id
        and r.charge_id = c.id
      union all
      select d.id
      from disputes d
      where d.charge_id = c.id
      union all
      select x.id
      from exceptions x
      where x.kind in ('refund_above_charge', 'dispute_above_charge')
        and x.subject_id in (select c.id union all select d.id from disputes d where d.charge_id = c.id)
    ) source
    join journal_entries e on e.source_id = source.id
    join journal_postings p on p.entry_id = e.id
    where a.provider_reference = any(${sql.param([...references])}::text[])
      and a.outcome = 'succeeded'
      and c.money_mode = ${moneyMode}
      and p.account in ('card_clearing', 'disputed')
    group by a.provider_reference
    union all
    select x.reference, sum(p.amount_cents)::bigint
    from exceptions x
    join campaigns c on c.id = x.campaign_id
    join journal_entries e on e.source_id = x.id
    join journal_postings p on p.entry_id = e.id
    where x.reference = any(${sql.param([...references])}::text[])
      and x.kind = 'unexplained_payment'
      and c.money_mode = ${moneyMode}
      and p.account = 'card_clearing'
    group by x.reference
  `)
  return new Map(rows.map(({ reference, amountCents }) => [reference, amountCents]))
}

const nameOf = ({ provider, moneyMode }: Account): string => `card balance: ${provider} ${moneyMode}`

/** Null: never compared. */
export async function findingsOf(db: Db, account: Account): Promise<Finding[] | null> {
  const row = first(
    await db.query<{ value: Finding[] }>(sql`select value from settings where name = ${nameOf(account)}`),
  )
  return row?.value ?? null
}

export async function saveFindings(db: Db, account: Account, findings: readonly Finding[]): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${nameOf(account)}, ${JSON.stringify(findings)}::jsonb)
    on conflict (name) do update set value = excluded.value
  `)
}

/** Payments of which the card provider's account says something else than the books; null if they were never compared. */
export async function countDifferences(db: Db, account: Account): Promise<number | null> {
  return (await findingsOf(db, account))?.length ?? null
}
