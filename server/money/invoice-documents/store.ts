/** Everything that is printed on an invoice. */

import { type Cents, cents } from '#domain/money.ts'
import type { Invoice } from '#domain/schemas/settlement.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type LineRow, linesOf, type NamedLine, toAccrualLines } from '#server/season/pledges/lines/index.ts'

export type PrintedInvoice = {
  id: string
  number: string
  state: Invoice['state']
  issuedAt: Date
  /** `YYYY-MM-DD`. */
  dueOn: string
  settlementId: string
  campaignId: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  pledgeId: string
  pledgerId: string
  name: string
  address: string[]
  /** What it is for now, after corrections, without what was moved into a card payment. */
  amount: Cents
  paid: Cents
  byCard: Cents
  /** How much refunds that were owed have lowered `amount`. */
  setOff: Cents
  isCardPaid: boolean
  /** As of the settlement's lock. */
  accrued: Cents
  billedBefore: Cents
  toBill: Cents
  most: Cents
  lines: NamedLine[]
}
type Amounts = 'amount' | 'paid' | 'byCard' | 'setOff' | 'accrued' | 'billedBefore' | 'toBill' | 'most'
type Row = Omit<PrintedInvoice, Amounts | 'lines' | 'address'> &
  Record<`${Amounts}Cents`, number> & {
    lines: LineRow[]
    streetAddress1: string | null
    streetAddress2: string | null
    place: string
  }

/** Found and authorized in one query: for its supporter, or for a representative. */
export async function ownerOfInvoice(
  db: Db,
  { pledgeId, number }: { pledgeId: string; number: string },
  actor: Actor,
): Promise<{ pledgerId: string; campaignId: string } | undefined> {
  return first(
    await db.query<{ pledgerId: string; campaignId: string }>(sql`
      select p.pledger_id, p.campaign_id
      from invoices i
      join pledges p on p.id = i.pledge_id
      where i.pledge_id = ${pledgeId}
        and i.number = ${number}
        and (
          p.pledger_id = ${actor.userId}
          or ${isRepresentative(actor)}
        )
    `),
  )
}

/** By its number, of this pledge and no other. */
export async function printedInvoice(
  db: Db,
  pledgeId: string,
  number: string,
): Promise<PrintedInvoice | null> {
  const row = first(
    await db.query<Row>(sql`
      select
        i.id, i.number, i.state, i.issued_at, i.due_on, i.settlement_id, i.campaign_id,
        c.name as campaign_name, was.name as organization_name, c.time_zone,
        c.money_mode = 'sandbox' as is_test,
        p.id as pledge_id, p.pledger_id,
        trim(concat(u.first_name, ' ', u.last_name)) as name,
        u.street_address1, u.street_address2,
        trim(concat_ws(' ', nullif(concat_ws(', ', u.city, u.state), ''), u.zip)) as place,
        i.amount_cents, i.paid_cents,
        coalesce(h.amount_cents, 0) as by_card_cents,
        coalesce(h.state = 'succeeded', false) as is_card_paid,
        (
          select coalesce(sum(f.amount_cents), 0)::bigint
          from set_offs f
          where f.invoice_id = i.id
        ) as set_off_cents,
        s.accrued_cents, s.billed_before_cents, s.to_bill_cents,
        p.agreed_maximum_cents as most_cents,
        ${linesOf(sql`p.id`, { asOf: sql`v.locked_at` })} as lines
      from invoices i
      join pledges p on p.id = i.pledge_id
      ${supporterOf()}
      join campaigns c on c.id = i.campaign_id
      join organizations o on o.id = c.organization_id
      join settlements v on v.id = i.settlement_id
      join settlement_pledges s on s.settlement_id = i.settlement_id and s.pledge_id = i.pledge_id
      left join charges h on h.invoice_id = i.id and h.state <> 'voided'
      ${organizationOn(sql`(i.issued_at at time zone c.time_zone)::date`)}
      where i.pledge_id = ${pledgeId}
        and i.number = ${number}
    `),
  )
  return row ? toPrinted(row) : null
}

function toPrinted({ lines, streetAddress1, streetAddress2, place, ...row }: Row): PrintedInvoice {
  return {
    ...row,
    address: [streetAddress1, streetAddress2, place].filter(
      (line) => line !== null && line !== '',
    ) as string[],
    amount: cents(row.amountCents),
    paid: cents(row.paidCents),
    byCard: cents(row.byCardCents),
    accrued: cents(row.accruedCents),
    billedBefore: cents(row.billedBeforeCents),
    toBill: cents(row.toBillCents),
    most: cents(row.mostCents),
    setOff: cents(row.setOffCents),
    lines: toAccrualLines(lines),
  }
}
