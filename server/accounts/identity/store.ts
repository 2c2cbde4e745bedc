import type { IdentitySession, Passkey, TwoFactorState } from '#domain/schemas/identity.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import type { SignIn } from '#server/platform/deps.ts'
import { hashOfToken } from './storage.ts'

/** What the library's own functions cannot do: read without secrets, and delete what belongs to one account. */

export async function sessionsOf(
  db: Db,
  { accountId, currentId, now }: { accountId: string; currentId: string; now: Date },
): Promise<IdentitySession[]> {
  const rows = await db.query<{ id: string; userAgent: string; createdAt: Date; updatedAt: Date }>(sql`
    select id, coalesce(user_agent, '') as user_agent, created_at, updated_at
    from identity.session
    where user_id = ${accountId}
      and expires_at > ${now}
    order by (id = ${currentId}) desc, updated_at desc
    limit 100
  `)
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    isCurrent: row.id === currentId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: updatedAt.toISOString(),
  }))
}

/** When this session took the second step, or if it never did, when it began. */
export async function signInOf(db: Db, sessionId: string, now: Date): Promise<SignIn | null> {
  const found = first(
    await db.query<SignIn>(sql`
      select coalesce(second_step_at, created_at) as at, second_step_at is not null as has_second_step
      from identity.session
      where id = ${sessionId}
        and expires_at > ${now}
    `),
  )
  return found ?? null
}

/** The session with this token took the second step. */
export async function setSecondStep(db: Db, token: string, at: Date): Promise<void> {
  await db.query(sql`
    update identity.session
    set second_step_at = ${at}
    where token = ${hashOfToken(token)}
  `)
}

/** The second step is off: what was proven with it no longer counts. */
export async function forgetSecondSteps(db: Db, accountId: string): Promise<void> {
  await db.query(sql`update identity.session set second_step_at = null where user_id = ${accountId}`)
}

/** Representatives move money: no device replaces their second step. */
export async function isOfRepresentative(db: Db, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from identity."user" u
    join user_identities i on i.provider = 'embedded' and i.subject = u.id
    join user_roles r on r.user_id = i.user_id
    where u.email = ${email.toLowerCase()}
      and r.role = 'pledgeraiser_representatives'
  `)
  return rows.length > 0
}

/** False if this account has no such session. */
export async function endSession(db: Db, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await db.query(sql`
    delete from identity.session
    where id = ${sessionId}
      and user_id = ${accountId}
    returning id
  `)
  return ended.length > 0
}

export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<number> {
  const ended = await db.query(sql`
    delete from identity.session
    where user_id = ${accountId}
      and id <> ${keptId}
    returning id
  `)
  return ended.length
}

/** Ends every session of an account except the one with this token. */
export async function endAllSessionsBut(db: Db, accountId: string, token: string): Promise<void> {
  await db.query(sql`
    delete from identity.session
    where user_id = ${accountId}
      and token <> ${hashOfToken(token)}
  `)
}

/** Trusted devices, open links and unfinished sign-ins of an account: a new password ends all of them. */
export async function forgetChallenges(db: Db, accountId: string): Promise<void> {
  await db.query(sql`delete from identity.verification where value = ${accountId}`)
}

/** Opening a mailed link proves the address. */
export async function markProven(db: Db, accountId: string, at: Date): Promise<void> {
  await db.query(sql`
    update identity."user"
    set email_verified = true, updated_at = ${at}
    where id = ${accountId}
      and not email_verified
  `)
}

export async function twoFactorOf(db: Db, accountId: string): Promise<TwoFactorState> {
  const found = first(
    await db.query<{ left: number }>(sql`
      select json_array_length(t.backup_codes::json) as left
      from identity.two_factor t
      join identity."user" u on u.id = t.user_id
      where t.user_id = ${accountId}
        and t.verified
        and u.two_factor_enabled
    `),
  )
  return { isOn: found !== undefined, backupCodesLeft: found?.left ?? 0 }
}

/** Longer than a code is valid: its own half minute, and one before and after it. */
const SPENT_MS = 2 * 60_000

/** An app's code can be used once. False if this account has used it already. */
export async function spendCode(
  db: Db,
  { accountId, codeHash, now }: { accountId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const forgotten = new Date(now.getTime() - SPENT_MS)
  await db.query(
    sql`delete from identity.spent_code where user_id = ${accountId} and spent_at < ${forgotten}`,
  )
  const spent = await db.query(sql`
    insert into identity.spent_code (user_id, code_hash, spent_at)
    values (${accountId}, ${codeHash}, ${now})
    on conflict do nothing
    returning user_id
  `)
  return spent.length > 0
}

/** Deletes a session that its holder has not received yet. */
export async function dropSession(db: Db, token: string): Promise<void> {
  await db.query(sql`delete from identity.session where token = ${hashOfToken(token)}`)
}

const UNNAMED = 'Passkey'

export async function passkeysOf(db: Db, accountId: string): Promise<Passkey[]> {
  const rows = await db.query<{ id: string; name: string | null; createdAt: Date | null }>(sql`
    select id, name, created_at
    from identity.passkey
    where user_id = ${accountId}
    order by created_at, id
    limit 100
  `)
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? UNNAMED,
    createdAt: createdAt?.toISOString() ?? null,
  }))
}

/** False if this account has no such passkey. */
export async function renamePasskey(
  db: Db,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<boolean> {
  const renamed = await db.query(sql`
    update identity.passkey
    set name = ${name}
    where id = ${id}
      and user_id = ${accountId}
    returning id
  `)
  return renamed.length > 0
}

export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db.query(sql`
    delete from identity.passkey
    where id = ${id}
      and user_id = ${accountId}
    returning id
  `)
  return removed.length > 0
}
