import { createIdentityKeys } from '#server/accounts/identity/keys.ts'
import { SESSIONS } from '#server/accounts/identity/live-sessions.ts'
import { createTokens } from '#server/accounts/identity/token.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Signs users in without a browser: gives each a session, as if they had typed a password and a code, and a token for it. */
export async function createSignIn(db: Db): Promise<(userId: string) => Promise<string>> {
  const tokens = createTokens(await createIdentityKeys(db, systemClock), systemClock)
  return async (userId) => {
    const now = systemClock.now()
    const [session] = await db.query<{ id: string }>(sql`
      with account as (
        insert into identity."user" (id, name, email, email_verified, created_at, updated_at)
        values (${userId}, 'Test', ${`${userId}@session.test`}, true, ${now}, ${now})
        on conflict do nothing
      ), link as (
        insert into user_identities (provider, subject, user_id)
        values ('embedded', ${userId}, ${userId})
        on conflict do nothing
      )
      insert into identity.session (id, expires_at, token, created_at, updated_at, second_step_at, user_id)
      values (
        gen_random_uuid()::text, ${now}::timestamptz + interval '30 days', gen_random_uuid()::text, ${now},
        ${now}, ${now}, ${userId}
      )
      returning id
    `)
    if (!session) throw new Error('a session was inserted')
    return tokens.issue({ userId, sessionId: session.id })
  }
}

/** When the sessions of a user took the second step; null: never. */
export async function setSecondStep(
  { db, cache }: Pick<Deps, 'db' | 'cache'>,
  userId: string,
  at: Date | null,
): Promise<void> {
  await db.query(sql`update identity.session set second_step_at = ${at} where user_id = ${userId}`)
  cache.changed([SESSIONS])
}
