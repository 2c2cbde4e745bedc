/** How this browser matched the columns of this campaign's files the last time. */
import type { ImportColumns } from '#domain/schemas/result.ts'

type Column = ImportColumns['columns'][number]
type Meanings = Record<string, string>

const placeOf = (campaignId: string): string => `csv-columns:${campaignId}`
/** A spreadsheet's own whims with capitals and spaces are no other name. */
const plain = (header: string): string => header.trim().toLowerCase()

export function rememberMeanings(campaignId: string, columns: readonly Column[]): void {
  try {
    const meanings: Meanings = { ...read(campaignId) }
    for (const { header, meaning } of columns) if (header !== '') meanings[plain(header)] = meaning
    localStorage.setItem(placeOf(campaignId), JSON.stringify(meanings))
  } catch {
    // A browser that keeps nothing proposes by name.
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

/** What was proposed, and where this browser knows better, what it knows. A statistic that is gone is none. */
export function withRemembered(
  campaignId: string,
  columns: readonly Column[],
  known: ReadonlySet<string>,
): Column[] {
  const kept = read(campaignId)
  return columns.map((column) => {
    const meaning = Object.hasOwn(kept, plain(column.header)) ? kept[plain(column.header)] : undefined
    return meaning !== undefined && known.has(meaning) ? { ...column, meaning } : column
  })
}
