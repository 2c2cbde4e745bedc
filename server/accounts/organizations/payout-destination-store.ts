import { opensAfter } from '#domain/billing/stripe-account.ts'
import type { Approver } from '#domain/people/representative.ts'
import type { Destination, DestinationForm } from '#domain/schemas/organization.ts'
import { approversFor } from '#server/accounts/access/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { KeptNumber } from './bank-number.ts'

type Row = Omit<
  Destination,
  | 'proposedBy'
  | 'approvedBy'
  | 'proposedAt'
  | 'approvedAt'
  | 'opensAt'
  | 'cannotApproveReason'
  | 'cannotPayReason'
> & {
  isChange: boolean
  stripeProvider: string | null
  stripeMode: string | null
  proposedBy: string
  proposedByName: string
  proposedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
}

export type StoredDestination = Omit<Destination, 'cannotApproveReason' | 'cannotPayReason'> & {
  /** Of an account at Stripe: with which keys of this site it was made. */
  madeWith: { provider: string; moneyMode: string } | null
}

const SOMEONE = 'A representative'

const toDestination = ({
  proposedByName,
  approvedByName,
  isChange,
  stripeProvider,
  stripeMode,
  ...row
}: Row): StoredDestination => ({
  ...row,
  madeWith:
    stripeProvider === null || stripeMode === null
      ? null
      : { provider: stripeProvider, moneyMode: stripeMode },
  proposedBy: { id: row.proposedBy, name: proposedByName || SOMEONE },
  proposedAt: row.proposedAt.toISOString(),
  approvedBy: row.approvedBy === null ? null : { id: row.approvedBy, name: approvedByName || SOMEONE },
  approvedAt: row.approvedAt?.toISOString() ?? null,
  opensAt: row.approvedAt && isChange ? opensAfter(row.approvedAt).toISOString() : null,
})

const placeOf = (destination: string) =>
  [
    'method',
    'payee_name',
    'mailing_address',
    'bank_name',
    'account_last4',
    'bank_account_key',
    'stripe_account',
  ]
    .map((column) => `${destination}.${column}`)
    .join(', ')

/** Another place was approved before `d`, whose account at Stripe is `s`: a test account counts before another one only. */
export const isChange = sql`
  exists (
    select from organization_payout_destinations earlier
    left join organization_stripe_accounts e on e.account = earlier.stripe_account
    where earlier.organization_id = d.organization_id
      and earlier.approved_at < d.approved_at
      and (${sql.raw(placeOf('earlier'))}) is distinct from (${sql.raw(placeOf('d'))})
      and (e.money_mode is distinct from 'sandbox' or s.money_mode is not distinct from 'sandbox')
  )
`

const columns = sql`
  d.id, d.method, d.payee_name, d.mailing_address, d.bank_name, d.account_last4,
  d.bank_account_sealed is not null as has_number, d.stripe_account,
  case when s.bank_last4 is not null then s.bank_name || ', account ending in ' || s.bank_last4 end as stripe_bank,
  s.provider as stripe_provider, s.money_mode as stripe_mode,
  ${isChange} as is_change,
  d.proposed_by, d.proposed_at,
  trim(concat(a.first_name, ' ', a.last_name)) as proposed_by_name,
  d.approved_by, d.approved_at,
  trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
`

const from = sql`
  from organization_payout_destinations d
  join users a on a.id = d.proposed_by
  left join users b on b.id = d.approved_by
  left join organization_stripe_accounts s on s.account = d.stripe_account
`

const select = sql`select ${columns} ${from}`

/** The current payout destination: the one approved last. */
export async function payoutDestination(
  db: Db,
  organizationId: string,
): Promise<StoredDestination | undefined> {
  const row = first(
    await db.query<Row>(sql`
      ${select}
      where d.organization_id = ${organizationId}
        and d.approved_at is not null
      order by d.approved_at desc, d.id desc
      limit 1
    `),
  )
  return row && toDestination(row)
}

/** The same for many at once, by organization. */
export async function currentDestinations(
  db: Db,
  organizationIds: readonly string[],
): Promise<Map<string, StoredDestination>> {
  const rows = await db.query<Row & { organizationId: string }>(sql`
    select distinct on (d.organization_id) d.organization_id, ${columns}
    ${from}
    where d.organization_id = any(${sql.param(organizationIds)}::uuid[])
      and d.approved_at is not null
    order by d.organization_id, d.approved_at desc, d.id desc
  `)
  return new Map(rows.map(({ organizationId, ...row }) => [organizationId, toDestination(row)]))
}

/**
 * Other organizations that have the same bank account, now or proposed, by organization: as Stripe identifies it, or by
 * its routing and account number. A district may share one; representatives are told, in case it was meant for another.
 */
export async function organizationsSharing(
  db: Db,
  organizationIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await db.query<{ organizationId: string; id: string; name: string }>(sql`
    with places as (
      select d.organization_id, coalesce('stripe ' || s.bank_fingerprint, d.bank_account_key) as bank
      from organization_payout_destinations d
      left join organization_stripe_accounts s on s.account = d.stripe_account
      where d.withdrawn_at is null
        and (
          d.approved_at is null
          or not exists (
            select from organization_payout_destinations n
            where n.organization_id = d.organization_id
              and n.approved_at > d.approved_at
          )
        )
    )
    select distinct w.organization_id, o.id, o.name
    from places w
    join places p on p.bank = w.bank and p.organization_id <> w.organization_id
    join organizations o on o.id = p.organization_id
    where w.organization_id = any(${sql.param(organizationIds)}::uuid[])
    order by o.name, o.id
    limit 1000
  `)
  const found = new Map<string, { id: string; name: string }[]>()
  for (const { organizationId, ...one } of rows)
    found.set(organizationId, [...(found.get(organizationId) ?? []), one])
  return found
}

/** The organization `o` raises real money, and the account `s` at Stripe is a test account, which takes none. */
const takesNone = sql`
  (
    s.money_mode is not distinct from 'sandbox'
    and exists (
      select from campaigns c
      where c.organization_id = o.id
        and c.money_mode = 'live'
    )
  )
`

/** The organization `o` has no payout destination, or raises real money and has a test account at Stripe. */
export const hasNoDestination = sql`
  coalesce(
    (
      select ${takesNone}
      from organization_payout_destinations d
      left join organization_stripe_accounts s on s.account = d.stripe_account
      where d.organization_id = o.id
        and d.approved_at is not null
      order by d.approved_at desc, d.id desc
      limit 1
    ),
    true
  )
`

/** Nor was one proposed that can be approved, and its owners were not asked since then. */
export const isToAsk = (since: Date): SQL => sql`
  (
    ${hasNoDestination}
    and (o.destination_asked_at is null or o.destination_asked_at <= ${since})
    and not exists (
      select from organization_payout_destinations d
      left join organization_stripe_accounts s on s.account = d.stripe_account
      where d.organization_id = o.id
        and d.approved_at is null
        and d.withdrawn_at is null
        and not ${takesNone}
    )
  )
`

/** Those of many organizations, whom `ownersToTell` tells one by one. */
export const ownersOf = (
  db: Db,
  organizationIds: readonly string[],
): Promise<{ id: string; email: string; organizationId: string; organizationName: string }[]> =>
  db.query(sql`
    select u.id, u.email, o.id as organization_id, o.name as organization_name
    from organization_members m
    join organizations o on o.id = m.organization_id
    join users u on u.id = m.user_id
    where m.organization_id = any(${sql.param(organizationIds)}::uuid[])
      and m.role = 'owner'
      and u.email_verified_at is not null
      and u.deleted_at is null
    order by u.id, o.name, o.id
  `)

export async function markAsked(db: Db, organizationIds: readonly string[], at: Date): Promise<void> {
  await db.query(sql`
    update organizations
    set destination_asked_at = ${at}
    where id = any(${sql.param(organizationIds)}::uuid[])
  `)
}

/** Owners with a proven address: mail about money goes to no others. */
export async function ownersToTell(db: Db, organizationId: string): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select u.id, u.email
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
      and m.role = 'owner'
      and u.email_verified_at is not null
      and u.deleted_at is null
    order by m.created_at, m.user_id
    limit 50
  `)
}

/** The change that waits for a second person; one at a time. */
export async function proposedDestination(
  db: Db,
  organizationId: string,
): Promise<StoredDestination | undefined> {
  const row = first(
    await db.query<Row>(sql`
      ${select}
      where d.organization_id = ${organizationId}
        and d.approved_at is null
        and d.withdrawn_at is null
    `),
  )
  return row && toDestination(row)
}

/** Whether payouts go to the account, or would once it is approved. */
export async function stripeAccountUse(
  db: Db,
  { organizationId, account }: { organizationId: string; account: string },
): Promise<'current' | 'proposed' | null> {
  if ((await payoutDestination(db, organizationId))?.stripeAccount === account) return 'current'
  const proposed = await proposedDestination(db, organizationId)
  return proposed?.stripeAccount === account ? 'proposed' : null
}

export type Proposed = DestinationForm | { method: 'stripe'; payeeName: string; stripeAccount: string }

/** False if another one is already waiting. */
export async function insertDestination(
  db: Db,
  key: { id: string; organizationId: string; proposedBy: string; proposedAt: Date },
  form: Proposed,
  number: KeptNumber | null,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organization_payout_destinations (
      id, organization_id, method, payee_name, mailing_address, bank_name, account_last4,
      bank_account_sealed, bank_account_key, stripe_account, proposed_by, proposed_at
    )
    values (
      ${key.id}, ${key.organizationId}, ${form.method}, ${form.payeeName},
      ${form.method === 'check' ? form.mailingAddress : null},
      ${form.method === 'bank_transfer' ? form.bankName : null},
      ${form.method === 'bank_transfer' ? form.accountLast4 : null},
      ${number?.sealed ?? null}, ${number?.key ?? null},
      ${form.method === 'stripe' ? form.stripeAccount : null},
      ${key.proposedBy}, ${key.proposedAt}
    )
    on conflict (organization_id)
    where approved_at is null
      and withdrawn_at is null
    do nothing
    returning id
  `)
  return rows.length > 0
}

export async function setApproved(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations
    set approved_by = ${by}, approved_at = ${at}
    where id = ${id}
  `)
}

/** A place that is not used has no account number. */
export async function setWithdrawn(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations
    set
      withdrawn_by = ${by}, withdrawn_at = ${at},
      bank_account_sealed = null, bank_account_key = null
    where id = ${id}
  `)
}

/** All representatives, and which are members of the organization. */
export async function approversOf(db: Db, organizationId: string): Promise<Approver[]> {
  const row = only(
    await db.query<{ approvers: Approver[] | null }>(
      sql`select ${approversFor(sql`${organizationId}::uuid`)} as approvers`,
    ),
  )
  return row.approvers ?? []
}
