/** Writes what answers to attempts change: the rows of many charges in one statement each. */
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type FinishedAttempt = {
  id: string
  outcome: string
  reference: string | null
  code: string | null
  /** The card that paid, if it is not the saved one, which is stored when the attempt starts. */
  card: { brand: string; last4: string } | null
}

/**
 * Returns which of them were open: another worker has already recorded the others, and nothing is left to do for those
 * (R34). Locked in a fixed order, so that two late workers with the same attempts do not deadlock.
 */
export async function finishAttempts(
  db: Db,
  at: Date,
  attempts: readonly FinishedAttempt[],
): Promise<Set<string>> {
  const list = (value: (attempt: FinishedAttempt) => string | null) => sql.param(attempts.map(value))
  const rows = await db.query<{ id: string }>(sql`
    with given as (
      select *
      from unnest(
        ${list(({ id }) => id)}::uuid[],
        ${list(({ outcome }) => outcome)}::text[],
        ${list(({ reference }) => reference)}::text[],
        ${list(({ code }) => code)}::text[],
        ${list(({ card }) => card?.brand ?? null)}::text[],
        ${list(({ card }) => card?.last4 ?? null)}::text[]
      ) as g (id, outcome, reference, code, brand, last4)
    ),
    held as (
      select a.id
      from charge_attempts a
      where a.id = any(${list(({ id }) => id)}::uuid[])
        and a.finished_at is null
      order by a.id
      for update
    )
    update charge_attempts a
    set
      finished_at = ${at},
      outcome = given.outcome,
      provider_reference = given.reference,
      decline_code = given.code,
      card_brand = coalesce(given.brand, a.card_brand),
      card_last4 = coalesce(given.last4, a.card_last4)
    from given
    join held on held.id = given.id
    where a.id = held.id
    returning a.id
  `)
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
    update charges c
    set
      state = given.state,
      failure_code = given.failure_code,
      charge_at = coalesce(given.charge_at, c.charge_at),
      succeeded_at = given.succeeded_at
    from unnest(
      ${list('chargeId')}::uuid[], ${list('state')}::text[], ${list('failureCode')}::text[],
      ${list('chargeAt')}::timestamptz[], ${list('succeededAt')}::timestamptz[]
    ) as given (id, state, failure_code, charge_at, succeeded_at)
    where c.id = given.id
  `)
}

/**
 * Charges that failed on a card or account that the supporter has since replaced are retried now with the new one (R14, R60).
 * Returns which. Pledges are locked before they are read, so that one of two simultaneous changes sees the other.
 */
export async function takeCardOfPledge(
  db: Db,
  failed: readonly { chargeId: string; pledgeId: string }[],
  at: Date,
): Promise<Set<string>> {
  if (failed.length === 0) return new Set()
  await db.query(sql`
    select id
    from pledges
    where id = any(${sql.param(failed.map(({ pledgeId }) => pledgeId))}::uuid[])
    order by id
    for no key update
  `)
  const rows = await db.query<{ id: string }>(sql`
    update charges c
    set card_id = p.card_id, attempts_count = 0, state = 'failed', charge_at = ${at}
    from pledges p
    where c.id = any(${sql.param(failed.map(({ chargeId }) => chargeId))}::uuid[])
      and p.id = c.pledge_id
      and p.card_id <> c.card_id
    returning c.id
  `)
  return new Set(rows.map(({ id }) => id))
}

export async function markPastDue(db: Db, pledgeIds: readonly string[]): Promise<void> {
  await db.query(sql`
    update pledges
    set status = 'past_due', version = version + 1
    where id = any(${sql.param([...pledgeIds])}::uuid[])
      and status in ('active', 'settled')
  `)
}
