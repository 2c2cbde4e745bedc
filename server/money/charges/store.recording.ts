/** What the answer to an attempt changes: rows of many charges in one statement each. */
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type FinishedAttempt = {
  id: string
  outcome: string
  reference: string | null
  code: string | null
  /** The card that paid, where it is not the saved one. */
  card: { brand: string; last4: string } | null
}

/**
 * Answers which of them were open: another worker has recorded the others already, and nothing more is to be done for
 * those (R34). Held in one order, so that two workers who come late with the same attempts do not wait for each other.
 */
export async function finishAttempts(
  db: Db,
  at: Date,
  attempts: readonly FinishedAttempt[],
): Promise<Set<string>> {
  const list = (value: (attempt: FinishedAttempt) => string | null) => sql.param(attempts.map(value))
  const rows = await db.query<{ id: string }>(sql`
    with given as (
      select * from unnest(${list(({ id }) => id)}::uuid[], ${list(({ outcome }) => outcome)}::text[],
                           ${list(({ reference }) => reference)}::text[], ${list(({ code }) => code)}::text[],
                           ${list(({ card }) => card?.brand ?? null)}::text[], ${list(({ card }) => card?.last4 ?? null)}::text[])
        as g (id, outcome, reference, code, brand, last4)),
    held as (
      select a.id from charge_attempts a
       where a.id = any(${list(({ id }) => id)}::uuid[]) and a.finished_at is null order by a.id for update)
    update charge_attempts a set finished_at = ${at}, outcome = given.outcome, provider_reference = given.reference,
           decline_code = given.code, card_brand = given.brand, card_last4 = given.last4
      from given join held on held.id = given.id
     where a.id = held.id returning a.id`)
  return new Set(rows.map(({ id }) => id))
}

export type NewState = {
  chargeId: string
  state: Charge['state']
  failureCode: string | null
  /** Null: the date stays. */
  chargeAt: Date | null
  succeededAt: Date | null
}

export async function setStates(db: Db, states: readonly NewState[]): Promise<void> {
  const list = (name: keyof NewState) => sql.param(states.map((one) => one[name]))
  await db.query(sql`
    update charges c set state = given.state, failure_code = given.failure_code,
           charge_at = coalesce(given.charge_at, c.charge_at), succeeded_at = given.succeeded_at
      from unnest(${list('chargeId')}::uuid[], ${list('state')}::text[], ${list('failureCode')}::text[],
                  ${list('chargeAt')}::timestamptz[], ${list('succeededAt')}::timestamptz[])
        as given (id, state, failure_code, charge_at, succeeded_at)
     where c.id = given.id`)
}

export type ReceiptFacts = {
  pledgerId: string
  email: string | null
  campaignName: string
  organizationName: string
  is501c3: boolean
  commissionBasisPoints: number
  attemptsCount: number
  last4: string | null
  timeZone: string
}
type Received = { campaignId: string; pledgeId: string; chargeId: string | null }

/**
 * What the journal entry and the receipt need, in the order asked for. The address only where it is verified: mail
 * about money goes nowhere else (R44).
 */
export async function receiptFactsOf(db: Db, asked: readonly Received[]): Promise<ReceiptFacts[]> {
  const list = (name: keyof Received) => sql.param(asked.map((one) => one[name]))
  const rows = await db.query<ReceiptFacts>(sql`
    select p.pledger_id, case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email, c.name as campaign_name,
           o.name as organization_name, o.is_501c3 as "is501c3", c.commission_basis_points, c.time_zone,
           coalesce(h.attempts_count, 0) as attempts_count,
           -- Found by the charge alone: the index of all payments that succeeded would be read whole for each.
           coalesce((select max(a.card_last4) filter (where a.outcome = 'succeeded') from charge_attempts a where a.charge_id = h.id), k.last4) as last4
      from unnest(${list('campaignId')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[])
             with ordinality as asked (campaign_id, pledge_id, charge_id, place)
      join pledges p on p.id = asked.pledge_id and p.campaign_id = asked.campaign_id
      join users u on u.id = p.pledger_id join campaigns c on c.id = p.campaign_id
      join organizations o on o.id = c.organization_id
      left join charges h on h.id = asked.charge_id left join cards k on k.id = h.card_id
     order by asked.place`)
  if (rows.length !== asked.length) throw new Error('a charge without its pledge')
  return rows
}

export const receiptFacts = async (db: Db, asked: Received): Promise<ReceiptFacts> =>
  only(await receiptFactsOf(db, [asked]))

export async function markPastDue(db: Db, pledgeIds: readonly string[]): Promise<void> {
  await db.query(sql`
    update pledges set status = 'past_due', version = version + 1
     where id = any(${sql.param([...pledgeIds])}::uuid[]) and status in ('active', 'settled')`)
}
