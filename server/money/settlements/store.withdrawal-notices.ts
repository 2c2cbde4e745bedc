/** Whoever was mailed a statement of a settlement that is withdrawn is mailed once that it counts no more (R33). */
import { type Cents, cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

const these = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/**
 * The statements of these settlements and the reminders of their invoices: the second part of such a mail's key is the id of what it
 * is about. Ids sort by time, in milliseconds: these mails are found behind the first settlement's own.
 */
const mailsAbout = (campaignId: string, ids: readonly string[]): SQL => sql`
  m.id >= (left((${sql.param([...ids])}::uuid[])[1]::text, 13) || '-0000-0000-000000000000')::uuid
  and m.campaign_id = ${campaignId}
  and m.kind in ('settlement_statement', 'invoice_reminder')
  and split_part(m.idempotency_key, ':', 2) in (
    select id::text
    from settlements
    where id = ${these(ids)}
    union all
    select id::text
    from charges
    where campaign_id = ${campaignId}
      and settlement_id = ${these(ids)}
    union all
    select id::text
    from invoices
    where campaign_id = ${campaignId}
      and settlement_id = ${these(ids)}
  )
`

/** What no mail server has accepted is not sent. One that is being sent right now is looked at again by the job. */
export async function dropUnsentAbout(
  db: Db,
  { campaignId, ids, now }: { campaignId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await db.query(sql`
    delete from mails m
    where ${mailsAbout(campaignId, ids)}
      and m.sent_at is null
      and (m.claimed_until is null or m.claimed_until <= ${now})
  `)
}

type MailsAbout = { isSending: boolean; pledges: number }

/** Whether one of them is being sent right now, and to how many pledges they were sent. */
export async function mailsSentAbout(
  db: Db,
  { campaignId, ids }: { campaignId: string; ids: readonly string[] },
): Promise<MailsAbout> {
  return only(
    await db.query<MailsAbout>(sql`
      select
        coalesce(bool_or(m.sent_at is null), false) as is_sending,
        (count(distinct m.pledge_id) filter (where m.sent_at is not null))::integer as pledges
      from mails m
      where ${mailsAbout(campaignId, ids)}
    `),
  )
}

export type Untold = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  most: Cents
  /** What is not to be paid now: a charge, or an invoice with its number. */
  voided: { amount: Cents; number: string | null }[]
  /** What is not refunded now. */
  kept: Cents
  idempotencyKey: string
}

type Row = Omit<Untold, 'most' | 'voided' | 'kept'> & {
  mostCents: number
  keptCents: number
  voided: { amount: number; number: string | null }[]
}

/** Those who were mailed and are not told yet, at verified addresses (R44). */
export async function untold(
  db: Db,
  { campaignId, ids, limit }: { campaignId: string; ids: readonly string[]; limit: number },
): Promise<Untold[]> {
  const rows = await db.query<Row>(sql`
    with told as (
      select distinct
        m.pledge_id,
        'settlement_withdrawn:' || (${sql.param([...ids])}::uuid[])[1] || ':' || m.pledge_id as idempotency_key
      from mails m
      where ${mailsAbout(campaignId, ids)}
        and m.sent_at is not null
    )
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.vocabulary, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      p.agreed_maximum_cents as most_cents,
      coalesce((
        select json_agg(json_build_object('amount', amount_cents, 'number', number) order by id)
        from (
          select id, amount_cents, null as number
          from charges
          where pledge_id = p.id
            and settlement_id = ${these(ids)}
            and voided_at = v.withdrawn_at
          union all
          select id, amount_cents, number
          from invoices
          where pledge_id = p.id
            and settlement_id = ${these(ids)}
            and voided_at = v.withdrawn_at
        ) bills
      ), '[]') as voided,
      (
        select coalesce(sum(amount_cents), 0)::bigint
        from refunds
        where pledge_id = p.id
          and settlement_id = ${these(ids)}
          and charge_id is not null
      ) as kept_cents,
      t.idempotency_key
    from told t
    join pledges p on p.id = t.pledge_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    join settlements v on v.id = (${sql.param([...ids])}::uuid[])[1]
    where u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails m where m.idempotency_key = t.idempotency_key)
    order by p.id
    limit ${limit}
  `)
  return rows.map(({ mostCents, keptCents, voided, ...row }) => ({
    ...row,
    most: cents(mostCents),
    kept: cents(keptCents),
    voided: voided.map(({ amount, number }) => ({ amount: cents(amount), number })),
  }))
}
