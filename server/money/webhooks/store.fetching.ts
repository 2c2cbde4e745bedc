/** How far the card provider's events have been looked through, and which had to be fetched (R67). */

import type { Deps } from '#server/money/deps.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

/** Test events and live ones are different events. */
export type Account = Pick<Deps['cards'], 'provider' | 'moneyMode'>

/** A time that is being looked through, and where its next page begins. */
export type Look = { from: Date; until: Date; next: string | null }
export type Progress = {
  /** Everything up to here has been looked through; null if nothing has. */
  doneUntil: Date | null
  /** Begun and not finished. */
  open: Look | null
}

const progressName = ({ provider, moneyMode }: Account): string =>
  `card events looked through: ${provider} ${moneyMode}`
export const fetchedName = ({ provider, moneyMode }: Account): string =>
  `card events fetched: ${provider} ${moneyMode}`

type Kept = { doneUntil: string | null; open: { from: string; until: string; next: string | null } | null }

export async function progressOf(db: Db, account: Account): Promise<Progress> {
  const row = first(
    await db.query<{ value: Kept }>(sql`select value from settings where name = ${progressName(account)}`),
  )
  if (!row) return { doneUntil: null, open: null }
  const { doneUntil, open } = row.value
  return {
    doneUntil: doneUntil === null ? null : new Date(doneUntil),
    open: open && { ...open, from: new Date(open.from), until: new Date(open.until) },
  }
}

export async function saveProgress(db: Db, account: Account, progress: Progress): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${progressName(account)}, ${JSON.stringify(progress)}::jsonb)
    on conflict (name) do update set value = excluded.value
  `)
}

export async function rememberFetched(
  db: Db,
  account: Account,
  { types, at }: { types: readonly string[]; at: Date },
): Promise<void> {
  const value = Object.fromEntries(types.map((type) => [type, at.toISOString()]))
  await db.query(sql`
    insert into settings (name, value)
    values (${fetchedName(account)}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value
  `)
}
