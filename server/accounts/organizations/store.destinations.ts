import type { Approver } from '#domain/representative.ts'
import type { DestinationForm } from '#domain/schemas/organization.ts'
import { approversFor } from '#server/accounts/access/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { type Row, type StoredDestination, select, toDestination } from './queries.destinations.ts'

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

/** False if another one is already waiting. */
export async function insertDestination(
  db: Db,
  key: { id: string; organizationId: string; proposedBy: string; proposedAt: Date },
  form: DestinationForm,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organization_payout_destinations (
      id, organization_id, method, payee_name, mailing_address, bank_name, account_last4,
      stripe_account, proposed_by, proposed_at
    )
    values (
      ${key.id}, ${key.organizationId}, ${form.method}, ${form.payeeName},
      ${form.method === 'check' ? form.mailingAddress : null},
      ${form.method === 'bank_transfer' ? form.bankName : null},
      ${form.method === 'bank_transfer' ? form.accountLast4 : null},
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

export async function setWithdrawn(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations
    set withdrawn_by = ${by}, withdrawn_at = ${at}
    where id = ${id}
  `)
}

/** All representatives, and which are members of the organization (R68). */
export async function approversOf(db: Db, organizationId: string): Promise<Approver[]> {
  const row = only(
    await db.query<{ approvers: Approver[] | null }>(
      sql`select ${approversFor(sql`${organizationId}::uuid`)} as approvers`,
    ),
  )
  return row.approvers ?? []
}
