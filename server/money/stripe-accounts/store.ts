import { CHANGE_WAIT_HOURS } from '#domain/billing/stripe-account.ts'
import type { Deps } from '#server/money/deps.ts'
import type { AccountFacts } from '#server/money/providers/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/** Test accounts and live ones are different accounts. */
export type Provider = Pick<Deps['cards'], 'provider' | 'moneyMode'>

export type StoredAccount = {
  account: string
  organizationId: string
  isReady: boolean
  due: string[]
  dueBy: Date | null
  bankName: string | null
  bankLast4: string | null
  bankFingerprint: string | null
  bankChangedAt: Date | null
}

const columns = sql`
  a.account, a.organization_id, a.is_ready, a.due, a.due_by, a.bank_name, a.bank_last4, a.bank_fingerprint,
  a.bank_changed_at
`

/** The organization's account at the provider in use. */
export async function accountOf(
  db: Db,
  organizationId: string,
  { provider, moneyMode }: Provider,
): Promise<StoredAccount | null> {
  const row = first(
    await db.query<StoredAccount>(sql`
      select ${columns}
      from organization_stripe_accounts a
      where a.organization_id = ${organizationId}
        and a.provider = ${provider}
        and a.money_mode = ${moneyMode}
    `),
  )
  return row ?? null
}

/** Of two who start at once, both get the first one's. */
export async function insertAccount(
  db: Db,
  { provider, moneyMode }: Provider,
  row: { account: string; organizationId: string; by: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into organization_stripe_accounts (
      account, organization_id, provider, money_mode, started_by, started_at
    )
    values (${row.account}, ${row.organizationId}, ${provider}, ${moneyMode}, ${row.by}, ${row.at})
    on conflict (organization_id, provider, money_mode) do nothing
  `)
}

/** Locked until the transaction ends; undefined if it is not one of ours. */
export async function lockAccount(db: Db, account: string): Promise<StoredAccount | undefined> {
  return first(
    await db.query<StoredAccount>(sql`
      select ${columns}
      from organization_stripe_accounts a
      where a.account = ${account}
      for update
    `),
  )
}

export async function saveFacts(
  db: Db,
  account: string,
  { isReady, due, dueBy, bank, bankChangedAt }: AccountFacts & { bankChangedAt: Date | null },
): Promise<void> {
  await db.query(sql`
    update organization_stripe_accounts
    set
      is_ready = ${isReady},
      due = ${sql.param(due)}::text[],
      due_by = ${dueBy},
      bank_name = ${bank?.name ?? null},
      bank_last4 = ${bank?.last4 ?? null},
      bank_fingerprint = ${bank?.fingerprint ?? null},
      bank_changed_at = ${bankChangedAt}
    where account = ${account}
  `)
}

export async function accountsAfter(
  db: Db,
  { provider, moneyMode }: Provider,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ account: string }>(sql`
    select account
    from organization_stripe_accounts
    where provider = ${provider}
      and money_mode = ${moneyMode}
      and account > ${after}
    order by account
    limit ${limit}
  `)
  return rows.map(({ account }) => account)
}

export const organizationOf = async (db: Db, id: string): Promise<{ name: string; timeZone: string }> =>
  only(
    await db.query<{ name: string; timeZone: string }>(
      sql`select name, time_zone from organizations where id = ${id}`,
    ),
  )

export const emailOf = async (db: Db, userId: string): Promise<string> =>
  only(await db.query<{ email: string }>(sql`select email from users where id = ${userId}`)).email

/** A transfer of payout `p` can be made now: its account pays out to a bank that was not changed just now. */
export const isOpen = (now: Date): SQL => sql`
  exists (
    select from organization_stripe_accounts a
    where a.account = p.provider_account
      and a.is_ready
      and (a.bank_changed_at is null or a.bank_changed_at <= ${new Date(now.getTime() - CHANGE_WAIT_HOURS * 3_600_000)})
  )
`
