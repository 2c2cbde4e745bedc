/** A collected charge by the card provider's id: what is left of it, and what is disputed (R35). */
import type { DisputeStep } from '#domain/dispute.ts'
import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type ChargedPayment = {
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
  campaignName: string
  organizationName: string
  timeZone: string
  /** Set if a bank account was debited (R60). */
  bankAccountId: string | null
  /** Neither refunded nor disputed nor lost. */
  leftCents: Cents
}

const payment = (reference: string) => sql`
  select
    c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.money_mode,
    m.commission_basis_points, m.name as campaign_name, o.name as organization_name, m.time_zone,
    case when k.kind = 'bank_account' and a.kind <> 'link' then k.id end as bank_account_id,
    c.amount_cents - c.refunded_cents - c.disputed_cents - c.lost_cents as left_cents
  from charge_attempts a
  join charges c on c.id = a.charge_id
  join pledges p on p.id = c.pledge_id
  left join cards k on k.id = c.card_id
  join campaigns m on m.id = c.campaign_id
  join organizations o on o.id = m.organization_id
  where a.provider_reference = ${reference}
    and a.outcome = 'succeeded'
`

export async function chargeOfPayment(db: Db, reference: string): Promise<ChargedPayment | undefined> {
  return first(await db.query<ChargedPayment>(payment(reference)))
}

/** Locked until the transaction ends, so that no part of it is refunded or disputed in the meantime. */
export async function lockCharge(db: Db, reference: string): Promise<ChargedPayment | undefined> {
  return first(await db.query<ChargedPayment>(sql`${payment(reference)} for update of c`))
}

const MOVES: Record<DisputeStep, { disputed: 1 | 0 | -1; lost: 1 | 0 | -1 }> = {
  take: { disputed: 1, lost: 0 },
  lose: { disputed: -1, lost: 1 },
  give_back: { disputed: -1, lost: 0 },
  recover: { disputed: 0, lost: -1 },
}

export async function moveDisputed(
  db: Db,
  chargeId: string,
  step: DisputeStep,
  amount: Cents,
): Promise<void> {
  const { disputed, lost } = MOVES[step]
  await db.query(sql`
    update charges
    set
      disputed_cents = disputed_cents + ${disputed}::bigint * ${amount}::bigint,
      lost_cents = lost_cents + ${lost}::bigint * ${amount}::bigint
    where id = ${chargeId}
  `)
}
