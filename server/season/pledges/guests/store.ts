import type { PaymentMethod } from '#domain/billing/instruments.ts'
import type { Cents } from '#domain/money.ts'
import { mailboxOf } from '#domain/people/email.ts'
import type { HeldState } from '#domain/pledges/held-pledge.ts'
import type { GuestContact } from '#domain/schemas/guest-pledge.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { dropLinks, subjectOfLink } from '#server/messaging/links/index.ts'
import { lockKey } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type GuestLine = {
  statisticId: string
  rate: Cents
  name: string
  unitName: string | null
  type: StatisticType
}

export type GuestPledge = {
  id: string
  campaignId: string
  state: 'started' | 'held' | 'confirmed' | 'expired'
  secretHash: Buffer
  cardAfterMail: boolean
  email: string | null
  firstName: string | null
  lastName: string | null
  zip: string | null
  ambassadorId: string | null
  paymentMethod: PaymentMethod | null
  maximumCents: Cents | null
  isOwnMaximum: boolean
  lines: GuestLine[] | null
  /** Null: the whole season. */
  countsFrom: 'now' | 'match' | null
  /** The one match; for a merged match, the one it was merged into. */
  eventId: string | null
  /** Matches that had begun when it was held and were moved or merged since. */
  known: string[] | null
  /** Null where the guest was not asked: then it stays anonymous. */
  isAnonymous: boolean | null
  mailsSent: number
  addressesUsed: number
  lastMailedAt: Date | null
  heldAt: Date | null
  confirmedAt: Date | null
  pledgeId: string | null
  /** The held pledge it became if a representative checks it first, and what was decided. */
  heldPledgeId: string | null
  heldState: HeldState | null
  /** The contact data of someone who pays by check or cash, until it moves to the account. */
  contact: GuestContact | null
  /** The network from which it was begun. */
  address: string | null
}

const COLUMNS = sql`
  g.id, g.campaign_id, g.state, g.secret_hash, g.card_after_mail, g.email, g.first_name, g.last_name, g.zip,
  g.ambassador_id, g.payment_method, g.maximum_cents, g.is_own_maximum, g.lines, g.mails_sent, g.addresses_used,
  g.last_mailed_at, g.held_at, g.confirmed_at, g.pledge_id, g.counts_from, g.held_pledge_id, g.is_anonymous,
  g.known, g.address,
  (select h.state from held_pledges h where h.id = g.held_pledge_id) as held_state,
  case
    when g.phone is not null
    then json_build_object(
      'phone', g.phone, 'streetAddress1', g.street_address1, 'streetAddress2', g.street_address2,
      'city', g.city, 'state', g.state_code, 'zip', g.zip
    )
  end as contact,
  coalesce((select e.merged_into from events e where e.id = g.event_id), g.event_id) as event_id
`

export async function insertStarted(
  db: Db,
  started: {
    id: string
    campaignId: string
    secretHash: Buffer
    address: string | null
    cardAfterMail: boolean
    at: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into guest_pledges (id, campaign_id, state, secret_hash, address, card_after_mail, created_at)
    values (
      ${started.id}, ${started.campaignId}, 'started', ${started.secretHash}, ${started.address},
      ${started.cardAfterMail}, ${started.at}
    )
  `)
}

/** Locked until the transaction ends: two equal requests wait for each other. */
export async function lockById(tx: Db, id: string): Promise<GuestPledge | undefined> {
  return first(
    await tx.query<GuestPledge>(sql`select ${COLUMNS} from guest_pledges g where g.id = ${id} for update`),
  )
}

export async function findById(db: Db, id: string): Promise<GuestPledge | undefined> {
  return first(await db.query<GuestPledge>(sql`select ${COLUMNS} from guest_pledges g where g.id = ${id}`))
}

export async function findByToken(db: Db, token: string): Promise<GuestPledge | undefined> {
  const id = await subjectOfLink(db, 'guest', token)
  return id === null ? undefined : findById(db, id)
}

/** How many pledges of this mailbox are waiting, and how many mails it was sent since then. Locks the mailbox. */
export async function countOf(
  tx: Db,
  { email, mailbox, since }: { email: string; mailbox: Buffer; since: Date },
): Promise<{ waiting: number; mailed: number }> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${mailboxOf(email)}`}, 0))`)
  return only(
    await tx.query<{ waiting: number; mailed: number }>(sql`
      select
        (
          select count(*)
          from guest_pledges
          where mailbox_of(email) = ${mailboxOf(email)}
            and email is not null
            and state = 'held'
        ) as waiting,
        (
          select count(*)
          from guest_mailboxes
          where mailbox = ${mailbox}
            and mailed_at > ${since}
        ) as mailed
    `),
  )
}

/** How many mails were sent for this organization since then. Locks its count, always after an address. */
export async function countOfOrganization(
  tx: Db,
  { organizationId, since }: { organizationId: string; since: Date },
): Promise<{ withoutCard: number; all: number }> {
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey('guest mails', organizationId)}::bigint)`)
  return only(
    await tx.query<{ withoutCard: number; all: number }>(sql`
      select count(*) filter (where not has_card) as without_card, count(*) as all
      from guest_mailboxes
      where organization_id = ${organizationId}
        and mailed_at > ${since}
    `),
  )
}

export type CountedMail = { organizationId: string; hasCard: boolean }

/** Counts one mail to this address, independent of what happens to its guest pledge. */
export async function noteMailbox(
  tx: Db,
  mailbox: Buffer,
  at: Date,
  { organizationId, hasCard }: CountedMail,
): Promise<void> {
  await tx.query(sql`
    insert into guest_mailboxes (mailbox, mailed_at, organization_id, has_card)
    values (${mailbox}, ${at}, ${organizationId}, ${hasCard})
  `)
}

/** Deletes what no longer counts. */
export async function forgetMailboxes(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from guest_mailboxes where mailed_at <= ${before}`)
}

export type Held = {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  zip: string | null
  ambassadorId: string | null
  paymentMethod: PaymentMethod
  maximumCents: Cents
  isOwnMaximum: boolean
  lines: GuestLine[]
  countsFrom: GuestPledge['countsFrom']
  eventId: string | null
  consentText: string
  consentVersion: number
  contact: GuestContact | null
  isAnonymous: boolean
  at: Date
}

export async function keepTerms(tx: Db, held: Held): Promise<void> {
  await tx.query(sql`
    update guest_pledges
    set
      state = 'held',
      email = ${held.email},
      first_name = ${held.firstName},
      last_name = ${held.lastName},
      zip = ${held.contact?.zip ?? held.zip},
      phone = ${held.contact?.phone ?? null},
      street_address1 = ${held.contact?.streetAddress1 ?? null},
      street_address2 = ${held.contact?.streetAddress2 ?? null},
      city = ${held.contact?.city ?? null},
      state_code = ${held.contact?.state ?? null},
      ambassador_id = ${held.ambassadorId},
      payment_method = ${held.paymentMethod},
      maximum_cents = ${held.maximumCents},
      is_own_maximum = ${held.isOwnMaximum},
      lines = ${JSON.stringify(held.lines)}::jsonb,
      counts_from = ${held.countsFrom},
      event_id = ${held.eventId},
      is_anonymous = ${held.isAnonymous},
      consent_text = ${held.consentText},
      consent_version = ${held.consentVersion},
      held_at = ${held.at},
      addresses_used = 1,
      last_mailed_at = ${held.at}
    where id = ${held.id}
  `)
}

/** `isCorrected`: the links sent to the wrong address stop working. */
export async function noteMailed(
  tx: Db,
  { id, email, at, isCorrected }: { id: string; email: string; at: Date; isCorrected: boolean },
): Promise<void> {
  if (isCorrected) {
    await dropLinks(tx, 'guest', id)
    await dropLinks(tx, 'pledge', id)
  }
  await tx.query(sql`
    update guest_pledges
    set
      email = ${email},
      mails_sent = mails_sent + 1,
      addresses_used = addresses_used + ${isCorrected ? 1 : 0},
      last_mailed_at = ${at}
    where id = ${id}
  `)
}

const NOBODY = sql`
  first_name = null, last_name = null, zip = null, phone = null, street_address1 = null,
  street_address2 = null, city = null, state_code = null
`

/** Only the evidence of consent remains of the guest; the personal data is now the account's. */
export async function confirm(
  tx: Db,
  id: string,
  {
    pledgeId,
    isHeld,
    at,
    lines,
  }: {
    pledgeId: string
    isHeld: boolean
    at: Date
    /** As the guest agreed to them in the end. */
    lines: GuestLine[]
  },
): Promise<void> {
  await tx.query(sql`
    update guest_pledges
    set
      state = 'confirmed', pledge_id = ${isHeld ? null : pledgeId},
      held_pledge_id = ${isHeld ? pledgeId : null}, confirmed_at = ${at}, email = null,
      lines = ${JSON.stringify(lines)}::jsonb, ${NOBODY}
    where id = ${id}
  `)
}

/** Removes everything personal; its links stop working; the job removes its card. */
export async function expire(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(sql`
    update guest_pledges
    set
      state = 'expired', expired_at = ${at}, email = null, address = null, consent_text = null, ${NOBODY}
    where id = any(${sql.param([...ids])}::uuid[])
  `)
}
