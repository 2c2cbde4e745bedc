/** How this browser matched the columns of this campaign's files last time. */
import type { ImportColumns } from '#domain/schemas/result.ts'

type Column = ImportColumns['columns'][number]
type Meanings = Record<string, string>

const placeOf = (campaignId: string): string => `csv-columns:${campaignId}`
/** Differences in case and spaces do not make another name. */
const plain = (header: string): string => header.trim().toLowerCase()

/** A column that somebody left out although it was proposed as this: left out again for as long as that is proposed. */
const leftOut = (proposed: string): string => `ignore ${proposed}`

export function rememberMeanings(
  campaignId: string,
  columns: readonly Column[],
  proposed: readonly Column[],
): void {
  try {
    const meanings: Meanings = { ...read(campaignId) }
    const proposals = new Map(proposed.map(({ header, meaning }) => [header, meaning]))
    for (const { header, meaning } of columns)
      if (header !== '')
        meanings[plain(header)] = meaning === 'ignore' ? leftOut(proposals.get(header) ?? meaning) : meaning
    localStorage.setItem(placeOf(campaignId), JSON.stringify(meanings))
  } catch {
    // Without storage, columns are proposed by name.
  }
}

function read(campaignId: string): Meanings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(campaignId)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Meanings) : {}
  } catch {
    return {}
  }
}

/**
 * The proposal, overridden by what this browser remembers. Statistics that no longer exist are ignored; so is that a column
 * was left out before its statistic was there.
 */
export function withRemembered(
  campaignId: string,
  columns: readonly Column[],
  known: ReadonlySet<string>,
): Column[] {
  const kept = read(campaignId)
  return columns.map((column) => {
    const meaning = Object.hasOwn(kept, plain(column.header)) ? kept[plain(column.header)] : undefined
    if (meaning === leftOut(column.meaning)) return { ...column, meaning: 'ignore' }
    return meaning !== undefined && known.has(meaning) ? { ...column, meaning } : column
  })
}
