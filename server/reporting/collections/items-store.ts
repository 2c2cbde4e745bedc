/** Each charge, invoice and dispute that is not settled, and refunds owed: what happens next and when. */
import { CARD_PAYMENT_STEP, reasonOf, type Wait } from '#domain/billing/charge-status.ts'
import {
  LATE_STATES,
  OPEN_GROUPS,
  OPEN_STATES,
  type OpenState,
  openStepOf,
} from '#domain/billing/collection.ts'
import { manualRefundStepOf } from '#domain/billing/manual-refund.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type {
  CollectionFilter,
  OpenItem,
  OpenItems,
  OpenItemsQuery,
  PledgeName,
} from '#domain/schemas/collection.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { refundsOwedRows } from '#server/money/manual-refunds/index.ts'
import type { Clearing } from '#server/money/payments/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { wantedCampaigns } from './store.ts'

/** When supporters are reminded of invoices: days after the due date. */
const REMINDED_AT_DAYS = [-14, 0, 14, 30]

/** For `wanted` campaigns; each part from an index with only such rows. */
const open = (checkClearingDays: number): SQL => sql`
  open as (
    select
      c.id,
      'charge' as kind,
      c.state, c.id as charge_id, c.pledge_id, c.campaign_id, i.number, c.amount_cents,
      c.failure_code as code,
      case
        when c.state in ('scheduled', 'failed') then wall_clock(w.time_zone, c.charge_at)::date
      end as next_on,
      wall_clock(
        w.time_zone,
        case
          when c.state = 'scheduled' then c.charge_at
          else coalesce(a.started_at, c.charge_at)
        end
      )::date as due_on,
      null::date as clears_on
    from charges c
    join wanted w on w.id = c.campaign_id
    left join invoices i on i.id = c.invoice_id
    left join lateral (
      select started_at
      from charge_attempts
      where charge_id = c.id
      order by started_at
      limit 1
    ) a on true
    where c.state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due')
    union all
    select
      i.id, 'invoice',
      case when i.due_on < w.today then 'overdue' else 'invoiced' end,
      null, i.pledge_id, i.campaign_id, i.number,
      i.amount_cents - i.paid_cents,
      null,
      (
        select min(i.due_on + day)
        from unnest(${sql.param(REMINDED_AT_DAYS)}::integer[]) day
        where i.due_on + day > w.today
      ),
      i.due_on, null
    from invoices i
    join wanted w on w.id = i.campaign_id
    where i.state = 'open'
    union all
    select
      d.id, 'dispute', 'disputed', d.charge_id, d.pledge_id, d.campaign_id, null, d.amount_cents,
      d.reason,
      case
        when wall_clock(w.time_zone, d.evidence_due_at)::date >= w.today
          then wall_clock(w.time_zone, d.evidence_due_at)::date
      end,
      wall_clock(w.time_zone, d.opened_at)::date,
      null
    from disputes d
    join wanted w on w.id = d.campaign_id
    where d.closed_at is null
    union all
    select
      o.id, o.kind, 'owed_back', null, o.pledge_id, o.campaign_id, o.invoice_number, o.amount_cents,
      null, null, o.since, o.clears_on
    from (${refundsOwedRows(checkClearingDays)}) o
    join wanted w on w.id = o.campaign_id
  )
`

const shown = (show: OpenItemsQuery['show']): SQL => {
  if (show === 'all') return sql`true`
  const groups: Partial<Record<typeof show, readonly OpenState[]>> = { late: LATE_STATES, ...OPEN_GROUPS }
  const states = groups[show] ?? [show]
  return sql`state = any(${sql.param([...states])}::text[])`
}

type Row = {
  id: string
  kind: OpenItem['kind']
  state: OpenState
  chargeId: string | null
  pledgeId: string
  campaignId: string
  number: string | null
  amountCents: number
  code: string | null
  nextOn: string | null
  dueOn: string
  campaignName: string
  organizationName: string
  moneyMode: OpenItem['moneyMode']
  waits: Wait | null
  /** For overpayments owed back. */
  clearsOn: string | null
  today: string
  total: number
}

const WHY_OWED = { overpayment: 'Overpayment', refund: 'A refund that no card takes' } as const

/** The bank's own word for a dispute, why a card failed, or the reason for a refund. */
function whyOf({ kind, code }: Row): string | null {
  if (kind === 'overpayment' || kind === 'refund') return WHY_OWED[kind]
  if (kind !== 'dispute') return reasonOf(code)
  const words = (code ?? '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function stepOf({ kind, state, number, waits, nextOn, clearsOn, today }: Row) {
  if (kind === 'overpayment' || kind === 'refund') return manualRefundStepOf({ kind, clearsOn }, today)
  if (kind === 'charge' && state === 'processing' && number !== null)
    return { nextStep: CARD_PAYMENT_STEP, nextOn: null }
  const nextStep = openStepOf({ state: state as Exclude<OpenState, 'owed_back'>, waits, nextOn })
  return { nextStep, nextOn: waits === null ? nextOn : null }
}

const SHOWN = ['id', 'kind', 'state', 'chargeId', 'pledgeId', 'campaignId', 'number'] as const
const NAMED = ['dueOn', 'campaignName', 'organizationName', 'moneyMode'] as const
const pick = <K extends keyof Row>(row: Row, names: readonly K[]): Pick<Row, K> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, K>

const toItem = (row: Row): OpenItem => ({
  ...pick(row, SHOWN),
  amount: toDecimal(cents(row.amountCents)),
  reason: whyOf(row),
  ...stepOf(row),
  ...pick(row, NAMED),
})

/** One page, starting with what costs money soonest. */
export async function openItemsPage(
  db: Db,
  query: OpenItemsQuery,
  { now, checkClearingDays }: Clearing,
): Promise<OpenItems> {
  const { show, page, limit } = query
  const rows = await db.query<Row>(sql`
    with wanted as materialized (${wantedCampaigns(query, now)}),
    ${open(checkClearingDays)}
    select
      o.*,
      w.name as campaign_name, w.today, w.organization_name, w.money_mode,
      case
        when w.billing_held_at is not null and o.kind = 'charge' then 'on_hold'
        when w.status = 'paused' and o.kind in ('charge', 'invoice') then 'paused'
      end as waits,
      count(*) over ()::integer as total
    from open o
    join wanted w on w.id = o.campaign_id
    where ${shown(show)}
    order by
      array_position(${sql.param([...OPEN_STATES])}::text[], o.state),
      o.next_on,
      o.due_on,
      o.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return { items: rows.map(toItem), count: rows[0]?.total ?? 0 }
}

export type OpenCount = { moneyMode: OpenItem['moneyMode']; state: OpenState; count: number }

/** None depends on when a check has cleared. */
export const openStates = (db: Db, filter: CollectionFilter, now: Date): Promise<OpenCount[]> =>
  db.query<OpenCount>(sql`
    with wanted as materialized (${wantedCampaigns(filter, now)}),
    ${open(0)}
    select w.money_mode, o.state, count(*)::integer as count
    from open o
    join wanted w on w.id = o.campaign_id
    group by w.money_mode, o.state
  `)

/** Who pays or is refunded, of pledges that were billed: for those who act on the money, and for nothing else. */
export async function namesOf(
  db: Db,
  pledgeIds: readonly string[],
): Promise<(PledgeName & { campaignId: string })[]> {
  return db.query(sql`
    select
      p.id as pledge_id, p.campaign_id,
      case when u.deleted_at is null then u.email else '' end as email,
      case when u.deleted_at is null then u.phone end as phone,
      case
        when u.deleted_at is null
          then coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email)
        else 'Someone who has left'
      end as name,
      case
        when u.street_address1 is null then '{}'
        else array_remove(
          array[
            u.street_address1,
            nullif(u.street_address2, ''),
            concat_ws(' ', nullif(concat_ws(', ', u.city, u.state), ''), u.zip)
          ],
          null
        )
      end as address
    from pledges p
    ${supporterOf()}
    where p.id = any(${sql.param([...new Set(pledgeIds)])}::uuid[])
      and (
        exists (select from charges c where c.pledge_id = p.id)
        or exists (select from invoices i where i.pledge_id = p.id)
      )
    order by p.id
  `)
}
