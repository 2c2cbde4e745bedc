import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents, maximum, negate } from '#domain/money.ts'
import type { PledgeState } from '#domain/pledges/pledge-changes.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'
import { countsResult, partialUnits, withWaitingOfLine } from '#server/season/pledges/lines/index.ts'

/** The campaign of a supporter's own pledge: found and authorized in one query. */
export async function campaignOfOwn(
  db: Db,
  { pledgeId, userId }: { pledgeId: string; userId: string },
): Promise<string | null> {
  const row = first(
    await db.query<{ campaignId: string }>(
      sql`select campaign_id from pledges where id = ${pledgeId} and pledger_id = ${userId}`,
    ),
  )
  return row?.campaignId ?? null
}

/** Locked until the transaction ends, so that two changes of one pledge run one after the other. */
export async function lockPledge(db: Db, pledgeId: string): Promise<void> {
  await db.query(sql`
    select id
    from pledges
    where id = ${pledgeId}
    for update
  `)
}

type Row = {
  id: string
  campaignId: string
  campaignName: string
  campaignStatus: CampaignStatus
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  moneyMode: 'live' | 'sandbox'
  isFinal: boolean
  status: PledgeDetail['status']
  paymentMethod: PledgeDetail['paymentMethod']
  cardId: string | null
  agreedMaximumCents: number
  consentText: string
  createdAt: Date
  version: number
  accruedCents: number
  expectedCents: number
  billedCents: number
  hasResult: boolean
  hasMatchBegun: boolean
  isBilled: boolean
  withWaitingCents: number
  maximumCents: number | null
  estimateCents: number
  isSomeTaken: boolean
  isOnItsWay: boolean
  /** Only for a debit that its bank has not answered. */
  debitedAt: Date | null
  /** Null if the address is not verified: mail about money goes nowhere else. */
  email: string | null
}

export type ChangeablePledge = Omit<
  Row,
  | 'agreedMaximumCents'
  | 'accruedCents'
  | 'expectedCents'
  | 'billedCents'
  | 'withWaitingCents'
  | 'isSomeTaken'
  | 'isOnItsWay'
> &
  Pick<PledgeState, 'taken'> & {
    most: Cents
    accrued: Cents
    expected: Cents
    /** The larger of what accrued and what is settled: no maximum goes below it. */
    earned: Cents
    billed: Cents
    /** Accrued once everything that waits for a second person is confirmed. */
    withWaiting: Cents
  }

/**
 * Everything that decides what may be changed about a pledge. Billed: charges and invoices that are not
 * voided, waivers and write-offs, less correction refunds.
 */
export async function pledgeStateOf(db: Db, pledgeId: string, now: Date): Promise<ChangeablePledge> {
  const row = only(
    await db.query<Row>(sql`
      with ${partialUnits(sql`select campaign_id from pledges where id = ${pledgeId}`)},
      f as (${pledgeFigures(sql`p.id = ${pledgeId}`)})
      select
        p.id, p.campaign_id, c.name as campaign_name, c.status as campaign_status,
        o.name as organization_name, c.vocabulary, c.time_zone, c.money_mode,
        c.final_locked_at is not null as is_final,
        p.status, p.payment_method, p.card_id, p.agreed_maximum_cents, p.maximum_cents, p.estimate_cents,
        p.consent_text, p.created_at, p.version, f.accrued_cents, f.expected_cents,
        -- What a dispute lost is a write-off: the two never count together (R32).
        (
          coalesce((
            select sum(amount_cents - lost_cents)
            from charges
            where pledge_id = p.id
              and state <> 'voided'
          ), 0) + coalesce((
            select sum(amount_cents)
            from invoices
            where pledge_id = p.id
              and state <> 'void'
          ), 0) + coalesce((
            select sum(amount_cents)
            from adjustments
            where pledge_id = p.id
          ), 0) - coalesce((
            select sum(amount_cents)
            from corrections
            where pledge_id = p.id
          ), 0)
        )::bigint as billed_cents,
        least(
          p.agreed_maximum_cents,
          (select sum(${withWaitingOfLine}) from pledge_lines l where l.pledge_id = p.id)
        )::bigint as with_waiting_cents,
        exists (
          select from pledge_lines l
          join results r on r.statistic_id = l.statistic_id
          left join events e on e.id = r.event_id
          where l.pledge_id = p.id
            and r.voided_at is null
            and ${countsResult}
        ) as has_result,
        exists (
          select from pledge_lines l
          join events e on e.id = l.event_id
          where l.pledge_id = p.id
            and e.archived_at is null
            and match_has_begun(e.id, e.start_time, ${now})
            and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, e.id, e.start_time)
        ) as has_match_begun,
        exists (select from charges where pledge_id = p.id and state <> 'voided')
          or exists (select from invoices where pledge_id = p.id and state <> 'void')
          or exists (
            select from settlement_pledges sp
            join settlements t on t.id = sp.settlement_id
            where sp.pledge_id = p.id
              and t.withdrawn_at is null
              and (t.kind = 'final' or sp.accrued_cents > 0)
          ) as is_billed,
        exists (select from received_money where pledge_id = p.id) as is_some_taken,
        exists (
          select from charges
          where pledge_id = p.id
            and state = 'processing'
        ) as is_on_its_way,
        (
          select max(a.started_at)
          from charges h
          join cards k on k.id = h.card_id and k.kind = 'bank_account'
          join charge_attempts a on a.charge_id = h.id and a.finished_at is null
          where h.pledge_id = p.id
            and h.state = 'processing'
        ) as debited_at,
        case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email
      from pledges p
      join f on f.id = p.id
      join campaigns c on c.id = p.campaign_id
      join organizations o on o.id = c.organization_id
      join users u on u.id = p.pledger_id
      where p.id = ${pledgeId}
    `),
  )
  const { agreedMaximumCents, accruedCents, expectedCents, billedCents, withWaitingCents, ...others } = row
  const { isSomeTaken, isOnItsWay, ...rest } = others
  const accrued = cents(accruedCents)
  const expected = cents(expectedCents)
  return {
    ...rest,
    accrued,
    expected,
    most: cents(agreedMaximumCents),
    billed: cents(billedCents),
    withWaiting: cents(withWaitingCents),
    earned: rest.isFinal ? maximum(accrued, expected) : accrued,
    taken: isSomeTaken ? 'some' : isOnItsWay ? 'on_its_way' : 'nothing',
  }
}

/** Keeps the earlier consent. `version` is the version that the pledge had then. */
export async function keepConsent(
  db: Db,
  { pledgeId, ...kept }: { pledgeId: string; replacedId: string; version: number; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into pledge_consents (
      id, campaign_id, pledge_id, maximum_cents, agreed_maximum_cents, consent_text, version,
      replaced_at
    )
    select
      ${kept.replacedId}::uuid, campaign_id, id, maximum_cents, agreed_maximum_cents,
      consent_text, ${kept.version}::integer, ${kept.at}::timestamptz
    from pledges
    where id = ${pledgeId}
  `)
}

/** The new maximum applies from now on. */
export async function lowerMaximum(
  db: Db,
  { pledgeId, ...change }: { pledgeId: string; most: Cents; consentText: string },
): Promise<void> {
  await db.query(sql`
    update pledges
    set
      maximum_cents = ${change.most},
      agreed_maximum_cents = ${change.most},
      consent_text = ${change.consentText}
    where id = ${pledgeId}
  `)
}

export async function setConsent(db: Db, pledgeId: string, consentText: string): Promise<void> {
  await db.query(sql`
    update pledges
    set consent_text = ${consentText}
    where id = ${pledgeId}
  `)
}

export async function setCard(db: Db, pledgeId: string, cardId: string): Promise<void> {
  // From a bank account to a card: billed at the same time, but by card.
  await db.query(sql`
    update pledges
    set
      card_id = ${cardId},
      payment_method = case
        when payment_method = 'bank_account' then 'auto_bill_end'
        else payment_method
      end
    where id = ${pledgeId}
  `)
}

export async function nextVersion(db: Db, pledgeId: string): Promise<number> {
  const rows = await db.query<{ version: number }>(sql`
    update pledges
    set version = version + 1
    where id = ${pledgeId}
    returning version
  `)
  return only(rows).version
}

export async function setCancelled(db: Db, pledgeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update pledges
    set status = 'cancelled', cancelled_at = ${at}, version = version + 1
    where id = ${pledgeId}
  `)
}

/** Updates the campaign's totals for the pledge. */
export async function moveTotals(
  db: Db,
  campaignId: string,
  less: { expected: Cents; accrued: Cents; supporters: 0 | 1 },
): Promise<void> {
  await db.query(sql`
    update campaign_totals
    set
      pledged_cents = pledged_cents + ${negate(less.expected)},
      earned_cents = earned_cents + ${negate(less.accrued)},
      supporters_count = supporters_count - ${less.supporters}
    where campaign_id = ${campaignId}
  `)
}
