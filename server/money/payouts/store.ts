import { payoutStepOf } from '#domain/billing/payout.ts'
import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import type { Approver } from '#domain/people/representative.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { approversFor } from '#server/accounts/access/index.ts'
import { isChange } from '#server/accounts/organizations/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import { IS_ABOVE, IS_ON_HOLD } from './owed-store.ts'

type Dates = { preparedAt: Date; approvedAt: Date | null; sentAt: Date | null; confirmedAt: Date | null }
type Row = Dates &
  Omit<
    Payout,
    | keyof Dates
    | 'amount'
    | 'lines'
    | 'reversed'
    | 'reversals'
    | 'next'
    | 'waits'
    | 'cannotApproveReason'
    | 'bankFile'
  > & {
    inFileAt: Date | null
    inFileBy: string | null
    amountCents: number
    lines: [campaignId: string, campaignName: string, amount: number][]
    organizationName: string
    timeZone: string
    reversals: [on: string, amount: number, reason: string | null, isPaidBack: boolean][]
    currentDestinationId: string | null
    destinationChangedAt: Date | null
    isTestDestination: boolean
    approvers: Approver[] | null
    isAccountReady: boolean | null
    accountDue: string[] | null
    bankChangedAt: Date | null
  }
export type StoredPayout = Omit<Payout, 'waits' | 'cannotApproveReason'> & {
  amountCents: Cents
  organizationName: string
  /** The organization's, in which its days are. */
  timeZone: string
  /** Null unless it waits for an approval. */
  approvers: Approver[] | null
  /** The organization's current payout destination. */
  currentDestinationId: string | null
  /** When it took the place of another one; null: it is the first, or none is set. */
  destinationChangedAt: Date | null
  /** It is a test account at Stripe. */
  isTestDestination: boolean
  /** At Stripe, to which it is transferred; of one that is not approved, as the destination is now. */
  account: { isReady: boolean; due: string[]; bankChangedAt: Date | null } | null
}

const NAME = sql.raw(`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'A representative')`)

/** With their name; null: nobody. */
const person = (userId: SQL): SQL => sql`
  (
    select json_build_object('id', u.id, 'name', ${NAME})
    from users u
    where u.id = ${userId}
  )
`
const nameOf = (userId: SQL): SQL => sql`(select ${NAME} from users u where u.id = ${userId})`

const IS_OPEN = sql.raw(`(p.state = 'approved')`)
export const IN_BANK_FILE = 'payout.bank_file'

/** Joined to the payout `p`: the download `f` of the ACH file that it is in, which is the first. */
export const bankFileOf = sql`
  left join lateral (
    select a.at, a.actor_id, a.after ->> 'file' as name
    from audit_log a
    where a.subject_id = p.id
      and a.action = ${IN_BANK_FILE}
    order by a.id
    limit 1
  ) f on true
`

export type BankFile = {
  at: Date
  name: string
  by: string
  /** Not recorded as sent, and their sum. */
  payouts: number
  amountCents: Cents
  /** One that is, and one of the others that R69 stops. */
  sentId: string | null
  heldId: string | null
}

/** Those with a payout that is not recorded as sent, the newest first; `at`: only the one first made then. */
export const openBankFiles = (db: Db, moneyMode: string, at: Date | null = null): Promise<BankFile[]> =>
  db.query<BankFile>(sql`
    select
      f.at, f.name, ${nameOf(sql`f.actor_id`)} as by,
      count(*) filter (where ${IS_OPEN})::integer as payouts,
      (sum(p.amount_cents) filter (where ${IS_OPEN}))::bigint as amount_cents,
      min(p.id::text) filter (where not ${IS_OPEN}) as sent_id,
      min(p.id::text) filter (where ${IS_OPEN} and (${IS_ABOVE} or ${IS_ON_HOLD})) as held_id
    from payouts p
    ${bankFileOf}
    where (
        ${IS_OPEN}
        or p.sent_at >= (select min(x.approved_at) from payouts x where x.state = 'approved')
      )
      and p.money_mode = ${moneyMode}
      and f.at is not null
      and (${at}::timestamptz is null or f.at = ${at}::timestamptz)
    group by f.at, f.name, f.actor_id
    having count(*) filter (where ${IS_OPEN}) > 0
    order by f.at desc
    limit 20
  `)

/** How many were first made from `since` on and before `until`. */
export async function countBankFiles(db: Db, since: Date, until: Date): Promise<number> {
  const { count } = only(
    await db.query<{ count: number }>(sql`
      select count(distinct f.at)::integer as count
      from payouts p
      ${bankFileOf}
      where p.method = 'bank_transfer'
        and (p.sent_at is null or p.sent_at >= ${since})
        and f.at >= ${since}
        and f.at < ${until}
    `),
  )
  return count
}

/** Newest first. */
async function payoutsWhere(db: Db, where: SQL, limit: number | null = null): Promise<StoredPayout[]> {
  const rows = await db.query<Row>(sql`
    select
      p.id, p.organization_id, o.name as organization_name, o.time_zone, p.amount_cents, p.state, p.money_mode, p.note,
      p.prepared_at, p.approved_at, p.method, p.destination, p.destination_id, p.paid_on, p.reference,
      p.refusal, p.sent_at, p.arrived_on, p.confirmed_at,
      ${person(sql`p.prepared_by`)} as prepared_by,
      ${person(sql`p.approved_by`)} as approved_by,
      ${person(sql`p.sent_by`)} as sent_by,
      ${person(sql`p.confirmed_by`)} as confirmed_by,
      d.id as current_destination_id, d.changed_at as destination_changed_at,
      coalesce(d.is_test, false) as is_test_destination,
      f.at as in_file_at, ${nameOf(sql`f.actor_id`)} as in_file_by,
      a.is_ready as is_account_ready, a.due as account_due, a.bank_changed_at,
      case when p.state = 'prepared' then ${approversFor(sql`p.organization_id`)} end as approvers,
      (
        select x.happened
        from exceptions x
        where x.subject_id = p.id
          and x.resolved_at is null
        order by x.id
        limit 1
      ) as held,
      (
        select json_agg(json_build_array(c.id, c.name, l.amount_cents) order by c.id)
        from payout_lines l
        join campaigns c on c.id = l.campaign_id
        where l.payout_id = p.id
          and l.reversal_id is null
      ) as lines,
      coalesce((
        select json_agg(json_build_array(r.reversed_on, r.amount_cents, r.reason, r.is_paid_back) order by r.id)
        from payout_reversals r
        where r.payout_id = p.id
      ), '[]') as reversals
    from payouts p
    join organizations o on o.id = p.organization_id
    ${bankFileOf}
    left join lateral (
      select
        d.id, case when ${isChange} then d.approved_at end as changed_at,
        s.account, s.money_mode, s.money_mode = 'sandbox' as is_test
      from organization_payout_destinations d
      left join organization_stripe_accounts s on s.account = d.stripe_account
      where d.organization_id = p.organization_id
        and d.approved_at is not null
      order by d.approved_at desc, d.id desc
      limit 1
    ) d on true
    left join organization_stripe_accounts a
      on a.account = case
        when p.state = 'prepared' and d.money_mode = p.money_mode then d.account
        else p.provider_account
      end
    where ${where}
    order by p.id desc
    limit ${limit}
  `)
  return rows.map(toPayout)
}

function toPayout({
  amountCents,
  lines,
  reversals,
  isAccountReady,
  accountDue,
  bankChangedAt,
  inFileAt,
  inFileBy,
  ...row
}: Row): StoredPayout {
  return {
    ...row,
    bankFile: inFileAt && { at: inFileAt.toISOString(), by: inFileBy ?? 'A representative' },
    account:
      isAccountReady === null ? null : { isReady: isAccountReady, due: accountDue ?? [], bankChangedAt },
    lines: lines.map(([campaignId, campaignName, amount]) => ({
      campaignId,
      campaignName,
      amount: toDecimal(cents(amount)),
    })),
    amount: toDecimal(cents(amountCents)),
    amountCents: cents(amountCents),
    reversed: toDecimal(sum(reversals.map(([, part]) => cents(part)))),
    reversals: reversals.map(([on, part, reason, isPaidBack]) => ({
      on,
      amount: toDecimal(cents(part)),
      reason,
      ...(isPaidBack ? { isPaidBack } : {}),
    })),
    preparedAt: row.preparedAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    next: payoutStepOf(row),
  }
}

/** Locked until the transaction ends. Read after it: what is read in the same statement would date from before the wait. */
export async function lockPayout(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`select id from payouts where id = ${payoutId} for update`)
}

/** Those with a line of the campaign, also if they were withdrawn. */
export const payoutsOf = (db: Db, campaignId: string): Promise<StoredPayout[]> =>
  payoutsWhere(
    db,
    sql`
      p.id in (
        select l.payout_id
        from payout_lines l
        where l.campaign_id = ${campaignId}
      )
    `,
    200,
  )

export async function payoutOf(db: Db, payoutId: string): Promise<StoredPayout | undefined> {
  return first(await payoutsWhere(db, sql`p.id = ${payoutId}`))
}

const among = (organizationIds: readonly string[]) => sql`any(${sql.param(organizationIds)}::uuid[])`

/** Payouts not sent yet, of many organizations at once; at most one each of a kind of money. */
export const openPayoutsOf = (db: Db, organizationIds: readonly string[]): Promise<StoredPayout[]> =>
  payoutsWhere(db, sql`p.organization_id = ${among(organizationIds)} and p.state in ('prepared', 'approved')`)

/** Sent, and not confirmed: the oldest for each of these organizations and kind of money. */
export const unconfirmedPayoutsOf = (db: Db, organizationIds: readonly string[]): Promise<StoredPayout[]> =>
  payoutsWhere(
    db,
    sql`
      p.id in (
        select distinct on (x.organization_id, x.money_mode) x.id
        from payouts x
        where x.organization_id = ${among(organizationIds)}
          and x.state = 'sent'
        order by x.organization_id, x.money_mode, x.id
      )
    `,
  )

/** Null: to any. */
const sentTo = (organizationId: string | null) =>
  sql`p.paid_on is not null ${organizationId === null ? sql`` : sql`and p.organization_id = ${organizationId}`}`

/** The newest that were sent. */
export const paidPayoutsOf = (
  db: Db,
  organizationId: string | null,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<StoredPayout[]> =>
  payoutsWhere(db, sql`${sentTo(organizationId)} and p.id < ${beforeId ?? AFTER_ALL_IDS}::uuid`, limit)

export async function countPaidPayouts(db: Db, organizationId: string | null): Promise<number> {
  const { count } = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from payouts p
      where ${sentTo(organizationId)}
    `),
  )
  return count
}

export async function insertPayout(
  db: Db,
  payout: {
    id: string
    organizationId: string
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
      id, organization_id, amount_cents, state, note, money_mode, prepared_by, prepared_at,
      destination_id, destination
    )
    values (
      ${payout.id}, ${payout.organizationId}, ${payout.amount}, 'prepared', ${payout.note},
      ${payout.moneyMode}, ${payout.preparedBy}, ${payout.preparedAt},
      ${payout.destinationId}::uuid, ${payout.destination}
    )
  `)
}

export type Line = { id: string; campaignId: string; amount: Cents }

/** What it is for each campaign, or what of that came back (`amount` above zero, too). */
export async function insertLines(
  db: Db,
  { payoutId, reversalId }: { payoutId: string; reversalId: string | null },
  lines: readonly Line[],
): Promise<void> {
  const list = (name: keyof Line) => sql.param(lines.map((line) => line[name]))
  await db.query(sql`
    insert into payout_lines (id, payout_id, reversal_id, campaign_id, amount_cents)
    select
      id, ${payoutId}::uuid, ${reversalId}::uuid, campaign_id,
      case when ${reversalId}::uuid is null then amount else -amount end
    from unnest(
      ${list('id')}::uuid[], ${list('campaignId')}::uuid[], ${list('amount')}::bigint[]
    ) as given (id, campaign_id, amount)
  `)
}

/** What the payout is for each campaign, in the order of its lines. */
export const linesOf = (db: Db, payoutId: string): Promise<Line[]> =>
  db.query<Line>(sql`
    select id, campaign_id, amount_cents as amount
    from payout_lines
    where payout_id = ${payoutId}
      and reversal_id is null
    order by campaign_id
  `)

/** No money has moved yet: a representative sends it, or, with an account, the job that finds the row. */
export async function approve(
  db: Db,
  payoutId: string,
  given: {
    by: string
    at: Date
    method: Payout['method']
    destinationId: string
    destination: string
    /** At Stripe. */
    account: string | null
  },
): Promise<void> {
  await db.query(sql`
    update payouts
    set
      state = 'approved',
      approved_by = ${given.by},
      approved_at = ${given.at},
      method = ${given.method},
      destination_id = ${given.destinationId}::uuid,
      destination = ${given.destination},
      provider_account = ${given.account},
      lease_until = ${given.account && given.at}::timestamptz
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

/** False if another worker has the transfer. `leaseUntil`: of the one that learned that Stripe did not make it. */
export async function withdraw(
  db: Db,
  payoutId: string,
  { leaseUntil, reason }: { leaseUntil: Date | null; reason: string | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set state = 'withdrawn', refusal = ${reason}
    where id = ${payoutId}
      and state in ('prepared', 'approved')
      and (${leaseUntil}::timestamptz is null or lease_until = ${leaseUntil}::timestamptz)
    returning id
  `)
  return rows.length === 1
}

/** Assigns to this payout every entry that moved the share of one of its campaigns and is in no payout yet. */
export async function claimEntries(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`
    insert into payout_entries (entry_id, payout_id, campaign_id)
    select e.id, ${payoutId}::uuid, e.campaign_id
    from journal_entries e
    where e.campaign_id in (
        select l.campaign_id
        from payout_lines l
        where l.payout_id = ${payoutId}
      )
      and e.kind <> 'payout'
      and not exists (select from payout_entries x where x.entry_id = e.id)
      and exists (
        select from journal_postings p
        where p.entry_id = e.id
          and p.account in ('organization_payable', 'commission')
      )
  `)
}
