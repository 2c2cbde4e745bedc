import type { Cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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

/** Only a verified address gets mail about money (R44). */
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
