import { nameOfPerson } from '#server/accounts/users/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Database, type Db, first, sql } from '#server/platform/db/database.ts'

/** What an identity provider says about a signed-in person. */
export type SignedIn = {
  provider: 'embedded' | 'clerk'
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

const MAX_ATTEMPTS = 3

/** For a name in one piece: the first word is the first name. */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [firstName, ...rest] = name.trim().split(/\s+/)
  return { firstName: firstName?.slice(0, 100) || null, lastName: rest.join(' ').slice(0, 100) || null }
}

/**
 * Our user for an identity, found or created. Null while an unverified identity has an address that another identity has
 * proven: it becomes that user once it has proven the address too.
 */
export async function userOf(db: Database, clock: Clock, who: SignedIn): Promise<string | null> {
  const linked = await findLinked(db, who)
  if (linked) {
    if (!isMove(linked, who)) return keepEmail(db, clock, linked, who)
    return db.transaction((tx) => keepEmail(tx, clock, linked, who))
  }
  return linkPatiently((work) => db.transaction(work), clock, who)
}

/** The same inside a transaction that makes others with this identity wait. */
export async function userIn(tx: Db, clock: Clock, who: SignedIn): Promise<string | null> {
  const linked = await findLinked(tx, who)
  if (linked) return keepEmail(tx, clock, linked, who)
  return linkPatiently((work) => work(tx), clock, who)
}

type Run = (work: (tx: Db) => Promise<string | null | 'again'>) => Promise<string | null | 'again'>

async function linkPatiently(run: Run, clock: Clock, who: SignedIn): Promise<string | null> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const outcome = await run((tx) => link(tx, clock, who))
    if (outcome !== 'again') return outcome
  }
  throw new Error('an identity could not be linked to a user')
}

const isMove = (linked: Linked, who: SignedIn): boolean => who.isEmailVerified && linked.email !== who.email

async function keepEmail(db: Db, clock: Clock, linked: Linked, who: SignedIn): Promise<string> {
  if (who.isEmailVerified && !linked.isVerified) await markVerified(db, clock, linked.id)
  if (isMove(linked, who)) await takeOverEmail(db, clock, linked, who.email)
  return linked.id
}

type Holder = { id: string; isVerified: boolean }
type Linked = Holder & { email: string }

export async function findLinked(
  db: Db,
  { provider, subject }: Pick<SignedIn, 'provider' | 'subject'>,
): Promise<Linked | undefined> {
  return first(
    await db.query<Linked>(sql`
      select u.id, u.email, u.email_verified_at is not null as is_verified
      from user_identities i
      join users u on u.id = i.user_id
      where i.provider = ${provider}
        and i.subject = ${subject}
        and u.deleted_at is null
    `),
  )
}

async function markVerified(db: Db, clock: Clock, userId: string): Promise<void> {
  await db.query(sql`
    update users
    set email_verified_at = ${clock.now()}
    where id = ${userId}
      and email_verified_at is null
  `)
}

/** The identity has a new, proven address; one that belongs to another user stays theirs. */
async function takeOverEmail(db: Db, clock: Clock, linked: Linked, email: string): Promise<void> {
  const moved = await db.query(sql`
    update users
    set email = ${email}, version = version + 1
    where id = ${linked.id}
      and not exists (
        select from users
        where email = ${email}
          and deleted_at is null
      )
    returning id
  `)
  if (moved.length === 0) return
  await forwardMails(db, linked, email)
  await closeOldLinks(db, clock, linked.id)
  if (linked.isVerified) await keepMails(db, linked)
}

/** What waits for an account is delivered where its owner reads now; a code or a link to sign in was meant for the old one. */
async function forwardMails(db: Db, { id, email }: Linked, to: string): Promise<void> {
  await db.query(sql`
    update mails
    set to_address = ${to}
    where user_id = ${id}
      and to_address = ${email}
      and sent_at is null
      and kind not in ('verification_code', 'password_reset', 'account_exists', 'security_notice')
  `)
}

/** Links that were delivered to the earlier address open nothing any longer; those in mail that waits do. */
async function closeOldLinks(db: Db, clock: Clock, userId: string): Promise<void> {
  const closed = await db.query<{ pledgeId: string; campaignId: string; revoked: number }>(sql`
    with waiting as materialized (
      select pledge_id, created_at
      from mails
      where user_id = ${userId}
        and sent_at is null
        and failed_at is null
        and kind not in ('verification_code', 'password_reset', 'account_exists', 'security_notice')
    ),
    closed as (
      update mailed_links l
      set ended_at = ${clock.now()}
      from pledges p
      where p.id = l.pledge_id
        and p.pledger_id = ${userId}
        and l.ended_at is null
        -- A mail is queued in the transaction that makes its link; a guest's begins to open the pledge later, without one.
        and not exists (
          select from waiting w
          where coalesce(w.pledge_id, l.pledge_id) = l.pledge_id
            and w.created_at between l.mailed_at - interval '1 minute' and l.mailed_at + interval '1 minute'
        )
      returning l.pledge_id, l.campaign_id
    )
    select pledge_id, campaign_id, count(*)::integer as revoked
    from closed
    group by pledge_id, campaign_id
  `)
  await auditAll(
    db,
    clock,
    closed.map(({ pledgeId, campaignId, revoked }) => ({
      actorId: userId,
      action: 'pledge.revoke_links',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId,
      after: { revoked },
    })),
  )
}

/** Mail to and from the earlier address, which was proven, stays this user's: it is erased with the account. */
async function keepMails(db: Db, { id, email }: Linked): Promise<void> {
  await db.query(sql`
    update mails
    set user_id = ${id}
    where to_address = ${email}
      and user_id is null
  `)
  await db.query(sql`
    update mails
    set about_user_ids = array[${id}::uuid]
    where kind = 'contact'
      and reply_to = ${email}
      and about_user_ids = '{}'
  `)
}

async function link(tx: Db, clock: Clock, who: SignedIn): Promise<string | null | 'again'> {
  const holder = first(
    await tx.query<Holder>(sql`
      select id, email_verified_at is not null as is_verified
      from users
      where email = ${who.email}
        and deleted_at is null
      for update
    `),
  )
  if (holder?.isVerified && !who.isEmailVerified) return null
  if (holder?.isVerified) {
    // With the name from their sign-up, if a pledge's link had added another.
    await nameOfPerson(tx, holder.id, who)
    return attach(tx, who, holder.id)
  }
  // The address was never proven: what was done under it is not given to the next person who uses it.
  if (holder) await tx.query(sql`update users set deleted_at = ${clock.now()} where id = ${holder.id}`)
  const created = first(
    await tx.query<{ id: string }>(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, created_at)
      values (
        ${newId(clock)}, ${who.firstName}, ${who.lastName}, ${who.email},
        ${who.isEmailVerified ? clock.now() : null}, ${clock.now()}
      )
      on conflict (email)
      where deleted_at is null
      do nothing
      returning id
    `),
  )
  return created ? attach(tx, who, created.id) : 'again'
}

async function attach(tx: Db, { provider, subject }: SignedIn, userId: string): Promise<string> {
  await tx.query(sql`
    insert into user_identities (provider, subject, user_id)
    values (${provider}, ${subject}, ${userId})
    on conflict (provider, subject)
    do update set user_id = excluded.user_id
  `)
  return userId
}

/** Whose address it is now. */
export async function holderOf(db: Db, email: string): Promise<string | null> {
  const [user] = await db.query<{ id: string }>(sql`
    select id
    from users
    where email = ${email}
      and deleted_at is null
  `)
  return user?.id ?? null
}

type Unproven = { id: string; email: string; name: string; firstName: string | null; lastName: string | null }

/** The account of a sign-up whose code has not been entered yet. */
export async function unprovenAccount(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<(Unproven & { emailVerified: boolean }) | null> {
  const found = first(
    await db.query<Unproven>(sql`
      select id, email, name, first_name, last_name
      from identity."user"
      where id = ${id}
        and email = ${email}
        and not email_verified
    `),
  )
  return found ? { ...found, emailVerified: false } : null
}
