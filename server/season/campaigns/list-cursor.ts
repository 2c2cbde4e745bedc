/** Where a page of the campaign list ended: opaque to the caller, checked like any other input. */
import { z } from 'zod'
import { invalidField } from '#domain/errors.ts'
import { type CampaignListQuery, SORTS } from '#domain/schemas/campaign.ts'

type Sort = CampaignListQuery['sort']
/** `isNear`: among the matches with a typo, which come after all others. */
export type Cursor = { value: number | string; id: string; isNear: boolean }

const Encoded = z.tuple([
  z.enum(SORTS),
  z.enum(['asc', 'desc']),
  z.union([z.int(), z.string().max(800)]),
  z.uuid(),
  z.literal('near').optional(),
])

const isValueOf = (sort: Sort, value: number | string): boolean => {
  if (sort === 'name') return typeof value === 'string'
  if (sort === 'endDate') return z.iso.date().safeParse(value).success
  return typeof value === 'number'
}

export function writeCursor(
  { sort, order }: Pick<CampaignListQuery, 'sort' | 'order'>,
  { value, id, isNear }: Cursor,
): string {
  return Buffer.from(JSON.stringify([sort, order, value, id, ...(isNear ? ['near'] : [])])).toString(
    'base64url',
  )
}

/** Throws a 400 for a cursor of another order, or one that cannot be read. */
export function readCursor(query: Pick<CampaignListQuery, 'sort' | 'order' | 'cursor'>): Cursor | null {
  if (query.cursor === undefined) return null
  const parsed = Encoded.safeParse(parseJson(Buffer.from(query.cursor, 'base64url').toString()))
  const [sort, order, value, id, near] = parsed.data ?? []
  if (sort !== query.sort || order !== query.order || value === undefined || !id || !isValueOf(sort, value)) {
    throw invalidField('cursor', 'Not a cursor of this list')
  }
  return { value, id, isNear: near === 'near' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
