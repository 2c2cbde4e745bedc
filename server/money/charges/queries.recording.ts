import { organizationOn } from '#server/accounts/organizations/index.ts'
import type { SavedKind } from '#server/money/providers/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type ReceiptFacts = {
  pledgerId: string
  email: string | null
  campaignName: string
  organizationName: string
  is501c3: boolean
  commissionBasisPoints: number
  attemptsCount: number
  last4: string | null
  /** What the card's statement says about it, as it was sent with the attempt that succeeded. */
  statementText: string | null
  /** What was saved; a payment by link is always by card. */
  kind: SavedKind
  cardId: string | null
  timeZone: string
  /** Nothing is attempted while the campaign is paused (R21). */
  isPaused: boolean
}

/** `receivedOn`: of a check or cash; what is received now needs none. */
type Received = { campaignId: string; pledgeId: string; chargeId: string | null; receivedOn?: string }

/**
 * What the journal entry and the receipt need, in the order requested. The address only if it is verified: mail
 * about money goes nowhere else (R44). The organization as it was on the day of the payment (R70).
 */
export async function receiptFactsOf(db: Db, asked: readonly Received[]): Promise<ReceiptFacts[]> {
  const list = (name: keyof Received) => sql.param(asked.map((one) => one[name] ?? null))
  const rows = await db.query<ReceiptFacts>(sql`
    select
      p.pledger_id,
      case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email,
      c.name as campaign_name, was.name as organization_name,
      was.is_501c3 as "is501c3",
      c.commission_basis_points, c.time_zone,
      c.status = 'paused' as is_paused,
      coalesce(h.attempts_count, 0) as attempts_count,
      -- Found by the charge alone: the index of all payments that succeeded would be read whole for each.
      coalesce((
        select max(a.card_last4) filter (where a.outcome = 'succeeded')
        from charge_attempts a
        where a.charge_id = h.id
      ), k.last4) as last4,
      (
        select max(a.statement_suffix) filter (where a.outcome = 'succeeded')
        from charge_attempts a
        where a.charge_id = h.id
      ) as statement_text,
      case
        when exists (
          select from charge_attempts a
          where a.charge_id = h.id
            and a.outcome = 'succeeded'
            and a.kind = 'link'
        )
        then 'card'
        else coalesce(k.kind, 'card')
      end as kind,
      h.card_id
    from unnest(
      ${list('campaignId')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[],
      ${list('receivedOn')}::date[]
    ) with ordinality as asked (campaign_id, pledge_id, charge_id, received_on, place)
    join pledges p on p.id = asked.pledge_id and p.campaign_id = asked.campaign_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    ${organizationOn(sql`coalesce(asked.received_on, 'infinity'::date)`)}
    left join charges h on h.id = asked.charge_id
    left join cards k on k.id = h.card_id
    order by asked.place
  `)
  if (rows.length !== asked.length) throw new Error('a charge without its pledge')
  return rows
}

export const receiptFacts = async (db: Db, asked: Received): Promise<ReceiptFacts> =>
  only(await receiptFactsOf(db, [asked]))
