import { type SQL, sql } from '#server/platform/db/database.ts'

/**
 * The parts of a profile that its supporter did not type: they came by a pledge's link, or with a card. What the
 * supporter types later replaces them. A change clears the mark of every column that it sets.
 */
export const NAME_COLUMNS = ['first_name', 'last_name'] as const

export const CONTACT_COLUMNS = [
  'phone',
  'street_address1',
  'street_address2',
  'city',
  'state',
  'zip',
] as const

export type ProfileColumn = (typeof NAME_COLUMNS)[number] | (typeof CONTACT_COLUMNS)[number]

const list = (columns: readonly ProfileColumn[]): SQL => sql`${sql.param([...columns])}::text[]`

/** For the columns that a person has just typed. */
export const typed = (columns: readonly ProfileColumn[]): SQL => sql`
  not_typed = array(
    select unnest(not_typed)
    except
    select unnest(${list(columns)})
  )
`

/** For the columns that a link has just filled in. */
export const addedByLink = (columns: readonly ProfileColumn[]): SQL => sql`
  not_typed = array(
    select unnest(not_typed)
    union
    select unnest(${list(columns)})
  )
`

/** Whether a link added all of these. */
export const areAllByLink = (columns: readonly ProfileColumn[]): SQL => sql`not_typed @> ${list(columns)}`

/** Empty, or filled in by someone other than the supporter. */
export const givesWay = (column: ProfileColumn, of: SQL = sql``): SQL =>
  sql`(${of}${sql.raw(column)} is null or ${sql.param(column)}::text = any(not_typed))`
