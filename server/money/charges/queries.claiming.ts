/** Due charges and their attempts: rows are written before the card provider is called (R34). */

import type { Cents } from '#domain/money.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import type { SavedKind } from '#server/money/providers/index.ts'
import { idFrom } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { mayBeForgotten } from '#server/platform/jobs/attempts.ts'

/** The card provider in use, and which money it moves (R39). */
export type ProviderInUse = { provider: string; moneyMode: 'live' | 'sandbox' }

export type AttemptKind = 'off_session' | 'confirmation' | 'link'

export type ClaimedAttempt = {
  id: string
  startedAt: Date
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  amountCents: Cents
  /** Null: a card that is typed in a browser and used once. */
  paymentMethodId: string | null
  /** What is charged if its owner is not present (R60). */
  savedKind: SavedKind
  /** The organization's name, for the bank statement. */
  teamName: string
  moneyMode: 'live' | 'sandbox'
  isRepeat: boolean
  /** The charge may have been paid by an attempt whose row was lost: the card provider is asked for it first. */
  mayBePaid?: boolean
  /** With the cardholder present, or without (R35). */
  kind: AttemptKind
}

/** How often a charge was attempted, and since when it is due. */
export type Tries = { attemptsMade: number; chargeAt: Date }

/**
 * An attempt's id is its key at the card provider. It follows from the charge and the number of attempts before it: a server
 * whose database lost the last attempt makes the same key again, and learns what came of that attempt (R34).
 */
export const attemptIdOf = ({ chargeId, attemptsMade }: Tries & { chargeId: string }, kind: AttemptKind) =>
  idFrom(`${chargeId} ${kind} ${attemptsMade + 1}`)

/**
 * Only a first attempt on its day is surely the first one: a database that was recovered to an earlier time knows nothing of
 * the attempts since then, and the card provider may have forgotten their keys (R34).
 */
export const mayBePaid = ({ chargeAt }: Tries, attemptsBefore: number, now: Date): boolean =>
  attemptsBefore > 0 || mayBeForgotten(chargeAt, now)

/** Of charge `c`. */
export const tries = sql`
  (select count(*) from charge_attempts made where made.charge_id = c.id) as attempts_made,
  c.charge_at
`

/** `only`: this one charge, if it is due. `except`: not these. */
export type Wanted = { limit: number; only?: string; except: readonly string[] }

const among = ({ only, except }: Wanted) => sql`
  (${only ?? null}::uuid is null or c.id = ${only ?? null}::uuid)
  and c.id <> all(${sql.param([...except])}::uuid[])
`

/**
 * Due for a new attempt: its date has come, its supporter was notified, the campaign is neither paused nor cancelled, and
 * billing is not on hold (R21, R30, R35, R40). Real money waits while only test cards are configured (R39).
 */
export const isDue = (now: Date, inUse: Pick<ProviderInUse, 'moneyMode'>) => sql`
  c.state in ('scheduled', 'failed')
  and c.charge_at <= ${now}
  and campaigns.status not in ('paused', 'cancelled')
  and campaigns.billing_held_at is null
  and s.stage <> 'locked'
  and (c.money_mode = 'sandbox' or ${inUse.moneyMode} = 'live')
  and not ${isHeldByException(sql`c.id`)}
`

export const due = (now: Date, inUse: ProviderInUse, which: Wanted) => sql`
  select c.id
  from charges c
  join campaigns on campaigns.id = c.campaign_id
  join settlements s on s.id = c.settlement_id
  where ${isDue(now, inUse)}
    and ${among(which)}
  order by c.charge_at, c.id
  limit ${which.limit}
`

/**
 * An attempt without an answer whose lease has ended, whatever the campaign's state: the card provider may have taken the
 * money, and only the provider can say so (R34).
 */
export const unanswered = (now: Date, inUse: ProviderInUse, which: Wanted) => sql`
  select c.id
  from charges c
  join charge_attempts t on t.charge_id = c.id
  left join cards k on k.id = c.card_id
  where c.state = 'processing'
    and t.finished_at is null
    and t.lease_until <= ${now}
    and coalesce(t.provider, k.provider) = ${inUse.provider}
    and case when t.provider is null then k.money_mode else c.money_mode end = ${inUse.moneyMode}
    and not ${isHeldByException(sql`c.id`)}
    and ${among(which)}
  order by c.id
  limit ${which.limit}
`

/** Charges due now, oldest first, without locking them. */
export async function listDue(db: Db, now: Date, inUse: ProviderInUse, which: Wanted): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`(${unanswered(now, inUse, which)}) union all (${due(now, inUse, which)})`,
  )
  return rows.map(({ id }) => id)
}
