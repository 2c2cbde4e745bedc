import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'platform', 'db', 'invariants')
/** At most this many violations of one invariant; the rest are found once these are fixed. */
const MAX_FOUND = 10_000

/** `subjectId`: the pledge, charge, invoice, entry or campaign whose figures do not agree. */
export type Violation = { invariant: string; campaignId: string; subjectId: string; problem: string }

/**
 * Runs every invariant (R40) on all campaigns, or on those of `campaignIds`; each is a query that finds violations. Empty:
 * the books balance.
 */
export async function checkInvariants(db: Db, campaignIds?: readonly string[]): Promise<Violation[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const found: Violation[] = []
  for (const name of names) {
    const text = sql.raw(await readFile(join(FOLDER, name), 'utf8'))
    const rows = await db.query<Omit<Violation, 'invariant'>>(
      campaignIds ? ofCampaigns(text, campaignIds) : sql`select * from (${text}) broken limit ${MAX_FOUND}`,
    )
    found.push(...rows.map((row) => ({ invariant: name.replace(/\.sql$/, ''), ...row })))
  }
  return found
}

/** One campaign at a time, each through its indexes: OFFSET 0 keeps the planner from reading all of them at once. */
const ofCampaigns = (invariant: SQL, campaignIds: readonly string[]): SQL => sql`
  select found.*
  from unnest(${sql.param([...campaignIds])}::uuid[]) as one (id)
  cross join lateral (
    select * from (${invariant}) broken where broken.campaign_id = one.id offset 0
  ) found
  limit ${MAX_FOUND}
`
