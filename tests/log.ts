import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { createLog } from '#server/platform/logs/log.ts'

/**
 * The log of a program under test. Where a folder is given (`npm test` gives one) it is kept there in full, and
 * `tests/logs/check.ts` looks for what must not be in it; otherwise it is discarded.
 */
export function testLog(): Logger {
  const folder = process.env.TEST_LOGS
  if (!folder) return pino({ level: 'silent' })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.log`)
  return createLog('trace', { write: (line) => appendFileSync(file, line) })
}
