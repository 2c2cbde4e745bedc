import type { Destination, DestinationForm } from '#domain/schemas/organization.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

type Row = Omit<
  Destination,
  'proposedBy' | 'approvedBy' | 'proposedAt' | 'approvedAt' | 'cannotApproveReason'
> & {
  proposedBy: string
  proposedByName: string
  proposedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
}
export type StoredDestination = Omit<Destination, 'cannotApproveReason'>

const SOMEONE = 'A representative'

const toDestination = ({ proposedByName, approvedByName, ...row }: Row): StoredDestination => ({
  ...row,
  proposedBy: { id: row.proposedBy, name: proposedByName || SOMEONE },
  proposedAt: row.proposedAt.toISOString(),
  approvedBy: row.approvedBy === null ? null : { id: row.approvedBy, name: approvedByName || SOMEONE },
  approvedAt: row.approvedAt?.toISOString() ?? null,
})

const columns = sql`
  d.id, d.method, d.payee_name, d.mailing_address, d.bank_name, d.account_last4, d.stripe_account, d.proposed_by, d.proposed_at,
  trim(concat(a.first_name, ' ', a.last_name)) as proposed_by_name, d.approved_by, d.approved_at,
  trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name`
const from = sql`
  from organization_payout_destinations d join users a on a.id = d.proposed_by left join users b on b.id = d.approved_by`
const select = sql`select ${columns} ${from}`

/** Where payouts go now: what was approved last. */
export async function currentDestination(
  db: Db,
  organizationId: string,
): Promise<StoredDestination | undefined> {
  const row = first(
    await db.query<Row>(sql`
      ${select} where d.organization_id = ${organizationId} and d.approved_at is not null
       order by d.approved_at desc, d.id desc limit 1`),
  )
  return row && toDestination(row)
}

/** The same of many at once, by organization. */
export async function currentDestinations(
  db: Db,
  organizationIds: readonly string[],
): Promise<Map<string, StoredDestination>> {
  const rows = await db.query<Row & { organizationId: string }>(sql`
    select distinct on (d.organization_id) d.organization_id, ${columns} ${from}
     where d.organization_id = any(${sql.param(organizationIds)}::uuid[]) and d.approved_at is not null
     order by d.organization_id, d.approved_at desc, d.id desc`)
  return new Map(rows.map(({ organizationId, ...row }) => [organizationId, toDestination(row)]))
}

/** What waits for a second person; one at a time. */
export async function proposedDestination(
  db: Db,
  organizationId: string,
): Promise<StoredDestination | undefined> {
  const row = first(
    await db.query<Row>(sql`
      ${select} where d.organization_id = ${organizationId} and d.approved_at is null and d.withdrawn_at is null`),
  )
  return row && toDestination(row)
}

/** False where another one waits already. */
export async function insertDestination(
  db: Db,
  key: { id: string; organizationId: string; proposedBy: string; proposedAt: Date },
  form: DestinationForm,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organization_payout_destinations
      (id, organization_id, method, payee_name, mailing_address, bank_name, account_last4, stripe_account, proposed_by, proposed_at)
    values (${key.id}, ${key.organizationId}, ${form.method}, ${form.payeeName}, ${form.method === 'check' ? form.mailingAddress : null},
            ${form.method === 'bank_transfer' ? form.bankName : null}, ${form.method === 'bank_transfer' ? form.accountLast4 : null},
            ${form.method === 'stripe' ? form.stripeAccount : null}, ${key.proposedBy}, ${key.proposedAt})
    on conflict (organization_id) where approved_at is null and withdrawn_at is null do nothing returning id`)
  return rows.length > 0
}

export async function setApproved(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations set approved_by = ${by}, approved_at = ${at} where id = ${id}`)
}

export async function setWithdrawn(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations set withdrawn_by = ${by}, withdrawn_at = ${at} where id = ${id}`)
}

/** Who else could approve. */
export async function countOtherRepresentatives(db: Db, userId: string): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count from user_roles r join users u on u.id = r.user_id
       where r.role = ${REPRESENTATIVE} and r.user_id <> ${userId} and u.deleted_at is null`),
  )
  return row.count
}

/** Owners with a proven address: mail about money goes to no other (R44). */
export async function ownersToTell(db: Db, organizationId: string): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select u.id, u.email from organization_members m join users u on u.id = m.user_id
     where m.organization_id = ${organizationId} and m.role = 'owner' and u.email_verified_at is not null
       and u.deleted_at is null
     order by m.created_at limit 50`)
}
