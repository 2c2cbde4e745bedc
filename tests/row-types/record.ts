/**
 * Records what the database answers to each statement of the program while the tests run: `check.ts` compares it with
 * the type that the code claims. Only where a folder for the notes is given (`npm test` gives one).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import type { Observation, Observed, Site } from './observation.ts'

const folder = process.env.ROW_TYPES
/** With more different texts than that it is not a list of states. */
const MAX_TEXTS = 60
/** Rows of a long answer: differences show in the first and the last ones. */
const MAX_ROWS = 100

type Statement = { rowMode?: 'array'; text: string }
type Answer = { fields: { name: string; dataTypeID: number }[]; rows: unknown[][] }
type Send = (this: unknown, statement: Statement, ...rest: unknown[]) => Promise<Answer>
type Notes = { bySite: Map<string, Observation>; mapped: Map<string, Site | null>; isChanged: boolean }

/** Once per worker: test files share the modules of one. */
const shared = globalThis as { rowTypeNotes?: Notes }

if (folder !== undefined) {
  shared.rowTypeNotes ??= startNoting()
  const { rowTypeNotes } = shared
  afterAll(() => write(folder, rowTypeNotes))
}

function startNoting(): Notes {
  const notes: Notes = { bySite: new Map(), mapped: new Map(), isChanged: false }
  const noted = new WeakSet<Statement>()
  for (const prototype of [pg.Pool.prototype, pg.Client.prototype] as unknown as { query: Send }[]) {
    const send = prototype.query
    prototype.query = function (statement, ...rest) {
      const answer = send.call(this, statement, ...rest)
      // A pool hands the same statement on to a client: by then its origin is unknown.
      if (statement?.rowMode !== 'array' || noted.has(statement)) return answer
      noted.add(statement)
      const site = siteOfCaller(notes.mapped)
      if (site) answer.then((result) => note(notes, site, result)).catch(() => undefined)
      return answer
    }
  }
  return notes
}

/** The place in `server/` that sent the query. Reading a stack through source maps is slow: once for each place. */
function siteOfCaller(mapped: Notes['mapped']): Site | null {
  const kept = Error.prepareStackTrace
  Error.prepareStackTrace = (_, calls) => calls.find((call) => isCaller(call.getFileName() ?? ''))
  const holder: { stack?: unknown } = {}
  Error.captureStackTrace(holder, siteOfCaller)
  const call = holder.stack as NodeJS.CallSite | undefined
  Error.prepareStackTrace = kept
  if (!call) return null
  const key = `${call.getFileName()}:${call.getLineNumber()}:${call.getColumnNumber()}`
  if (!mapped.has(key)) mapped.set(key, readSite(new Error().stack ?? ''))
  return mapped.get(key) ?? null
}

const isCaller = (file: string) =>
  file.includes('/server/') && !file.includes('/node_modules/') && !/\/db\/database\.ts$/.test(file)

function readSite(stack: string): Site | null {
  for (const line of stack.split('\n')) {
    const [, file = '', row, column] = /\(?(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (isCaller(file))
      return { file: relative(process.cwd(), file), line: Number(row), column: Number(column) }
  }
  return null
}

function note(notes: Notes, site: Site, { fields, rows }: Answer): void {
  const key = `${site.file}:${site.line}:${site.column}`
  const known = notes.bySite.get(key)
  const observation = known ?? { ...site, columns: {} }
  if (!known) notes.bySite.set(key, observation)
  notes.isChanged = true
  const some = rows.length <= MAX_ROWS ? rows : [...rows.slice(0, MAX_ROWS / 2), ...rows.slice(-MAX_ROWS / 2)]
  fields.forEach(({ name, dataTypeID }, index) => {
    observation.columns[name] ??= { oid: dataTypeID, kinds: [], texts: [] }
    const column = observation.columns[name]
    for (const row of some) see(column, row[index])
  })
}

function see(column: Observed, value: unknown): void {
  const kind = kindOf(value)
  if (!column.kinds.includes(kind)) column.kinds.push(kind)
  if (typeof value === 'string' && column.texts.length < MAX_TEXTS && !column.texts.includes(value))
    column.texts.push(value)
}

function kindOf(value: unknown): Observed['kinds'][number] {
  if (value === null) return 'null'
  if (value instanceof Date) return 'Date'
  if (Array.isArray(value)) return 'array'
  return typeof value as Observed['kinds'][number]
}

function write(to: string, notes: Notes): void {
  if (!notes.isChanged) return
  notes.isChanged = false
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, `${process.pid}.json`), JSON.stringify([...notes.bySite.values()]))
}
