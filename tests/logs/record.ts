/**
 * Notes every text that the program gave to the database and that must not be in a log: addresses, tokens, hashes of
 * passwords. `check.ts` looks for them in the logs of the run. Only where a folder for the notes is given.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { isSecret, wordsIn } from './secrets.ts'

const folder = process.env.TEST_LOGS
/** Longer texts are mails and pictures; their secrets are also stored separately. */
const MAX_LENGTH = 2_000

type Query = (this: unknown, statement: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Once per worker: test files share the modules of one. */
const shared = globalThis as { secretsSeen?: Set<string> }

if (folder !== undefined) {
  shared.secretsSeen ??= startNoting()
  const { secretsSeen } = shared
  afterAll(() => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.secrets.json`), JSON.stringify([...secretsSeen]))
  })
}

function startNoting(): Set<string> {
  const seen = new Set<string>()
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const send = prototype.query
  prototype.query = function (statement, values, ...rest) {
    const given = values ?? (statement as { values?: unknown } | undefined)?.values
    if (Array.isArray(given)) for (const value of given) note(seen, value)
    return send.call(this, statement, values, ...rest)
  }
  return seen
}

function note(seen: Set<string>, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) note(seen, one)
  else if (typeof value === 'string' && value.length <= MAX_LENGTH)
    for (const word of wordsIn(value)) if (isSecret(word)) seen.add(word)
}
