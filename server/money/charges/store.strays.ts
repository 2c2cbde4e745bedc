/** Charges that a payment was made for without an attempt that is open (R34). */
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type ClaimedAttempt, type Tries, tries } from './queries.claiming.ts'

export type StrayPledge = {
  pledgeId: string
  campaignId: string
  campaignName: string
  organizationName: string
}

/** Undefined if there is no such pledge, or its campaign uses the other kind of money (R39). */
export async function pledgeOf(
  db: Db,
  pledgeId: string,
  moneyMode: 'live' | 'sandbox',
): Promise<StrayPledge | undefined> {
  const rows = await db.query<StrayPledge>(sql`
    select p.id as pledge_id, p.campaign_id, m.name as campaign_name, o.name as organization_name
    from pledges p
    join campaigns m on m.id = p.campaign_id
    join organizations o on o.id = m.organization_id
    where p.id = ${pledgeId}
      and m.money_mode = ${moneyMode}
  `)
  return first(rows)
}

type Key = { chargeId: string; pledgeId: string }

/** The invoice whose amount left this charge again. */
export async function invoiceOfVoided(db: Db, { chargeId, pledgeId }: Key): Promise<string | null> {
  const rows = await db.query<{ invoiceId: string }>(sql`
    select invoice_id
    from charges
    where id = ${chargeId}
      and pledge_id = ${pledgeId}
      and state = 'voided'
      and invoice_id is not null
  `)
  return first(rows)?.invoiceId ?? null
}

export type StrayCharge = Omit<ClaimedAttempt, 'id' | 'startedAt' | 'isRepeat' | 'kind'> &
  Tries & {
    state: Charge['state']
    /** Another attempt is open. */
    isAttempted: boolean
    /** The payment is in the books. */
    isRecorded: boolean
    /** Its attempt has a row, which is closed. */
    isKnown: boolean
  }

/** Locked until the transaction ends, and locked before it is read. */
export async function lockStrayCharge(
  db: Db,
  { chargeId, pledgeId, reference, attemptId }: Key & { reference: string; attemptId: string },
): Promise<StrayCharge | undefined> {
  const own = sql`c.id = ${chargeId} and c.pledge_id = ${pledgeId}`
  await db.query(sql`
    select c.id
    from charges c
    where ${own}
    for update
  `)
  const rows = await db.query<StrayCharge>(sql`
    select
      c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.amount_cents, c.state,
      c.money_mode, ${tries}, k.provider_payment_method as payment_method_id,
      coalesce(k.kind, 'card') as saved_kind, o.name as team_name,
      exists (
        select from charge_attempts a
        where a.charge_id = c.id
          and a.finished_at is null
      ) as is_attempted,
      exists (
        select from charge_attempts a
        where a.charge_id = c.id
          and a.provider_reference = ${reference}
          and a.outcome = 'succeeded'
      ) as is_recorded,
      exists (
        select from charge_attempts a
        where a.id = ${attemptId}
      ) as is_known
    from charges c
    join pledges p on p.id = c.pledge_id
    left join cards k on k.id = c.card_id
    join campaigns m on m.id = c.campaign_id
    join organizations o on o.id = m.organization_id
    where ${own}
  `)
  return first(rows)
}
