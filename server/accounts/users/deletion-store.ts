import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { hasRole } from '#server/accounts/access/index.ts'
import { userMessagesRemoved, userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import { lockHolders } from './roles-store.ts'

/** What else keeps an account from being deleted, counted; contains nobody else's data. */
export type Ties = {
  openPledges: number
  onlyOwnerOf: string[]
  isLastRepresentative: boolean
}

/**
 * Whoever gives the user a role or a membership holds their row first (`lockUser`), and then the rest in this order: the
 * user, their organizations, the representatives. Another owner or representative who is being deleted comes before or after.
 */
async function lockTies(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`
    select
    from users
    where id = ${userId}
    for no key update
  `)
  await tx.query(sql`
    select
    from organizations
    where id in (
      select organization_id
      from organization_members
      where user_id = ${userId}
        and role = 'owner'
    )
    order by id
    for no key update
  `)
  await lockHolders(tx)
}

/**
 * Locks what ties the account, then the user's row, until the transaction ends: a pledge being made waits, and then finds
 * no user. Not that row alone at first: rows about the user are written after the lock of an organization.
 */
export async function lockUser(tx: Db, userId: string): Promise<{ email: string } | undefined> {
  await lockTies(tx, userId)
  return first(
    await tx.query<{ email: string }>(sql`
      select email
      from users
      where id = ${userId}
        and deleted_at is null
      for update
    `),
  )
}

export async function tiesOf(db: Db, userId: string): Promise<Ties> {
  return only(
    await db.query<Ties>(sql`
      select
        (
          select count(*)
          from pledges
          where pledger_id = ${userId}
            and status in ('active', 'past_due')
        ) as open_pledges,
        array(
          select o.name
          from organization_members m
          join organizations o on o.id = m.organization_id
          where m.user_id = ${userId}
            and m.role = 'owner'
            and o.archived_at is null
            and not exists (
              select from organization_members other
              where other.organization_id = m.organization_id
                and other.role = 'owner'
                and other.user_id <> ${userId}
            )
          order by o.name
          limit 20
        ) as only_owner_of,
        (
          ${hasRole(userId)}
          and not exists (
            select from user_roles r
            join users u on u.id = r.user_id
            where r.role = ${REPRESENTATIVE}
              and r.user_id <> ${userId}
              and u.deleted_at is null
          )
        ) as is_last_representative
    `),
  )
}

type LeftOwner = {
  organizationId: string
  organizationName: string
  ownerId: string
  email: string
  /** The name of the one who leaves; empty without one. */
  person: string
  /** How many open invitations of theirs end. */
  withdrawn: number
}

/** The other owners of what this user owns. */
export async function leftOwners(db: Db, userId: string): Promise<LeftOwner[]> {
  return db.query<LeftOwner>(sql`
    select
      o.id as organization_id,
      o.name as organization_name,
      other.user_id as owner_id,
      u.email,
      trim(concat(leaving.first_name, ' ', leaving.last_name)) as person,
      (
        select count(*)
        from organization_invitations i
        where i.organization_id = o.id
          and i.invited_by = m.user_id
          and i.accepted_at is null
          and i.revoked_at is null
      ) as withdrawn
    from organization_members m
    join users leaving on leaving.id = m.user_id
    join organizations o on o.id = m.organization_id
    join organization_members other
      on other.organization_id = m.organization_id
      and other.role = 'owner'
      and other.user_id <> m.user_id
    join users u on u.id = other.user_id
    where m.user_id = ${userId}
      and m.role = 'owner'
      and u.email_verified_at is not null
      and u.deleted_at is null
    order by o.id, other.user_id
  `)
}

const nobodyOf = (userId: string): string => `deleted-${userId}@deleted.invalid`

const listOf = (addresses: readonly string[]): SQL => sql`${sql.param([...addresses])}::text[]`

/** To which mail to this account went before it had another address; one that someone else has by now is theirs. */
async function formerAddresses(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx.query<{ address: string }>(sql`
    select distinct m.to_address as address
    from mails m
    where m.user_id = ${userId}
      and m.to_address not like 'deleted-%@deleted.invalid'
      and not exists (
        select from users other
        where other.email = m.to_address
          and other.id <> ${userId}
          and other.deleted_at is null
      )
  `)
  return rows.map(({ address }) => address)
}

/** Those that were never confirmed: what they say of a person is erased as if their time were over. */
async function expireGuestPledges(tx: Db, addresses: readonly string[], at: Date): Promise<void> {
  await tx.query(sql`
    update guest_pledges
    set
      state = 'expired', expired_at = ${at}, email = null, address = null, consent_text = null,
      first_name = null, last_name = null, zip = null, phone = null, street_address1 = null,
      street_address2 = null, city = null, state_code = null
    where state = 'held'
      and email = any(${listOf(addresses)})
  `)
}

/** Erases who the person was. Pledges, charges, results and entries still point at the anonymous row. */
export async function eraseUser(tx: Db, userId: string, email: string, at: Date): Promise<void> {
  const addresses = [email, ...(await formerAddresses(tx, userId))]
  await tx.query(sql`
    update users
    set
      first_name = null,
      last_name = null,
      email = ${nobodyOf(userId)},
      email_verified_at = null,
      phone = null,
      profile_image_url = null,
      street_address1 = null,
      street_address2 = null,
      city = null,
      state = null,
      zip = null,
      not_typed = '{}',
      version = version + 1,
      deleted_at = ${at}
    where id = ${userId}
  `)
  await userNameChanged(tx, userId)
  await tx.query(sql`
    delete from identity.verification
    where value in (
      select subject
      from user_identities
      where user_id = ${userId}
    )
  `)
  await tx.query(sql`
    delete from identity."user"
    where id in (
      select subject
      from user_identities
      where user_id = ${userId}
        and provider = 'embedded'
    )
  `)
  await tx.query(sql`delete from user_identities where user_id = ${userId}`)
  await tx.query(sql`delete from pledge_details where user_id = ${userId}`)
  await tx.query(sql`delete from user_roles where user_id = ${userId}`)
  await tx.query(sql`delete from organization_members where user_id = ${userId}`)
  await tx.query(sql`delete from push_devices where user_id = ${userId}`)
  await tx.query(sql`delete from result_alerts where user_id = ${userId}`)
  await tx.query(sql`delete from sent_alerts where user_id = ${userId}`)
  await tx.query(sql`delete from mail_refusals where user_id = ${userId}`)
  await tx.query(sql`delete from opening_requests
    where mailbox = any(array(select mailbox_of(address) from unnest(${listOf(addresses)}) as own (address)))
  `)
  // Also answers to others that contain an address, such as to an invitation.
  await tx.query(sql`
    delete from idempotency_keys
    where user_id = ${userId}
      or exists (select from unnest(${listOf(addresses)}) as own (address) where position(address in lower(body)) > 0)
  `)
  await expireGuestPledges(tx, addresses, at)
  await tx.query(sql`
    update guest_pledges
    set address = null
    where pledge_id in (
      select id
      from pledges
      where pledger_id = ${userId}
    )
  `)
  // The authorization itself stays: it is the evidence if a bank asks for it later.
  await tx.query(sql`
    update debit_mandates
    set
      address = null,
      ended_at = coalesce(ended_at, ${at}),
      end_reason = coalesce(end_reason, 'account_deleted')
    where user_id = ${userId}
  `)
  await tx.query(sql`
    update ambassadors
    set email = 'deleted-' || id || '@deleted.invalid', removed_at = coalesce(removed_at, ${at})
    where user_id = ${userId}
      or email = any(${listOf(addresses)})
  `)
  await endInvitations(tx, userId, addresses, at)
  await eraseMails(tx, userId, addresses, at)
  await eraseWords(tx, userId)
  await tx.query(sql`
    update held_pledges
    set
      note = null,
      message = null,
      state = case when state = 'held' then 'withdrawn' else state end,
      decided_by = coalesce(decided_by, ${userId}::uuid),
      decided_at = coalesce(decided_at, ${at}::timestamptz)
    where pledger_id = ${userId}
  `)
  await tx.query(sql`
    update role_proposals
    set withdrawn_by = ${userId}, withdrawn_at = ${at}
    where confirmed_at is null
      and withdrawn_at is null
      and (user_id = ${userId} or proposed_by = ${userId})
  `)
}

/** Those to them lose the address; open ones, also those that they sent, are withdrawn. */
async function endInvitations(tx: Db, userId: string, addresses: readonly string[], at: Date): Promise<void> {
  const waits = sql`accepted_at is null and revoked_at is null`
  await tx.query(sql`
    update organization_invitations
    set
      email = 'deleted-' || id || '@deleted.invalid',
      revoked_by = case when ${waits} then ${userId}::uuid else revoked_by end,
      revoked_at = case when ${waits} then ${at}::timestamptz else revoked_at end
    where accepted_by = ${userId}
      or email = any(${listOf(addresses)})
  `)
  await tx.query(sql`
    update organization_invitations
    set revoked_by = ${userId}, revoked_at = ${at}
    where invited_by = ${userId}
      and ${waits}
  `)
}

/** What they wrote for others to read: messages on campaigns' pages, thanks to supporters, reports of such messages, and the notes of pledges. */
async function eraseWords(tx: Db, userId: string): Promise<void> {
  await userMessagesRemoved(tx, userId)
  const own = sql`select id from comments where author_id = ${userId} for update`
  await tx.query(sql`delete from comment_reports where comment_id in (${own})`)
  await tx.query(sql`delete from comments where author_id = ${userId}`)
  await tx.query(sql`delete from thank_yous where written_by = ${userId}`)
  await tx.query(sql`
    update review_requests
    set question = 'Removed with the account that asked'
    where asked_by = ${userId}
      and question is not null
  `)
  await tx.query(sql`update comment_reports set reason = null where reporter = ${`user:${userId}`}`)
  await tx.query(sql`
    update pledges
    set note = null, thanks = null, thanked_as = null
    where pledger_id = ${userId}
      and (note is not null or thanks is not null)
  `)
}

/** Mail to the user, what they wrote to us, and what names them to others: a mail to others that waits is sent first. */
async function eraseMails(tx: Db, userId: string, addresses: readonly string[], at: Date): Promise<void> {
  const isAbout = sql`${userId}::uuid = any(about_user_ids)`
  await tx.query(sql`
    update mails
    set
      to_address = ${nobodyOf(userId)},
      reply_to = null,
      subject = '',
      text_body = '',
      html_body = '',
      unsubscribe_url = null,
      sealed = null,
      sent_at = coalesce(sent_at, case when failed_at is null then ${at}::timestamptz end)
    where user_id = ${userId}
      or to_address = any(${listOf(addresses)})
      or (kind = 'contact' and ((reply_to = any(${listOf(addresses)}) and about_user_ids = '{}') or ${isAbout}))
      -- The notice of a changed address went to the earlier one, which was nobody's by then.
      or (
        kind = 'security_notice'
        and user_id is null
        and to_address in (
          select to_address
          from mails
          where user_id = ${userId}
        )
      )
  `)
  const isOver = sql`(sent_at is not null or failed_at is not null)`
  await tx.query(sql`
    update mails
    set
      erase_once_sent = true,
      text_body = case when ${isOver} then '' else text_body end,
      html_body = case when ${isOver} then '' else html_body end
    where ${isAbout}
  `)
}
