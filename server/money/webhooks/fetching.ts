/** How far the card provider's events have been looked through, and which had to be fetched (R67). */
import type { Deps } from '#server/money/deps.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { insertEvents } from './store.ts'

/** Fetches the card provider's events that no webhook brought. */
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What happened just now may still be delivered. */
const DELIVERED_WITHIN_MS = 15 * MINUTE_MS
/** Looked through twice, in case the card provider lists an event late, or the database lost its last seconds. */
const OVERLAP_MS = 60 * MINUTE_MS
/** A hundred thousand events. The next run continues where this one ended. */
const MAX_PAGES = 1000

/**
 * Looks through everything that happened since the last run, and stores what is missing; it is then handled like any other
 * event. Nothing depends on whether the card provider believes to have delivered an event.
 */
export async function fetchCardEvents(deps: Deps, { maxPages = MAX_PAGES } = {}): Promise<void> {
  const { cards, db, clock } = deps
  if (!cards.events) return
  const now = clock.now()
  const newest = new Date(now.getTime() - DELIVERED_WITHIN_MS)
  const fetched: string[] = []
  let { doneUntil, open } = await progressOf(db, cards)
  try {
    for (let pages = 0; pages < maxPages; pages += 1) {
      const look: Look = open ?? beginLook(deps, { doneUntil, newest, now, keptDays: cards.events.keptDays })
      const { events, next } = await cards.events.past(look)
      const types = await insertEvents(db, { provider: cards.provider, at: now, events })
      if (types.length > 0) await rememberFetched(db, cards, { types, at: now })
      fetched.push(...types)
      if (next === null) doneUntil = look.until
      open = next === null ? null : { ...look, next }
      await saveProgress(db, cards, { doneUntil, open })
      if (open === null && look.until >= newest) return
    }
  } finally {
    if (fetched.length > 0) deps.log.warn({ events: countEach(fetched) }, MISSED)
  }
}

const MISSED =
  'the webhook did not bring these events of the card provider; they were fetched. Check its endpoint: docs/operations.md, CardEventsMissed'

type Given = { doneUntil: Progress['doneUntil']; newest: Date; now: Date; keptDays: number }

/** From where the last look ended, or as far back as events are kept. */
function beginLook(deps: Deps, { doneUntil, newest, now, keptDays }: Given): Look {
  const oldest = new Date(now.getTime() - keptDays * DAY_MS)
  if (doneUntil !== null && doneUntil < oldest)
    deps.log.error(
      { from: doneUntil, until: oldest },
      'the card provider no longer has its events of this time: compare its payments, refunds and disputes with the books',
    )
  // After the clock was set back, nothing between then and now has been looked through.
  const last = doneUntil === null ? oldest.getTime() : Math.min(doneUntil.getTime(), newest.getTime())
  const from = new Date(Math.max(last - OVERLAP_MS, oldest.getTime()))
  return { from, until: newest, next: null }
}

function countEach(types: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** Test events and live ones are different events. */
export type Account = Pick<Deps['cards'], 'provider' | 'moneyMode'>

/** A time that is being looked through, and where its next page begins. */
type Look = { from: Date; until: Date; next: string | null }
type Progress = {
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

async function progressOf(db: Db, account: Account): Promise<Progress> {
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

async function saveProgress(db: Db, account: Account, progress: Progress): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${progressName(account)}, ${JSON.stringify(progress)}::jsonb)
    on conflict (name) do update set value = excluded.value
  `)
}

async function rememberFetched(
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
