import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, sql } from '#server/platform/db/database.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'platform', 'db', 'invariants')
/** At most this many violations of one invariant; the rest are found once these are fixed. */
const MAX_FOUND = 10_000

/** `subjectId`: the pledge, charge, invoice, entry or campaign whose figures do not agree. */
export type Violation = { invariant: string; campaignId: string; subjectId: string; problem: string }

/** Runs every invariant (R40); each is a query that finds violations. Empty: the books balance. */
export async function checkInvariants(db: Db): Promise<Violation[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const found: Violation[] = []
  for (const name of names) {
    const text = await readFile(join(FOLDER, name), 'utf8')
    const rows = await db.query<Omit<Violation, 'invariant'>>(
      sql.raw(`select * from (${text}) broken limit ${MAX_FOUND}`),
    )
    found.push(...rows.map((row) => ({ invariant: name.replace(/\.sql$/, ''), ...row })))
  }
  return found
}
