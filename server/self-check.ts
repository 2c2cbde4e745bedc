import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, sql } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'

const FOLDER = join(import.meta.dirname, 'db', 'invariants')
const MOST_SHOWN = 20

export type Violation = { invariant: string; subjectId: string; problem: string }

/** Runs every invariant (R40); each is a query of what breaks it. Empty: the books add up. */
export async function checkInvariants(db: Db): Promise<Violation[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const found: Violation[] = []
  for (const name of names) {
    const text = await readFile(join(FOLDER, name), 'utf8')
    const rows = await db.query<{ subjectId: string; problem: string }>(
      sql.raw(`select * from (${text}) broken limit ${MOST_SHOWN}`),
    )
    found.push(...rows.map((row) => ({ invariant: name.replace(/\.sql$/, ''), ...row })))
  }
  return found
}

/** Adds up the books again and says what does not (R40). */
export async function reportViolations({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const violation of await checkInvariants(db))
    log.error(violation, 'an invariant of the books is broken')
}
