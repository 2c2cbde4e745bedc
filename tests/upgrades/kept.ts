/** The database that every test run upgrades: a backup, with the figures that its version showed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkInvariants } from '#server/money/book-check/store.ts'
import type { TestApp } from '#tests/app.ts'
import { runToChargeDate } from '#tests/fixtures.ts'
import { type Figures, readFigures } from './figures.ts'

export const KEPT_FOLDER = join(import.meta.dirname, 'database')
const FIGURES = join(KEPT_FOLDER, 'figures.json')

/** Nothing is mailed or charged outside: the same for making a database and for reading it again. */
export const SETTINGS = { MAIL: 'outbox', HOLD_PLEDGES_ABOVE: '9999' }

export type Kept = {
  /** When the backup was made. */
  made: Figures
  /** Three days later, after the charges that were scheduled. */
  later: Figures
}

export const readKept = async (): Promise<Kept> => JSON.parse(await readFile(FIGURES, 'utf8'))
export const writeKept = (kept: Kept): Promise<void> =>
  writeFile(FIGURES, `${JSON.stringify(kept, null, 2)}\n`)

/** Charges what was scheduled, refunds what was decided, and settles what is due: as the server does automatically. */
export async function readLater(app: TestApp): Promise<Figures> {
  await runToChargeDate({ app })
  return readFigures(app)
}

/** What an upgraded database gets wrong now or does wrong in the next days; empty for a good one. */
export async function problemsOf(app: TestApp, kept: Kept): Promise<string[]> {
  const found: string[] = []
  const compare = async (when: keyof Kept, read: () => Promise<Figures>) => {
    try {
      found.push(...differences(kept[when], await read(), when))
    } catch (error) {
      found.push(`${when}: ${(error as Error).message}`)
    }
    const violations = await checkInvariants(app.deps.db).catch((error: Error) => [
      { problem: error.message },
    ])
    found.push(...violations.map((violation) => `${when}: ${JSON.stringify(violation)}`))
  }
  await compare('made', () => readFigures(app))
  await compare('later', () => readLater(app))
  return found
}

/** Every figure that was kept and differs now, by its path. Additions to the API's response do not count. */
function differences(kept: unknown, now: unknown, path: string): string[] {
  if (typeof kept !== 'object' || kept === null || typeof now !== 'object' || now === null)
    return Object.is(kept, now) ? [] : [`${path}: ${JSON.stringify(kept)} is now ${JSON.stringify(now)}`]
  const names = new Set([...Object.keys(kept), ...Object.keys(now)])
  return [...names].flatMap((name) =>
    differences(
      (kept as Record<string, unknown>)[name],
      (now as Record<string, unknown>)[name],
      `${path} ${name}`,
    ),
  )
}
