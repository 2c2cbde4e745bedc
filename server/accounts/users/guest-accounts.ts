/** Accounts of people who pledged without one: created once their email address is proven. */

import type { GuestContact } from '#domain/schemas/guest-pledge.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import { nameOfPerson } from './details.ts'
import { CONTACT_COLUMNS, givesWay, type ProfileColumn, typed } from './typed-columns.ts'

type Guest = {
  /** The guest pledge's id; a new account gets the same. */
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  zip: string | null
  /** For a person who pays by check or cash. */
  contact: GuestContact | null
}

const MAX_ATTEMPTS = 3

/**
 * The user with this address, in the transaction that needs them. Opening the mail proves the address, like a code:
 * an account that has proven it is theirs, one that has not is removed. No session is opened, and a new account has no
 * password: a mailed link sets it, like a forgotten one.
 */
export async function userOfProvenAddress(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Db,
  guest: Guest,
): Promise<string> {
  const at = clock.now()
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const holder = first(
      await tx.query<{ id: string; isVerified: boolean }>(sql`
        select id, email_verified_at is not null as is_verified
        from users
        where email = ${guest.email}
          and deleted_at is null
        for update
      `),
    )
    if (holder?.isVerified) {
      await fillIn(tx, holder.id, guest)
      return holder.id
    }
    if (holder) await dropUnproven(tx, guest.email, at)
    const made = await tx.query(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, zip, not_typed, created_at)
      values (
        ${guest.id}, ${guest.firstName}, ${guest.lastName}, ${guest.email}, ${at}, ${guest.zip},
        case when ${guest.zip}::text is null then '{}'::text[] else '{zip}' end, ${at}
      )
      on conflict (email)
      where deleted_at is null
      do nothing
      returning id
    `)
    if (made.length === 0) continue
    // With Clerk, signing up there with the same address leads to this user.
    if (config.clerk === null) await openAccount(tx, guest, at)
    await fillIn(tx, guest.id, guest)
    return guest.id
  }
  throw new Error('an account for a confirmed guest pledge could not be made')
}

/** A person may have one name: half of another one is never put beside it. */
const NAMELESS = sql`coalesce(first_name, last_name) is null`

/**
 * Adds what an invoice needs and the account lacks. An address is handled as a whole; what the supporter typed stays, what came
 * by a link or with a card is replaced. Without an address, the wallet's name replaces only a name that a link added.
 */
async function fillIn(tx: Db, userId: string, { firstName, lastName, contact }: Guest): Promise<void> {
  await nameOfPerson(tx, userId, { firstName, lastName })
  if (contact === null) return
  const { phone, streetAddress1, streetAddress2, city, state, zip } = contact
  const orKept = (column: ProfileColumn, value: string | null): SQL => {
    const name = sql.raw(column)
    return sql`${name} = case when ${givesWay('street_address1')} then ${value}::text else ${name} end`
  }
  await tx.query(sql`
    update users
    set
      first_name = case when ${NAMELESS} then ${firstName}::text else first_name end,
      last_name = case when ${NAMELESS} then ${lastName}::text else last_name end,
      phone = case when ${givesWay('phone')} then ${phone}::text else phone end,
      ${orKept('street_address1', streetAddress1)},
      ${orKept('street_address2', streetAddress2)},
      ${orKept('city', city)},
      ${orKept('state', state)},
      ${orKept('zip', zip)},
      ${typed(CONTACT_COLUMNS)},
      version = version + 1
    where id = ${userId}
  `)
}

/**
 * An account with an unproven address is removed when someone signs up with the address or proves it, including its
 * sessions: what was done under it is not handed over, and its password stops working.
 */
export async function dropUnproven(tx: Db, email: string, at: Date): Promise<void> {
  const accounts = await tx.query<{ id: string }>(sql`
    delete from identity."user"
    where email = ${email}
      and not email_verified
    returning id
  `)
  const subjects = sql.param(accounts.map(({ id }) => id))
  const dropped = await tx.query<{ id: string }>(sql`
    update users
    set deleted_at = ${at}
    where email_verified_at is null
      and deleted_at is null
      and (
        email = ${email}
        or id in (
          select user_id
          from user_identities
          where provider = 'embedded'
            and subject = any(${subjects}::text[])
        )
      )
    returning id
  `)
  await tx.query(sql`
    delete from user_identities
    where user_id = any(${sql.param(dropped.map(({ id }) => id))}::uuid[])
      or (provider = 'embedded' and subject = any(${subjects}::text[]))
  `)
}

/** An account that can sign in once a password or passkey is set by the link that the sign-in page mails. */
async function openAccount(tx: Db, { id, email, firstName, lastName }: Guest, at: Date): Promise<void> {
  await tx.query(sql`delete from identity."user" where email = ${email} and not email_verified`)
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const account = first(
    await tx.query<{ id: string }>(sql`
      insert into identity."user" as known (
        id, name, first_name, last_name, email, email_verified, created_at, updated_at
      )
      values (${id}, ${name}, ${firstName}, ${lastName}, ${email}, true, ${at}, ${at})
      on conflict (email)
      do update set email_verified = true
      returning id
    `),
  )
  await tx.query(sql`
    insert into user_identities (provider, subject, user_id)
    values ('embedded', ${account?.id ?? id}, ${id})
    on conflict (provider, subject)
    do update set user_id = excluded.user_id
  `)
}
