import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import { payoutStepOf } from '#domain/payout.ts'
import type { Approver } from '#domain/representative.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { approversFor } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

type Row = Omit<
  Payout,
  | 'amount'
  | 'reversed'
  | 'reversals'
  | 'preparedBy'
  | 'preparedAt'
  | 'approvedBy'
  | 'approvedAt'
  | 'sentBy'
  | 'sentAt'
  | 'confirmedBy'
  | 'confirmedAt'
  | 'next'
  | 'cannotApproveReason'
> & {
  amountCents: number
  preparedBy: string
  preparedByName: string
  preparedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
  sentBy: string | null
  sentByName: string | null
  sentAt: Date | null
  confirmedBy: string | null
  confirmedByName: string | null
  confirmedAt: Date | null
  reversals: [on: string, amount: number, reason: string | null, isPaidBack: boolean][]
  currentDestinationId: string | null
  approvers: Approver[] | null
}
export type StoredPayout = Omit<Payout, 'cannotApproveReason'> & {
  amountCents: Cents
  /** Null unless it waits for an approval. */
  approvers: Approver[] | null
  /** The organization's current payout destination. */
  currentDestinationId: string | null
}

const SOMEONE = 'A representative'

const organization = sql`(select c.organization_id from campaigns c where c.id = p.campaign_id)`
const select = sql`
  select
    p.id, p.campaign_id, p.amount_cents, p.state, p.money_mode, p.note, p.prepared_by,
    p.prepared_at, p.approved_by, p.approved_at, p.method, p.destination, p.destination_id,
    p.paid_on, p.reference, p.refusal, p.sent_by, p.sent_at, p.arrived_on, p.confirmed_by,
    p.confirmed_at,
    trim(concat(s.first_name, ' ', s.last_name)) as sent_by_name,
    trim(concat(f.first_name, ' ', f.last_name)) as confirmed_by_name,
    (
      select d.id
      from organization_payout_destinations d
      join campaigns c on c.organization_id = d.organization_id
      where c.id = p.campaign_id
        and d.approved_at is not null
      order by d.approved_at desc, d.id desc
      limit 1
    ) as current_destination_id,
    case when p.state = 'prepared' then ${approversFor(organization)} end as approvers,
    (
      select x.happened
      from exceptions x
      where x.subject_id = p.id
        and x.resolved_at is null
      order by x.id
      limit 1
    ) as held,
    coalesce((
      select json_agg(json_build_array(r.reversed_on, r.amount_cents, r.reason, r.is_paid_back) order by r.id)
      from payout_reversals r
      where r.payout_id = p.id
    ), '[]') as reversals,
    trim(concat(a.first_name, ' ', a.last_name)) as prepared_by_name,
    trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
  from payouts p
  join users a on a.id = p.prepared_by
  left join users b on b.id = p.approved_by
  left join users s on s.id = p.sent_by
  left join users f on f.id = p.confirmed_by
`

/** Not sent yet; at most one per campaign. */
const OPEN = sql.raw(`p.state in ('prepared', 'approved')`)

const named = (userId: string | null, name: string | null) =>
  userId === null ? null : { id: userId, name: name || SOMEONE }

function toPayout(row: Row): StoredPayout {
  const { amountCents, reversals, preparedByName, approvedByName, sentByName, confirmedByName, ...rest } = row
  const amount = toDecimal(cents(amountCents))
  const reversed = toDecimal(sum(reversals.map(([, part]) => cents(part))))
  return {
    ...{ ...rest, amount, reversed, amountCents: cents(amountCents) },
    reversals: reversals.map(([on, part, reason, isPaidBack]) => ({
      ...{ on, amount: toDecimal(cents(part)), reason, ...(isPaidBack ? { isPaidBack } : {}) },
    })),
    preparedBy: { id: rest.preparedBy, name: preparedByName || SOMEONE },
    preparedAt: rest.preparedAt.toISOString(),
    approvedBy: named(rest.approvedBy, approvedByName),
    approvedAt: rest.approvedAt?.toISOString() ?? null,
    sentBy: named(rest.sentBy, sentByName),
    sentAt: rest.sentAt?.toISOString() ?? null,
    confirmedBy: named(rest.confirmedBy, confirmedByName),
    confirmedAt: rest.confirmedAt?.toISOString() ?? null,
    next: payoutStepOf(rest),
  }
}

/** Locked until the transaction ends. Read after it: what is read in the same statement would date from before the wait. */
export async function lockPayout(db: Db, campaignId: string, payoutId: string): Promise<void> {
  await db.query(sql`
    select id
    from payouts
    where campaign_id = ${campaignId}
      and id = ${payoutId}
    for update
  `)
}

export async function payoutsOf(
  db: Db,
  campaignId: string,
  payoutId: string | null = null,
): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    ${select}
    where p.campaign_id = ${campaignId}
      and (${payoutId}::uuid is null or p.id = ${payoutId}::uuid)
    order by p.id desc
    limit 200
  `)
  return rows.map(toPayout)
}

/** Payouts not sent yet, of many campaigns at once; at most one each. */
export async function openPayoutsOf(db: Db, campaignIds: readonly string[]): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    ${select}
    where p.campaign_id = any(${sql.param(campaignIds)}::uuid[])
      and ${OPEN}
  `)
  return rows.map(toPayout)
}

/** Sent, and not confirmed: the oldest for each of these campaigns. */
export async function unconfirmedPayoutsOf(db: Db, campaignIds: readonly string[]): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    ${select}
    where p.id in (
      select distinct on (x.campaign_id) x.id
      from payouts x
      where x.campaign_id = any(${sql.param(campaignIds)}::uuid[])
        and x.state = 'sent'
      order by x.campaign_id, x.id
    )
  `)
  return rows.map(toPayout)
}

/** An organization's newest that were sent. */
export async function paidPayoutsOf(
  db: Db,
  organizationId: string,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<(StoredPayout & { campaignName: string })[]> {
  const rows = await db.query<{ id: string; name: string; campaignId: string }>(sql`
    select p.id, c.name, c.id as campaign_id
    from payouts p
    join campaigns c on c.id = p.campaign_id
    where c.organization_id = ${organizationId}
      and p.paid_on is not null
      and p.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by p.id desc
    limit ${limit}
  `)
  const payouts = await db.query<Row>(sql`
    ${select}
    where p.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])
    order by p.id desc
  `)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return payouts.map((row) => ({ ...toPayout(row), campaignName: names.get(row.id) ?? '' }))
}

export async function countPaidPayouts(db: Db, organizationId: string): Promise<number> {
  const { count } = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from payouts p
      join campaigns c on c.id = p.campaign_id
      where c.organization_id = ${organizationId}
        and p.paid_on is not null
    `),
  )
  return count
}

export async function insertPayout(
  db: Db,
  payout: {
    id: string
    campaignId: string
    amount: Cents
    note: string | null
    moneyMode: string
    preparedBy: string
    preparedAt: Date
    destinationId: string | null
    destination: string | null
  },
): Promise<void> {
  await db.query(sql`
    insert into payouts (
      id, campaign_id, amount_cents, state, note, money_mode, prepared_by, prepared_at,
      destination_id, destination
    )
    values (
      ${payout.id}, ${payout.campaignId}, ${payout.amount}, 'prepared', ${payout.note},
      ${payout.moneyMode}, ${payout.preparedBy}, ${payout.preparedAt},
      ${payout.destinationId}::uuid, ${payout.destination}
    )
  `)
}

type Approval = {
  by: string
  at: Date
  method: Payout['method']
  destinationId: string
  destination: string
}

const approval = ({ by, at, method, destinationId, destination }: Approval) => sql`
  approved_by = ${by},
  approved_at = ${at},
  method = ${method},
  destination_id = ${destinationId}::uuid,
  destination = ${destination}
`

/** Approved, to be sent by a representative: no money has moved yet (R38). */
export async function approveToSend(
  db: Db,
  payoutId: string,
  { reference, ...agreed }: Approval & { reference: string | null },
): Promise<void> {
  await db.query(sql`
    update payouts
    set state = 'approved', ${approval(agreed)}, reference = ${reference}
    where id = ${payoutId}
      and state = 'prepared'
  `)
}

/** Marks it as sent. */
export async function markSent(
  db: Db,
  payoutId: string,
  { by, at, paidOn, reference }: { by: string; at: Date; paidOn: string; reference: string },
): Promise<void> {
  await db.query(sql`
    update payouts
    set
      state = 'sent',
      sent_by = ${by},
      sent_at = ${at},
      paid_on = ${paidOn}::date,
      reference = ${reference}
    where id = ${payoutId}
      and state = 'approved'
  `)
}

export async function markArrived(
  db: Db,
  payoutId: string,
  { by, at, arrivedOn }: { by: string; at: Date; arrivedOn: string },
): Promise<void> {
  await db.query(sql`
    update payouts
    set
      state = 'arrived',
      arrived_on = ${arrivedOn}::date,
      confirmed_by = ${by},
      confirmed_at = ${at}
    where id = ${payoutId}
      and state = 'sent'
  `)
}

/** Approved, to be transferred by Stripe: the job finds the row (R34). */
export async function approveTransfer(
  db: Db,
  payoutId: string,
  { account, ...agreed }: Approval & { account: string },
): Promise<void> {
  await db.query(sql`
    update payouts
    set
      state = 'approved',
      ${approval(agreed)},
      provider_account = ${account},
      lease_until = ${agreed.at}
    where id = ${payoutId}
      and state = 'prepared'
  `)
}

/** False if another worker has the transfer. `leaseUntil`: of the one that learned that Stripe did not make it. */
export async function withdraw(
  db: Db,
  payoutId: string,
  { leaseUntil }: { leaseUntil: Date | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set state = 'withdrawn'
    where id = ${payoutId}
      and state in ('prepared', 'approved')
      and (${leaseUntil}::timestamptz is null or lease_until = ${leaseUntil}::timestamptz)
    returning id
  `)
  return rows.length === 1
}

/** Assigns to this payout every entry that moved the organization's share and is in no payout yet. */
export async function claimEntries(db: Db, campaignId: string, payoutId: string): Promise<void> {
  await db.query(sql`
    insert into payout_entries (entry_id, payout_id, campaign_id)
    select e.id, ${payoutId}::uuid, e.campaign_id
    from journal_entries e
    where e.campaign_id = ${campaignId}
      and e.kind <> 'payout'
      and not exists (select from payout_entries x where x.entry_id = e.id)
      and exists (
        select from journal_postings p
        where p.entry_id = e.id
          and p.account in ('organization_payable', 'commission')
      )
  `)
}
