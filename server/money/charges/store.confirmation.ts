import type { CampaignStatus } from '#domain/campaign-state.ts'
import type { Cents } from '#domain/money.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type ClaimedAttempt, type Tries, tries } from './queries.claiming.ts'
import { type ChargeRow, chargeColumns, toCharge } from './queries.ts'

/** A supporter's own charge: found and authorized in one query (R27). */
type Own = { chargeId: string; userId: string }

export type Confirmable = Omit<ClaimedAttempt, 'id' | 'startedAt' | 'isRepeat' | 'kind'> &
  Tries & {
    state: Charge['state']
    provider: string
    campaignStatus: CampaignStatus
    isOnHold: boolean
    /** The open attempt. */
    attempt: { id: string; startedAt: Date; leaseUntil: Date } | null
  }
type Row = Omit<Confirmable, 'attempt'> & {
  attemptId: string | null
  attemptStartedAt: Date | null
  attemptLeaseUntil: Date | null
}

const facts = sql`
  c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.amount_cents, c.state,
  c.money_mode, ${tries},
  k.provider_payment_method as payment_method_id, k.kind as saved_kind,
  k.provider, o.name as team_name, m.status as campaign_status,
  m.billing_held_at is not null as is_on_hold,
  a.id as attempt_id, a.started_at as attempt_started_at, a.lease_until as attempt_lease_until
`
const tables = sql`
  charges c
  join pledges p on p.id = c.pledge_id
  join cards k on k.id = c.card_id
  join campaigns m on m.id = c.campaign_id
  join organizations o on o.id = m.organization_id
  left join charge_attempts a
    on a.charge_id = c.id
    and a.finished_at is null
    and a.kind = 'confirmation'
`

/**
 * Locked until the transaction ends, so that no one else starts an attempt. Locked before it is read: a statement that had
 * to wait for the lock would join rows from before the wait.
 */
export async function lockForConfirmation(db: Db, { chargeId, userId }: Own): Promise<Confirmable | null> {
  const own = sql`c.id = ${chargeId} and p.pledger_id = ${userId}`
  await db.query(sql`
    select c.id
    from charges c
    join pledges p on p.id = c.pledge_id
    where ${own}
    for update of c
  `)
  const row = first(await db.query<Row>(sql`select ${facts} from ${tables} where ${own}`))
  if (!row) return null
  const { attemptId: id, attemptStartedAt: startedAt, attemptLeaseUntil: leaseUntil, ...rest } = row
  return {
    ...rest,
    attempt: id && startedAt && leaseUntil ? { id, startedAt, leaseUntil } : null,
  }
}

export async function openConfirmation(db: Db, { chargeId, userId }: Own): Promise<ClaimedAttempt | null> {
  const row = first(
    await db.query<Row & { amountCents: Cents }>(sql`
      select ${facts}
      from ${tables}
      where c.id = ${chargeId}
        and p.pledger_id = ${userId}
        and a.id is not null
    `),
  )
  if (!row?.attemptId || !row.attemptStartedAt) return null
  const { attemptId: id, attemptStartedAt: startedAt, ...rest } = row
  return { ...rest, id, startedAt, isRepeat: true, kind: 'confirmation' }
}

export async function ownCharge(db: Db, { chargeId, userId }: Own): Promise<Charge | null> {
  const row = first(
    await db.query<ChargeRow>(sql`
      select ${chargeColumns}
      from charges
      where id = ${chargeId}
        and exists (
          select from pledges p
          where p.id = charges.pledge_id
            and p.pledger_id = ${userId}
        )
    `),
  )
  return row ? toCharge(row) : null
}
