import { expiryText } from '#domain/billing/card-expiry.ts'
import { reasonOf } from '#domain/billing/charge-status.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type ChargeRow, chargeColumns } from './charges-store.ts'

type Head = {
  campaignId: string
  campaignName: string
  organizationName: string
  timeZone: string
  brand: string | null
  last4: string | null
  expMonth: number | null
  expYear: number | null
  isOwn: boolean
  isCancelled: boolean
  /** A person has not decided about an exception of it. */
  isHeld: boolean
  isPaused: boolean
  remindedToday: boolean
  hasAddress: boolean
}

/** In any campaign, for representatives only: the query checks the role. `isOwn`: the pledge is the actor's. */
export async function chargeHead(
  db: Db,
  chargeId: string,
  { actor, since }: { actor: Actor; since: Date },
): Promise<{ row: ChargeRow; head: Head } | null> {
  const head = first(
    await db.query<Head>(sql`
      select
        c.campaign_id, ${isHeldByException(sql`c.id`)} as is_held, m.name as campaign_name, o.name as organization_name, m.time_zone,
        coalesce(a.card_brand, k.brand) as brand,
        coalesce(a.card_last4, k.last4) as last4,
        case when a.card_last4 is null or a.card_last4 = k.last4 then k.exp_month end as exp_month,
        case when a.card_last4 is null or a.card_last4 = k.last4 then k.exp_year end as exp_year,
        p.pledger_id = ${actor.userId} as is_own,
        m.status = 'cancelled' as is_cancelled,
        m.status = 'paused' as is_paused,
        u.email_verified_at is not null and u.deleted_at is null as has_address,
        exists (
          select from mails x
          where x.pledge_id = p.id
            and x.kind = 'pay_link'
            and x.created_at > ${since}
        ) as reminded_today
      from charges c
      join campaigns m on m.id = c.campaign_id
      join organizations o on o.id = m.organization_id
      join pledges p on p.id = c.pledge_id
      join users u on u.id = p.pledger_id
      left join cards k on k.id = c.card_id
      left join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
      where c.id = ${chargeId}
        and ${isRepresentative(actor)}
    `),
  )
  if (!head) return null
  const row = first(
    await db.query<ChargeRow>(sql`select ${chargeColumns} from charges where id = ${chargeId}`),
  )
  return row ? { row, head } : null
}

/** A charge has few attempts, but the list is limited anyway. */
const MOST = 100

export async function historyOf(
  db: Db,
  chargeId: string,
): Promise<Pick<ChargeDetail, 'attempts' | 'refunds' | 'disputes'>> {
  type Attempt = Omit<ChargeDetail['attempts'][number], 'startedAt' | 'finishedAt' | 'reason' | 'amount'> & {
    startedAt: Date
    finishedAt: Date | null
    declineCode: string | null
    amountCents: number
  }
  type Refund = Omit<ChargeDetail['refunds'][number], 'amount' | 'createdAt' | 'succeededAt'> & {
    amountCents: number
    createdAt: Date
    succeededAt: Date | null
  }
  type Dispute = Omit<ChargeDetail['disputes'][number], 'amount' | 'evidenceDueAt' | 'openedAt'> & {
    amountCents: number
    evidenceDueAt: Date | null
    openedAt: Date
  }
  const [attempts, refunds, disputes] = await Promise.all([
    db.query<Attempt>(sql`
      select id, started_at, finished_at, kind, outcome, decline_code, amount_cents
      from charge_attempts
      where charge_id = ${chargeId}
      order by started_at desc, id desc
      limit ${MOST}
    `),
    db.query<Refund>(sql`
      select
        id, amount_cents, kind,
        case when state = 'due' and by_hand then 'due_by_hand' else state end as state,
        reason, created_at, succeeded_at
      from refunds
      where charge_id = ${chargeId}
      union all
      select id, amount_cents, 'goodwill', state, reason, prepared_at, null
      from sign_offs
      where subject_id = ${chargeId}
        and state = 'prepared'
      order by id desc
      limit ${MOST}
    `),
    db.query<Dispute>(sql`
      select id, state, amount_cents, reason, evidence_due_at, opened_at
      from disputes
      where charge_id = ${chargeId}
      order by id desc
      limit ${MOST}
    `),
  ])
  const amountOf = ({ amountCents }: { amountCents: number }) => toDecimal(cents(amountCents))
  return {
    attempts: attempts.map((one) => ({
      id: one.id,
      kind: one.kind,
      outcome: one.outcome,
      amount: amountOf(one),
      startedAt: one.startedAt.toISOString(),
      finishedAt: one.finishedAt?.toISOString() ?? null,
      reason: reasonOf(one.declineCode),
    })),
    refunds: refunds.map((one) => ({
      id: one.id,
      kind: one.kind,
      state: one.state,
      reason: one.reason,
      amount: amountOf(one),
      createdAt: one.createdAt.toISOString(),
      succeededAt: one.succeededAt?.toISOString() ?? null,
    })),
    disputes: disputes.map((one) => ({
      id: one.id,
      state: one.state,
      reason: one.reason,
      amount: amountOf(one),
      openedAt: one.openedAt.toISOString(),
      evidenceDueAt: one.evidenceDueAt?.toISOString() ?? null,
    })),
  }
}

export const cardOfHead = ({ brand, last4, expMonth, expYear }: Head): ChargeDetail['card'] =>
  brand === null || last4 === null
    ? null
    : {
        brand,
        last4,
        expires: expMonth === null || expYear === null ? null : expiryText({ expMonth, expYear }),
      }

/** Goodwill refunds that this representative gave without a second person since then. */
export async function givenAloneSince(db: Db, userId: string, since: Date): Promise<Cents> {
  const rows = await db.query<{ amount: number }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as amount
    from refunds
    where given_alone_by = ${userId}
      and created_at > ${since}
  `)
  return cents(only(rows).amount)
}

/** Locked until the transaction ends, so that no other part of it is refunded or disputed in the meantime. */
export async function lockChargeRow(db: Db, chargeId: string): Promise<void> {
  await db.query(sql`
    select id
    from charges
    where id = ${chargeId}
    for update
  `)
}

/** A charge that its supporter is mailed about. */
export type Mailable = {
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  moneyMode: 'live' | 'sandbox'
  amountCents: Cents
  failureCode: string | null
  state: ChargeRow['state']
}

const mailable = sql`
  select
    c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.money_mode, c.amount_cents,
    c.failure_code, c.state
  from charges c
  join pledges p on p.id = c.pledge_id
`

export async function remindedCharge(db: Db, chargeId: string): Promise<Mailable | undefined> {
  return first(await db.query<Mailable>(sql`${mailable} where c.id = ${chargeId}`))
}

/** Charges that are never attempted again without their supporters, in order of ids, after `after`. */
export function stuckCharges(
  db: Db,
  campaignId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Mailable[]> {
  return db.query<Mailable>(sql`
    ${mailable}
    where c.campaign_id = ${campaignId}
      and c.state in ('past_due', 'requires_action')
      and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id
    limit ${limit}
  `)
}

/**
 * On resuming, every charge and retry gets a new date, and a notice of it. A settlement that was closed is open
 * again if one of its charges is to be attempted, because its supporter gave another card during the pause.
 */
export async function postponeCharges(db: Db, campaignId: string, chargeAt: Date): Promise<void> {
  await db.query(sql`
    with postponed as (
      update charges
      set charge_at = greatest(charge_at, ${chargeAt}::timestamptz), state = 'scheduled'
      where campaign_id = ${campaignId}
        and state in ('scheduled', 'failed')
      returning settlement_id
    )
    update settlements
    set
      charge_at = greatest(charge_at, ${chargeAt}::timestamptz),
      stage = case stage when 'closed' then 'charging' else stage end,
      closed_at = null
    where campaign_id = ${campaignId}
      and id in (select settlement_id from postponed)
  `)
}

export type Lookup = { id: string; email: string; amountCents: Cents; chargedOn: string; last4: string }

export async function insertLookup(db: Db, lookup: Lookup & { createdAt: Date }): Promise<void> {
  await db.query(sql`
    insert into charge_lookups (id, email, amount_cents, charged_on, last4, created_at)
    values (
      ${lookup.id}, ${lookup.email}, ${lookup.amountCents}, ${lookup.chargedOn}, ${lookup.last4},
      ${lookup.createdAt}
    )
  `)
}

/** Deletes each question as it is answered; two servers can share the work. */
export async function takeLookup(db: Db): Promise<Lookup | undefined> {
  const [row] = await db.query<Lookup>(sql`
    delete from charge_lookups
    where id = (
      select id
      from charge_lookups
      order by id
      limit 1
      for update skip locked
    )
    returning id, email, amount_cents, charged_on, last4
  `)
  return row
}

type Account = { userId: string; email: string; answeredToday: number }

/** Only a verified address gets mail about money. */
export async function accountOf(db: Db, email: string, since: Date): Promise<Account | null> {
  const [row] = await db.query<Account>(sql`
    select
      u.id as user_id, u.email,
      (
        select count(*)
        from mails m
        where m.user_id = u.id
          and m.kind = 'charge_answer'
          and m.created_at > ${since}
      ) as answered_today
    from users u
    where u.email = ${email}
      and u.email_verified_at is not null
      and u.deleted_at is null
  `)
  return row ?? null
}

type FoundCharge = {
  pledgeId: string
  campaignId: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  amountCents: Cents
  refundedCents: Cents
  succeededAt: Date
  last4: string
  statementText: string | null
  kind: 'card' | 'bank_account'
  isTest: boolean
}

/** Banks may date a charge a few days late, or in another time zone. */
export async function chargesLike(db: Db, userId: string, lookup: Lookup): Promise<FoundCharge[]> {
  return db.query<FoundCharge>(sql`
    select
      h.pledge_id, h.campaign_id, c.name as campaign_name, o.name as organization_name,
      c.vocabulary, c.time_zone, h.amount_cents, h.refunded_cents, h.succeeded_at,
      coalesce(a.card_last4, k.last4) as last4,
      a.statement_suffix as statement_text,
      case when a.kind = 'link' then 'card' else coalesce(k.kind, 'card') end as kind,
      h.money_mode = 'sandbox' as is_test
    from pledges p
    join charges h on h.pledge_id = p.id
    left join cards k on k.id = h.card_id
    left join charge_attempts a on a.charge_id = h.id and a.outcome = 'succeeded'
    join campaigns c on c.id = h.campaign_id
    join organizations o on o.id = c.organization_id
    where p.pledger_id = ${userId}
      and h.state = 'succeeded'
      and h.amount_cents = ${lookup.amountCents}
      and coalesce(a.card_last4, k.last4) = ${lookup.last4}
      and (h.succeeded_at at time zone c.time_zone)::date
        between ${lookup.chargedOn}::date - 7 and ${lookup.chargedOn}::date + 1
    order by h.id
    limit 10
  `)
}
