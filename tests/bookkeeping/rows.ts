/** A CSV file as an accounting program reads it (RFC 4180), independent of the code that writes it. */
export type Row = Record<string, string>

/** @throws if a row has more or fewer values than the header, or the last line does not end. */
export function rowsOf(text: string): { header: string[]; rows: Row[] } {
  if (text.startsWith('\uFEFF')) throw new Error('a byte order mark would be part of the first heading')
  const records: string[][] = []
  let values: string[] = []
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (isQuoted) {
      if (letter !== '"') value += letter
      else if (text[at + 1] === '"') {
        value += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === ',') {
      values.push(value)
      value = ''
    } else if (letter === '\r' && text[at + 1] === '\n') {
      records.push([...values, value])
      values = []
      value = ''
      at += 1
    } else value += letter
  }
  if (value !== '' || values.length > 0 || isQuoted) throw new Error('the last line does not end')
  const [header = [], ...lines] = records
  const rows = lines.map((line) => {
    if (line.length !== header.length) throw new Error(`a row of ${line.length} values: ${line.join('|')}`)
    return Object.fromEntries(header.map((name, at) => [name, line[at] ?? '']))
  })
  return { header, rows }
}

/** Rows that follow each other with the same key; a key that comes back later is listed again. */
export function groupsOf(rows: readonly Row[], keyOf: (row: Row) => string): { key: string; rows: Row[] }[] {
  const groups: { key: string; rows: Row[] }[] = []
  for (const row of rows) {
    const key = keyOf(row)
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, rows: [row] })
  }
  return groups
}

/** Whole cents of `12.50` or `-12.50`; null if it is anything else. */
export const centsIn = (text: string): number | null =>
  /^-?\d{1,12}\.\d\d$/.test(text) ? Number(text.replace('.', '')) : null

/** A day that exists, from its parts. */
export const isDay = (year: string, month: string, day: string): boolean => {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}

/** What no name may have in either program, and what a spreadsheet would compute. */
export function problemsWithText(text: string, { max }: { max: number }): string[] {
  const found = []
  if (text.length > max) found.push(`longer than ${max}: ${text}`)
  if (/[\r\n\t]/.test(text)) found.push(`more than one line: ${text}`)
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)) found.push(`invisible characters: ${JSON.stringify(text)}`)
  if (/\p{Extended_Pictographic}/u.test(text)) found.push(`a picture: ${text}`)
  if (/^[=+\-@＝＋－＠]/u.test(text)) found.push(`a formula: ${text}`)
  if (text !== text.trim()) found.push(`spaces around it: ${JSON.stringify(text)}`)
  return found
}

/** What moved in each account: debits above zero, in cents. */
export type Movements = Map<string, number>
export function movementsOf(lines: readonly { account: string; amount: number }[]): Movements {
  const movements: Movements = new Map()
  for (const { account, amount } of lines) movements.set(account, (movements.get(account) ?? 0) + amount)
  return movements
}
