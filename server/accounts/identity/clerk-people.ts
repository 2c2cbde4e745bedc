/** Writes what Clerk reports about a person to our tables once, in any order of arrival. Roles never come from Clerk. */

import { z } from 'zod'
import { email } from '#domain/schemas/fields.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { nameOfPerson } from '#server/accounts/users/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { findLinked, type SignedIn, userIn } from './users.ts'

/** The part of Clerk's record that is read, in webhooks and responses alike. */
const ClerkRecord = z.object({
  id: z.string().min(1).max(200),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  has_image: z.boolean().nullish(),
  image_url: z.string().nullish(),
  primary_email_address_id: z.string().nullish(),
  email_addresses: z.array(
    z.object({
      id: z.string(),
      email_address: z.string(),
      verification: z.object({ status: z.string() }).nullish(),
    }),
  ),
  /** Milliseconds. */
  updated_at: z.number(),
})

type Reported = { firstName?: string | null; lastName?: string | null; imageUrl?: string | null }
type ClerkPerson = Required<Reported> & {
  subject: string
  updatedAt: Date
  /** null: without an address there is no account here, since everything owed is mailed. */
  email: { address: string; isVerified: boolean } | null
}

const PROVIDER = 'clerk'
const LONGEST_NAME = 100
const name = (text: string | null | undefined) => text?.trim().slice(0, LONGEST_NAME) || null

/** @throws {z.ZodError} for anything but a person's record. */
export function readPerson(record: unknown): ClerkPerson {
  const found = ClerkRecord.parse(record)
  const primary = found.email_addresses.find(({ id }) => id === found.primary_email_address_id)
  const address = email().safeParse(primary?.email_address)
  return {
    subject: found.id,
    updatedAt: new Date(found.updated_at),
    firstName: name(found.first_name),
    lastName: name(found.last_name),
    // A generated picture with initials is not a portrait: ours are better.
    imageUrl: found.has_image && found.image_url?.startsWith('https://') ? found.image_url : null,
    email: address.success
      ? { address: address.data, isVerified: primary?.verification?.status === 'verified' }
      : null,
  }
}

type Parts = Pick<Deps, 'db' | 'clock' | 'openMoneyOf'>
type Known = { reportedAt: Date | null; reported: Reported; isGone: boolean }

/** Locks the person's row until the transaction ends: messages about one person are handled one after the other. */
async function lockPerson(tx: Db, subject: string): Promise<Known> {
  await tx.query(sql`insert into clerk_people (subject) values (${subject}) on conflict do nothing`)
  return only(
    await tx.query<Known>(sql`
      select reported_at, reported, gone_at is not null as is_gone
      from clerk_people
      where subject = ${subject}
      for update
    `),
  )
}

type Found = { userId: string | null; isGone: boolean }

/** The user for a Clerk person, as far as known. */
export async function findPerson(db: Db, subject: string): Promise<Found> {
  return only(
    await db.query<Found>(sql`
      select
        (
          select u.id
          from user_identities i
          join users u on u.id = i.user_id
          where i.provider = ${PROVIDER}
            and i.subject = ${subject}
            and u.deleted_at is null
        ) as user_id,
        exists (
          select from clerk_people
          where subject = ${subject}
            and gone_at is not null
        ) as is_gone
    `),
  )
}

/**
 * Writes what Clerk reported, unless something newer is known already. @returns the user; null while there can be none: no
 * address, one that someone else has proven, or a deleted account.
 */
export function learnPerson({ db, clock }: Parts, person: ClerkPerson): Promise<string | null> {
  return db.transaction(async (tx) => {
    const known = await lockPerson(tx, person.subject)
    if (known.isGone) return null
    const before = await findLinked(tx, { provider: PROVIDER, subject: person.subject })
    if (before && known.reportedAt && person.updatedAt <= known.reportedAt) return before.id
    const who = signedIn(person)
    const userId = who ? await userIn(tx, clock, who) : (before?.id ?? null)
    if (userId === null) return null
    await keepProfile(tx, clock, userId, { known, person, emailBefore: before?.email })
    await tx.query(sql`
      update clerk_people
      set reported_at = ${person.updatedAt}, reported = ${JSON.stringify(reportedBy(person))}::jsonb
      where subject = ${person.subject}
    `)
    return userId
  })
}

function signedIn({ subject, email, firstName, lastName }: ClerkPerson): SignedIn | null {
  if (!email) return null
  return {
    provider: PROVIDER,
    subject,
    firstName,
    lastName,
    email: email.address,
    isEmailVerified: email.isVerified,
  }
}

const reportedBy = ({ firstName, lastName, imageUrl }: ClerkPerson): Required<Reported> => ({
  firstName,
  lastName,
  imageUrl,
})

type Profile = Required<Reported> & { email: string }

/** Stores names and the picture that changed since Clerk's last report; at first sight only what is still empty here. */
async function keepProfile(
  tx: Db,
  clock: Clock,
  userId: string,
  { known, person, emailBefore }: { known: Known; person: ClerkPerson; emailBefore: string | undefined },
): Promise<void> {
  // Typed at Clerk: it replaces a name that a pledge's link added.
  const isNewName =
    person.firstName !== known.reported.firstName || person.lastName !== known.reported.lastName
  const gaveWay = isNewName && (await nameOfPerson(tx, userId, person))
  const ours = only(
    await tx.query<Profile>(sql`
      select first_name, last_name, profile_image_url as image_url, email
      from users
      where id = ${userId}
      for update
    `),
  )
  const next = (field: keyof Reported): string | null => {
    const old = known.reported[field]
    const now = person[field]
    if (known.reportedAt === null) return ours[field] ?? now
    // A name that was removed there stays here: statements are sent under it.
    return now === old || (now === null && field !== 'imageUrl') ? ours[field] : now
  }
  const fields = ['firstName', 'lastName', 'imageUrl'] as const
  const changed: string[] = fields.filter((field) => next(field) !== ours[field])
  if (changed.length > 0)
    await tx.query(sql`
      update users
      set
        first_name = ${next('firstName')},
        last_name = ${next('lastName')},
        profile_image_url = ${next('imageUrl')},
        version = version + 1
      where id = ${userId}
    `)
  if (changed.includes('firstName') || changed.includes('lastName')) await userNameChanged(tx, userId)
  if (gaveWay) changed.push('firstName', 'lastName')
  if (emailBefore !== undefined && emailBefore !== ours.email) changed.push('email')
  // Logs which fields changed, not their values: the audit log is kept forever, a profile can be erased.
  if (changed.length > 0 && emailBefore !== undefined)
    await audit(tx, clock, {
      actorId: userId,
      action: 'user.update',
      subject: 'user',
      subjectId: userId,
      after: { changed },
    })
}

/**
 * The account is gone at Clerk: nobody signs in with it again, whatever arrives later. `eraseLeft` erases the profile, at
 * once or when nothing of it can still be billed. @returns whose account it was.
 */
export function losePerson({ db, clock }: Parts, subject: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, subject)
    const linked = first(
      await tx.query<{ userId: string }>(sql`
        delete from user_identities
        where provider = ${PROVIDER}
          and subject = ${subject}
        returning user_id
      `),
    )
    await tx.query(sql`
      update clerk_people
      set
        gone_at = coalesce(gone_at, ${clock.now()}),
        reported = '{}',
        erase_user_id = coalesce(${linked?.userId ?? null}::uuid, erase_user_id)
      where subject = ${subject}
    `)
    return linked?.userId ?? null
  })
}
