import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents } from '#domain/money.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import type { SavedKind } from '#server/money/providers/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type LineRow, linesOf, type NamedLine, toAccrualLines } from '#server/season/pledges/lines/index.ts'

export type EvidenceRow = {
  chargeId: string
  campaignId: string
  settlementId: string
  pledgeId: string
  amountCents: Cents
  refundedCents: Cents
  succeededAt: Date | null
  chargeAt: Date
  reference: string | null
  brand: string | null
  last4: string | null
  kind: SavedKind
  /** With a card that was entered for this payment by someone who had the pledge's link. */
  isByLink: boolean
  /** Where that form was opened from. */
  address: string | null
  /** As it was sent to the bank; null for none, or before it was stored. */
  statementSuffix: string | null
  name: string
  email: string
  verifiedAt: Date | null
  pledgedAt: Date
  consentText: string
  most: Cents
  accrued: Cents
  campaignName: string
  vocabulary: Vocabulary
  organizationName: string
  timeZone: string
  lines: NamedLine[]
}
type Row = Omit<EvidenceRow, 'most' | 'accrued' | 'lines'> & {
  agreedMaximumCents: number
  accruedCents: number
  lines: LineRow[]
}

/** The charge with who agreed to it, to what, and with which card. */
export async function evidenceRow(db: Db, chargeId: string): Promise<EvidenceRow | null> {
  const row = first(
    await db.query<Row>(sql`
      select
        h.id as charge_id, h.campaign_id, h.settlement_id, h.pledge_id, h.amount_cents,
        h.refunded_cents, h.succeeded_at, h.charge_at, a.provider_reference as reference,
        coalesce(a.card_brand, k.brand) as brand,
        coalesce(a.card_last4, k.last4) as last4,
        case when a.kind = 'link' then 'card' else coalesce(k.kind, 'card') end as kind,
        coalesce(a.kind = 'link', false) as is_by_link,
        a.address, a.statement_suffix,
        coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) as name,
        u.email, u.email_verified_at as verified_at, p.created_at as pledged_at, p.consent_text,
        p.agreed_maximum_cents,
        coalesce(z.accrued_cents, 0)::bigint as accrued_cents,
        c.name as campaign_name, c.vocabulary, was.name as organization_name, c.time_zone,
        ${linesOf(sql`p.id`, { asOf: sql`v.locked_at` })} as lines
      from charges h
      join pledges p on p.id = h.pledge_id
      ${supporterOf()}
      join campaigns c on c.id = h.campaign_id
      join organizations o on o.id = c.organization_id
      left join cards k on k.id = h.card_id
      left join charge_attempts a on a.charge_id = h.id and a.outcome = 'succeeded'
      left join settlements v on v.id = h.settlement_id
      left join settlement_pledges z on z.settlement_id = h.settlement_id and z.pledge_id = p.id
      ${organizationOn(sql`(coalesce(h.succeeded_at, 'infinity') at time zone c.time_zone)::date`)}
      where h.id = ${chargeId}
    `),
  )
  if (!row) return null
  const { agreedMaximumCents, accruedCents, lines, ...rest } = row
  return {
    ...rest,
    most: cents(agreedMaximumCents),
    accrued: cents(accruedCents),
    lines: toAccrualLines(lines),
  }
}

/** What was agreed before a maximum was lowered, oldest first. */
export async function earlierConsents(db: Db, pledgeId: string): Promise<{ text: string; until: Date }[]> {
  return db.query(sql`
    select consent_text as text, replaced_at as until
    from pledge_consents
    where pledge_id = ${pledgeId}
    order by id
    limit 50
  `)
}

export type SentMail = { kind: string; subject: string; textBody: string; sentAt: Date; toAddress: string }

/** Mails about the pledge's money that were actually sent, oldest first. */
export async function sentMails(db: Db, pledgeId: string, to: string): Promise<SentMail[]> {
  return db.query<SentMail>(sql`
    select kind, subject, text_body, sent_at, to_address
    from mails
    where pledge_id = ${pledgeId}
      and to_address = ${to}
      and sent_at is not null
    order by id
    limit 100
  `)
}
