import pg from 'pg'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

/** How columns are read: integers as numbers, dates as text, instants as dates. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return readInteger
    if (oid === DATE) return (text: string) => text
    if (oid === TIMESTAMPTZ) return readInstant
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

/** bigint columns contain cents and counts, all within a safe integer by their CHECKs. */
function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint outside the safe integers')
  return value
}

/** '2026-11-24 12:00:00.123456+00': sessions are in UTC, and anything below a millisecond is cut off. */
function readInstant(text: string): Date {
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  if (text.at(-3) !== '+' || Number.isNaN(date.getTime()))
    throw new RangeError(`not an instant in UTC: ${text}`)
  return date
}

const camelNames = new Map<string, string>()
function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}

export type ArrayResult = { rows: unknown[][]; fields: { name: string }[] }

/** Rows as objects with camelCase names. */
export function toObjects<Row>(result: ArrayResult): Row[] {
  const names = result.fields.map(({ name }) => camel(name))
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index]
    return row as Row
  })
}
