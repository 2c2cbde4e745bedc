/**
 * The rows that the code claims, compared with what PostgreSQL answered while the tests ran:
 * `node tests/row-types/check.ts <folder of notes> [--whole]`. With --whole every statement must have been run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Declared, type DeclaredColumn, readDeclared } from './declared.ts'
import type { Observation, Observed } from './observation.ts'

/** Run by whole programs only: the tests in `tests/process` and the demo. */
const OF_WHOLE_PROGRAMS = ['server/operations/demo/', 'server/operations/health.ts']

type Kind = Observed['kinds'][number]

/** How `server/platform/db/database.ts` reads PostgreSQL's types. */
const KIND_OF_OID: Record<number, Kind> = {
  16: 'boolean',
  ...Object.fromEntries([20, 21, 23, 26, 700, 701].map((oid) => [oid, 'number'])),
  ...Object.fromEntries([18, 19, 25, 869, 1042, 1043, 1082, 1083, 1700, 2950].map((oid) => [oid, 'string'])),
  ...Object.fromEntries([1114, 1184].map((oid) => [oid, 'Date'])),
  ...Object.fromEntries(
    [1000, 1005, 1007, 1009, 1015, 1016, 1115, 1182, 1185, 2951].map((oid) => [oid, 'array']),
  ),
  17: 'object',
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const keyOf = ({ file, line, column }: { file: string; line: number; column: number }) =>
  `${file}:${line}:${column}`

export function readObservations(folder: string): Map<string, Observation> {
  const merged = new Map<string, Observation>()
  for (const name of readdirSync(folder)) {
    const notes: Observation[] = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const one of notes) {
      const known = merged.get(keyOf(one))
      if (!known) merged.set(keyOf(one), one)
      else
        for (const [column, seen] of Object.entries(one.columns))
          known.columns[column] = merge(known.columns[column], seen)
    }
  }
  return merged
}

const merge = (one: Observed | undefined, other: Observed): Observed =>
  one
    ? {
        oid: other.oid,
        kinds: [...new Set([...one.kinds, ...other.kinds])],
        texts: [...new Set([...one.texts, ...other.texts])],
      }
    : other

/** What is wrong with one statement, a sentence for each. */
export function problemsOf(declared: Declared, { columns }: Observation): string[] {
  const answered = new Map(Object.entries(columns).map(([name, seen]) => [camel(name), seen]))
  const problems: string[] = []
  for (const [name, column] of declared.columns) {
    const seen = answered.get(name)
    if (seen) problems.push(...problemsOfColumn(name, column, seen))
    else if (!column.isOptional) problems.push(`${name} is not in the answer`)
  }
  for (const name of answered.keys())
    if (!declared.columns.has(name)) problems.push(`${name} is answered and not declared`)
  return problems
}

function problemsOfColumn(name: string, { kinds, texts, type }: DeclaredColumn, seen: Observed): string[] {
  if (kinds === 'anything') return []
  const expected = KIND_OF_OID[seen.oid]
  const came = new Set<Kind>([...seen.kinds, ...(expected ? [expected] : [])])
  const others = [...came].filter((kind) => !kinds.has(kind))
  const problems = others.map((kind) => `${name} is ${kind}, the type says ${type}`)
  const unknown = texts ? seen.texts.filter((text) => !texts.has(text)) : []
  if (unknown.length > 0) problems.push(`${name} is ${unknown.join(', ')}, the type says ${type}`)
  return problems
}

function main(): void {
  const [folder = '', mode] = process.argv.slice(2)
  const observations = readObservations(folder)
  let [checked, bad] = [0, 0]
  const unseen: string[] = []
  for (const declared of readDeclared(process.cwd())) {
    const observation = observations.get(keyOf(declared))
    if (!observation) {
      if (!OF_WHOLE_PROGRAMS.some((path) => declared.file.startsWith(path))) unseen.push(keyOf(declared))
      continue
    }
    checked += 1
    const problems = problemsOf(declared, observation)
    if (problems.length > 0) {
      bad += 1
      console.error(`${keyOf(declared)}\n${problems.map((problem) => `    ${problem}\n`).join('')}`)
    }
  }
  if (mode === '--whole') for (const key of unseen) console.error(`${key}\n    no test runs this statement\n`)
  console.log(`${checked} statements checked, ${bad} differ, ${unseen.length} not run`)
  if (bad > 0 || (mode === '--whole' && unseen.length > 0)) process.exitCode = 1
}

if (import.meta.main) main()
