/** The statement to every supporter: the exact amount, the matches behind it, the charge date. */

import { type StatementPart, statementParts } from '#domain/billing/statement-parts.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { unlinked } from '#domain/links.ts'
import { type Cents, cents, formatUsd } from '#domain/money.ts'
import { type buildSeason, shareByMoment } from '#domain/pledges/accrual.ts'
import { shareLines } from '#domain/pledges/match-shares.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type LineRow, linesOf, type NamedLine, toAccrualLines } from '#server/season/pledges/lines/index.ts'
import { frozenResults, type NamedResults } from '#server/season/results/counted/index.ts'
import { renamedResults, withRenamed } from './settlements-store.ts'

export type StatementToMail = {
  pledgeId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  amount: Cents
  accrued: Cents
  billedBefore: Cents
  /** Some of that was waived or written off. */
  isPartlyForgiven: boolean
  /** What the settlement did besides billing. */
  parts: { part: StatementPart; amount: Cents }[]
  /** Of a version after the final settlement. */
  isCorrection: boolean
  most: Cents
  chargeAt: Date | null
  /** Kind of what is charged; `card` if there is an invoice. */
  kind: 'card' | 'bank_account'
  /** Of the card, or the bank's name; null if there is an invoice. */
  brand: string | null
  last4: string | null
  invoiceNumber: string | null
  dueOn: string | null
  /** Idempotency key of this statement. */
  idempotencyKey: string
  lines: NamedLine[]
}

type Row = Omit<StatementToMail, 'amount' | 'accrued' | 'billedBefore' | 'parts' | 'most' | 'lines'> & {
  amountCents: number
  accruedCents: number
  billedBeforeCents: number
  carriedCents: number
  waivedCents: number
  writtenOffCents: number
  refundedCents: number
  goodwillCents: number
  agreedMaximumCents: number
  lines: LineRow[]
}

/** Idempotency key of a charge's statement: a new date or amount is a new notice. */
export const statementOf = (charge: 'c' | 'charges') =>
  sql.raw(`'statement:' || ${charge}.id || ':' || ${charge}.charge_at::date || ':' || ${charge}.amount_cents`)

/** No charge has a date while its campaign is paused. */
export const hasDates = (campaignId: string) => sql`
  not exists (
    select from campaigns
    where id = ${campaignId}
      and status = 'paused'
  )
`

const followsFinal = sql`
  exists (
    select from settlements before
    where before.campaign_id = v.campaign_id
      and before.kind = 'final'
      and before.withdrawn_at is null
      and before.version < v.version
  )
`

/** What settlement `v` did for pledge `p` besides billing it. */
const besides = sql`
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where settlement_id = v.id and kind = 'waiver'), 0)::bigint
        as waived_cents,
      coalesce(sum(amount_cents) filter (where settlement_id = v.id and kind = 'write_off'), 0)::bigint
        as written_off_cents,
      coalesce(
        sum(amount_cents) filter (where settlement_id is distinct from v.id and created_at <= v.locked_at),
        0
      ) <> 0 as is_partly_forgiven
    from adjustments
    where pledge_id = p.id
  ) a
  cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as refunded_cents
    from refunds
    where pledge_id = p.id
      and settlement_id = v.id
      and kind = 'correction'
      and state <> 'failed'
  ) r
`

/**
 * Statements not sent yet, in order of pledge ids from `from` on, including those for $0.00; verified addresses only. A new charge date is a new notice; one that names a date waits while the campaign is paused.
 */
export async function unsentStatements(
  db: Db,
  { id: settlementId, campaignId }: { id: string; campaignId: string },
  { from, limit }: { from: string | null; limit: number },
): Promise<StatementToMail[]> {
  const rows = await db.query<Row>(sql`
    select
      b.pledge_id, p.pledger_id, u.email, c.name as campaign_name, o.name as organization_name,
      c.vocabulary, c.time_zone, b.amount_cents, s.accrued_cents, s.billed_before_cents, s.carried_cents,
      p.agreed_maximum_cents, a.waived_cents, a.written_off_cents, r.refunded_cents, s.goodwill_cents,
      a.is_partly_forgiven, v.kind = 'final' and ${followsFinal} as is_correction, b.charge_at,
      coalesce(k.kind, 'card') as kind, k.brand, k.last4, b.invoice_number, b.due_on, b.idempotency_key,
      ${linesOf(sql`p.id`, { asOf: sql`v.locked_at` })} as lines
    from (
      select
        pledge_id, amount_cents, charge_at, card_id,
        null as invoice_number,
        null::date as due_on,
        ${statementOf('charges')} as idempotency_key
      from charges
      where campaign_id = ${campaignId}
        and settlement_id = ${settlementId}
        and state = 'scheduled'
        and ${hasDates(campaignId)}
      union all
      select pledge_id, amount_cents, null, null, number, due_on, 'statement:' || id
      from invoices
      where campaign_id = ${campaignId}
        and settlement_id = ${settlementId}
        and state = 'open'
      union all
      select z.pledge_id, 0, null, null, null, null, 'statement:' || z.settlement_id || ':' || z.pledge_id
      from settlement_pledges z
      join settlements t on t.id = z.settlement_id and t.kind = 'final' and t.withdrawn_at is null
      where z.settlement_id = ${settlementId}
        and not exists (
          select from charges h
          where h.settlement_id = z.settlement_id
            and h.pledge_id = z.pledge_id
        )
        and not exists (
          select from invoices i
          where i.settlement_id = z.settlement_id
            and i.pledge_id = z.pledge_id
        )
    ) b
    left join cards k on k.id = b.card_id
    join pledges p on p.id = b.pledge_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    join settlement_pledges s on s.settlement_id = ${settlementId} and s.pledge_id = p.id
    join settlements v on v.id = s.settlement_id
    ${besides}
    where u.email_verified_at is not null
      and u.deleted_at is null
      and (${from}::uuid is null or b.pledge_id >= ${from}::uuid)
      and not exists (
        select from mails m
        where m.idempotency_key = b.idempotency_key
      )
    order by b.pledge_id
    limit ${limit}
  `)
  return rows.map(toStatement)
}

function toStatement({
  amountCents,
  accruedCents,
  billedBeforeCents,
  agreedMaximumCents,
  ...row
}: Row): StatementToMail {
  const { carriedCents, waivedCents, writtenOffCents, refundedCents, goodwillCents, ...rest } = row
  const figures = {
    amount: cents(amountCents),
    accrued: cents(accruedCents),
    billedBefore: cents(billedBeforeCents),
  }
  const parts = statementParts({
    ...figures,
    carried: cents(carriedCents),
    waived: cents(waivedCents),
    writtenOff: cents(writtenOffCents),
    refunded: cents(refundedCents),
    goodwill: cents(goodwillCents),
  })
  return { ...rest, ...figures, parts, most: cents(agreedMaximumCents), lines: toAccrualLines(row.lines) }
}

/** A campaign is paused: what is queued would name a date on which nothing is charged. */
export async function dropUnsentStatements(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    delete from mails m
    using charges c
    where c.campaign_id = ${campaignId}
      and c.state = 'scheduled'
      and m.idempotency_key = ${statementOf('c')}
      and m.sent_at is null
      and m.failed_at is null
  `)
}

/** The results that a settlement is based on, as of its lock. */
export const settledResults = (db: Db, settlementId: string): Promise<NamedResults> =>
  frozenResults(db, sql`select * from settlement_results where settlement_id = ${settlementId}`)

/** The same, by the names that one pledge knows them by. */
export async function resultsOnPledge(
  db: Db,
  { settlementId, pledgeId }: { settlementId: string; pledgeId: string },
): Promise<NamedResults> {
  const { results, names } = await settledResults(db, settlementId)
  const renamed = await renamedResults(db, settlementId, [pledgeId])
  return { results, names: withRenamed(names, renamed.get(pledgeId)) }
}

export type Season = ReturnType<typeof buildSeason>

type MatchLine = readonly [label: string, amount: string, counts: string]

/** "Sep 12, vs. Harbor (Goals: 3 × $3.00)", "$9.00". */
export const inOneLine = ([label, amount, counts]: MatchLine): readonly [string, string] => [
  counts === '' ? label : `${label} (${counts})`,
  amount,
]

/** "Sep 12, vs. Harbor", "$9.00", "Goals: 3 × $3.00": gifts first, then oldest first; they add up to what the pledge has earned. */
export function matchLines(
  notice: Pick<StatementToMail, 'lines' | 'most' | 'timeZone'>,
  season: Season,
  names: ReadonlyMap<string, string>,
): MatchLine[] {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: notice.timeZone })
  return shareByMoment(notice.lines, notice.most, season).map((share) => [
    share.moment === null
      ? 'One-time gift'
      : `${day.format(share.moment.at)}, ${names.get(share.moment.key) ?? ''}`,
    formatUsd(share.total),
    shareLines(share, { ...notice, season })
      .map(({ index, text }) => `${unlinked(notice.lines[index]?.name ?? '')}: ${text}`)
      .join('; '),
  ])
}
