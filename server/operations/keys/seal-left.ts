import { renewAuthenticators } from '#server/accounts/identity/index.ts'
import { clearPlainInvitations } from '#server/accounts/organizations/index.ts'
import { sealWaitingMails } from '#server/messaging/mails/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { type Database, sql } from '#server/platform/db/database.ts'
import { lockRing, readRing, readStoredRing, writeRing } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/platform/deps.ts'
import { clearPlainJoinTokens } from '#server/season/ambassadors/index.ts'

const DONE = 'secrets_sealed'
const MIGRATION = '0005_sealed_secrets.sql'
/** Longer than it takes to replace the last instance of an earlier version, which reads plain text. */
const OVERLAP_MS = 60 * 60_000
/** Every instance has learned of a new key by then. */
const HEARD_OF_MS = 10 * 60_000

type Given = Pick<Deps, 'db' | 'config'>

/**
 * Seals or deletes what an earlier version left in plain text, once, when no such version is running any longer; and
 * reencrypts with the newest key what an older one encrypted.
 */
export async function sealLeft({ db, config }: Given): Promise<void> {
  if (!(await isDone(db)) && (await isAlone({ db, config }))) await sealPlain({ db, config })
  const ring = await readRing(db)
  const isKnown = systemClock.now().getTime() - ring[0].madeAt.getTime() > HEARD_OF_MS
  if (ring.length > 1 && isKnown) await renewAuthenticators(db, ring, ring)
}

const isDone = async (db: Database): Promise<boolean> =>
  (await db.query(sql`select name from settings where name = ${DONE}`)).length > 0

/** The embedded database has only one server. */
async function isAlone({ db, config }: Given): Promise<boolean> {
  if (config.databaseUrl === null) return true
  const since = new Date(systemClock.now().getTime() - OVERLAP_MS)
  const rows = await db.query(
    sql`select name from schema_migrations where name = ${MIGRATION} and applied_at < ${since}`,
  )
  return rows.length > 0
}

async function sealPlain({ db, config }: Given): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRing(tx)
    if (typeof (await readStoredRing(tx)) === 'string') await writeRing(tx, await readRing(tx))
  })
  await clearPlainInvitations(db)
  await clearPlainJoinTokens(db)
  await sealWaitingMails(db, { keepsSent: config.mail === 'outbox' })
  await db.query(
    sql`insert into settings (name, value) values (${DONE}, 'true'::jsonb) on conflict do nothing`,
  )
}
