/** Erases profiles of accounts that were deleted at Clerk, once nothing of them can still be billed. */
import { DomainError } from '#domain/errors.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { deleteUserIn } from '#server/accounts/users/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type Parts = Pick<Deps, 'db' | 'clock' | 'openMoneyOf'> & { config: Pick<Deps['config'], 'appUrl'> }

const BATCH = 100

/** For everyone waiting to be erased; also a job, since a season may take months to settle. */
export async function eraseLeft(parts: Parts): Promise<void> {
  for (let after = ''; ; ) {
    const waiting = await parts.db.query<{ subject: string }>(sql`
      select subject
      from clerk_people
      where erase_user_id is not null
        and subject > ${after}
      order by subject
      limit ${BATCH}
    `)
    for (const { subject } of waiting) await eraseOne(parts, subject)
    if (waiting.length < BATCH) return
    after = waiting.at(-1)?.subject ?? ''
  }
}

/** @returns whether the profile is erased now. */
export function eraseOne({ db, ...parts }: Parts, subject: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const left = first(
      await tx.query<{ userId: string }>(sql`
        select erase_user_id as user_id
        from clerk_people
        where subject = ${subject}
          and erase_user_id is not null
        for update
      `),
    )
    if (!left) return false
    if (await isBack(tx, left.userId)) return finish(tx, subject, false)
    try {
      await deleteUserIn(tx, parts, left.userId)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'conflict') return false
      if (error instanceof DomainError && error.code === 'unauthorized') return finish(tx, subject, false)
      throw error
    }
    return finish(tx, subject, true)
  })
}

/** If they have signed up again with the same proven address, that account continues. The row stays locked for it. */
async function isBack(tx: Db, userId: string): Promise<boolean> {
  await tx.query(sql`
    select id
    from users
    where id = ${userId}
    for no key update
  `)
  const links = await tx.query(sql`
    select subject
    from user_identities
    where user_id = ${userId}
      and provider = 'clerk'
  `)
  return links.length > 0
}

async function finish(tx: Db, subject: string, isErased: boolean): Promise<boolean> {
  await tx.query(sql`update clerk_people set erase_user_id = null where subject = ${subject}`)
  return isErased
}
