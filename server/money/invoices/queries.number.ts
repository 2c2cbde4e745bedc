/** Finds what was posted by a number that is written on it. No names: those are searched for elsewhere, and logged (R26). */
import { type SQL, sql } from '#server/platform/db/database.ts'

/** `123` and `INV-2026-000123` are the same invoice's; null: it cannot be one. */
export const numberIn = (search: string): string | null => {
  const digits = /^(?:inv-?)?(?:\d{4}-)?0*(\d{1,9})$/i.exec(search.replaceAll(' ', ''))?.[1]
  return digits === undefined ? null : digits.padStart(6, '0')
}

/** The invoice's number, its last digits, or any part of a check's number; all of them without a search. */
export function hasNumber(search: string | null, invoice: SQL, reference: SQL): SQL {
  if (search === null) return sql`true`
  const number = numberIn(search)
  const part = search.replace(/^#/, '')
  return sql`(
    ${invoice} = upper(${search})
    or (${number}::text is not null and ${invoice} like '%-' || ${number})
    or strpos(lower(${reference}), lower(${part})) > 0
  )`
}
