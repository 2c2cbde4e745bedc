import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { isConnectionLost } from './connection-lost.ts'
import { newClient } from './hosts.ts'

/**
 * Tests that the database engine does what the program silently relies on: one that accepts an advisory lock without
 * enforcing it would let a pledge and a settlement overlap without an error.
 */
type Addresses = { url: string; directUrl: string }
type Sessions = { one: pg.Client; other: pg.Client; noticeMs: number }
/** What must hold, in the words of the refusal, and the check for it. */
type Proof = { needs: string; holds: (sessions: Sessions) => Promise<boolean> }

const LEAST_VERSION = 150_000
/** A busy server responds later; one that drops messages never does. */
const NOTICE_MS = 10_000

const ask = async <T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> =>
  (await client.query<{ answer: T }>(text, values)).rows[0]?.answer as T

/** Runs `work` in a transaction that is rolled back. */
async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** Whether the lock that the first holds is refused to the second, and granted after the first has ended. */
async function excludes({ one, other }: Sessions, held: string, wanted: string): Promise<boolean> {
  const key = randomInt(2 ** 47)
  const isFree = () => undone(other, () => ask<boolean>(other, `select ${wanted}($1) as answer`, [key]))
  const isFreeMeanwhile = await undone(one, async () => {
    await one.query(`select ${held}($1)`, [key])
    return isFree()
  })
  return !isFreeMeanwhile && (await isFree())
}

async function advisoryLocksHold(sessions: Sessions): Promise<boolean> {
  const alone = 'pg_advisory_xact_lock'
  const shared = 'pg_advisory_xact_lock_shared'
  const tryAlone = 'pg_try_advisory_xact_lock'
  const tryShared = 'pg_try_advisory_xact_lock_shared'
  return (
    (await excludes(sessions, alone, tryAlone)) &&
    (await excludes(sessions, alone, tryShared)) &&
    (await excludes(sessions, shared, tryAlone)) &&
    !(await excludes(sessions, shared, tryShared))
  )
}

/**
 * Rows locked by others are skipped: jobs and mails are handed out like this. Tested on the list of migrations, which is
 * empty before the first start.
 */
async function rowLocksHold({ one, other }: Sessions): Promise<boolean> {
  const names = (where: string) =>
    `select array_agg(name) as answer from (select name from schema_migrations ${where}) as row`
  if (!(await ask<boolean>(one, "select to_regclass('schema_migrations') is not null as answer"))) return true
  return undone(one, async () => {
    const held = await ask<string[] | null>(one, names('order by name limit 1 for update'))
    const free = await undone(other, () => ask<string[] | null>(other, names('for update skip locked')))
    return held === null || !free?.includes(held[0] as string)
  })
}

/** Sent where requests write, received where LISTEN runs. */
async function noticesArrive({ one, other, noticeMs }: Sessions): Promise<boolean> {
  const channel = `engine_proof_${randomBytes(6).toString('hex')}`
  const heard = Promise.withResolvers<boolean>()
  const late = setTimeout(() => heard.resolve(false), noticeMs)
  const listener = ({ channel: from, payload }: pg.Notification) => {
    if (from === channel && payload === 'sent') heard.resolve(true)
  }
  other.on('notification', listener)
  try {
    await other.query(`listen ${channel}`)
    await one.query('select pg_notify($1, $2)', [channel, 'sent'])
    return await heard.promise
  } finally {
    clearTimeout(late)
    other.off('notification', listener)
    await other.query(`unlisten ${channel}`)
  }
}

/** Each statement violates one constraint of `TABLES`, with the code of the expected refusal. */
const BREAKS = [
  ["insert into engine_proof values (1, -1, 'a')", '23514'],
  ["insert into engine_proof values (1, null, 'a')", '23502'],
  ["insert into engine_proof values (2, 1, 'open')", '23505'],
  ['insert into engine_proof_part values (7); set constraints all immediate', '23503'],
  ['insert into engine_proof_part values (1); set constraints all immediate', 'P0001'],
] as const
const TABLES = `
  create temporary table engine_proof (id integer primary key, amount integer not null check (amount > 0), state text)
    on commit drop;
  create unique index on engine_proof (state) where state = 'open';
  create temporary table engine_proof_part (whole integer references engine_proof deferrable initially deferred)
    on commit drop;
  create function pg_temp.engine_proof_refuse() returns trigger language plpgsql as
    $$ begin if new.whole = 1 then raise exception 'refused'; end if; return null; end $$;
  create constraint trigger refuse after insert on engine_proof_part
    deferrable initially deferred for each row execute function pg_temp.engine_proof_refuse();
  insert into engine_proof values (1, 1, 'open');
`

const refusedWith = (client: pg.Client, text: string): Promise<string | undefined> =>
  client.query(text).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

/** Checks, unique indexes with a condition, foreign keys, and triggers deferred to the end of the transaction. */
async function constraintsHold({ one }: Sessions): Promise<boolean> {
  for (const [text, code] of BREAKS) {
    const met = await undone(one, async () => {
      await one.query(TABLES)
      return refusedWith(one, text)
    })
    if (met !== code) return false
  }
  return true
}

const PROOFS: readonly Proof[] = [
  {
    needs: 'PostgreSQL 15 or later',
    holds: async ({ one }) =>
      (await ask<number>(one, "select current_setting('server_version_num')::integer as answer")) >=
      LEAST_VERSION,
  },
  {
    needs:
      'advisory locks that exclude one another, also between DATABASE_URL and DATABASE_DIRECT_URL, which must lead to the same database (pg_advisory_xact_lock)',
    holds: advisoryLocksHold,
  },
  { needs: 'row locks that others pass over (for update skip locked)', holds: rowLocksHold },
  { needs: 'notifications that arrive (listen, pg_notify)', holds: noticesArrive },
  {
    needs:
      'constraints that refuse, some at the end of the transaction (check, unique, foreign key, constraint trigger)',
    holds: constraintsHold,
  },
]

const REFUSAL = 'This database cannot keep the books. A server needs all of these, and did not find:'

/** What is missing, with the engine's own error if it does not even understand the check. */
async function missingOf({ needs, holds }: Proof, sessions: Sessions): Promise<string[]> {
  try {
    return (await holds(sessions)) ? [] : [needs]
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (isConnectionLost(error) || !/^[0-9A-Z]{5}$/.test(code ?? '')) throw error
    return [`${needs}: ${message}`]
  }
}

/** @throws naming everything that the program needs of a database and this one does not do. */
export async function proveEngine(
  { url, directUrl }: Addresses,
  noticeMs: number = NOTICE_MS,
): Promise<void> {
  const sessions = {
    one: newClient(url),
    other: newClient(directUrl),
    noticeMs,
  }
  const clients = [sessions.one, sessions.other]
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) await client.connect()
    const missing: string[] = []
    for (const proof of PROOFS) missing.push(...(await missingOf(proof, sessions)))
    if (missing.length > 0) throw new Error([REFUSAL, ...missing.map((needs) => `  - ${needs}`)].join('\n'))
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}
