/** A sheet as the bytes of a file, with all that programs and people put around its rows. */
import { list } from '#tests/list.ts'
import type { Dice } from './dice.ts'
import type { Truth } from './games.ts'

export type SheetRow = { cells: Record<string, string>; truth: Truth | null }
export type Column = { key: string; name: string }
export type Sheet = { columns: Column[]; rows: SheetRow[] }
export const column = (key: string, name: string): Column => ({ key, name })

type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Style = {
  separator: ',' | ';' | '\t' | '|'
  saysSeparator: boolean
  encoding: Encoding
  newline: string
  quotesAll: boolean
  /** Lines above the header, totals, footnotes and others that are no rows. */
  isTidy: boolean
}

export function styleOf(dice: Dice): Style {
  const separator = dice.pick([',', ',', ',', ',', ';', '\t', '|'] as const)
  return {
    separator,
    saysSeparator: separator === ';' && dice.chance(0.5),
    encoding: dice.pick(['utf-8', 'utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252']),
    newline: dice.pick(['\n', '\r\n', '\r\n']),
    quotesAll: dice.chance(0.15),
    isTidy: dice.chance(0.35),
  }
}

const EXTRA: readonly (readonly [name: string, values: readonly string[], isCounted?: boolean])[] = [
  ['Notes', ['', 'Senior Night', 'Bring water', 'Picture day, 5 PM\nBus leaves at 4', 'League “opener”']],
  ['Comments', ['', 'Bus at 3:15', 'white jerseys']],
  ['Bus', ['3:15 PM', '2:30 PM', '']],
  ['Dismissal', ['1:45 PM', '2:10 PM']],
  ['Uniform', ['White', 'Blue', '']],
  ['Officials', ['Lee / Park', '', 'TBD']],
  ['Arrival Time', ['30', '45', '60']],
  ['Game #', ['1', '2', '3'], true],
  ['#', ['1', '2', '3'], true],
  ['No.', ['1', '2', '3'], true],
  ['Week', ['1', '2', '3'], true],
  ['Opponent Record', ['3-2', '0-5', '1-1-1']],
  ['Conference', ['Yes', 'No', '']],
  ['Type', ['League', 'Non-League', '']],
  ['Gate Fee', ['$5', '$0', '']],
  ['Duration', ['90', '1:30', '']],
  ['Snack', ['Kim', 'O’Neil', '']],
  ['TV', ['', 'Channel 9']],
  ['Attendance', ['120', '45', '1,003']],
]

/** Columns that nobody asked for. */
export function withExtras(dice: Dice, sheet: Sheet): Sheet {
  const taken = new Set(sheet.columns.map(({ name }) => name))
  const chosen = dice.some(EXTRA, dice.int(0, 4)).filter(([name]) => !taken.has(name))
  const rows = sheet.rows.map((row, index) => {
    const extras = chosen.map(([, values, isCounted]) => (isCounted ? String(index + 1) : dice.pick(values)))
    const cells = Object.fromEntries(extras.map((text, at) => [`extra ${at}`, text]))
    return { ...row, cells: { ...row.cells, ...cells } }
  })
  return { columns: [...sheet.columns, ...chosen.map(([name], at) => column(`extra ${at}`, name))], rows }
}

const ABOVE = list(`Fall 2026 Schedule | Updated 8/1/2026 | Coach: Lee, 555-0100 | Season: 2026
  | DRAFT – subject to change`)
const BELOW = list(`* denotes a league game | Home games at Bay Park | Revised 9/1/2026 | Record: 6-2-1
  | Go team!`)
const TOTALS = list(`Total | Totals | TOTAL | Totals: | Season Totals | Team Totals | Season Total | Sum
  | Grand Total`)

type Written = { cells: string[]; truth: Truth | null; isBlank?: boolean }

function around(dice: Dice, sheet: Sheet, isTidy: boolean): Written[] {
  const names = sheet.columns.map(({ name }) => name)
  const noise = (text: string): Written => ({
    cells: dice.chance(0.5) ? [text] : [text, ...names.slice(1).map(() => '')],
    truth: null,
  })
  const blank = (): Written => ({ ...noise(''), isBlank: true })
  const rows = sheet.rows.map(
    ({ cells, truth }): Written => ({ cells: sheet.columns.map(({ key }) => cells[key] ?? ''), truth }),
  )
  const header: Written = { cells: names, truth: null }
  if (isTidy) return [header, ...rows]
  const above = dice.chance(0.4) ? dice.some(ABOVE, dice.int(1, 3)).map(noise) : []
  const below = dice.chance(0.4) ? dice.some(BELOW, dice.int(1, 2)).map(noise) : []
  const totals = dice.chance(0.35) ? [totalsOf(dice, sheet)] : []
  const between = rows.flatMap((row, index): Written[] => {
    if (index > 0 && dice.chance(0.04)) return [noise(dice.pick(['September', 'October', 'Playoffs'])), row]
    if (index > 2 && dice.chance(0.02)) return [header, row]
    return dice.chance(0.06) ? [blank(), row] : [row]
  })
  const gap = (): Written[] => (dice.chance(0.4) ? [blank()] : [])
  return [...above, ...gap(), header, ...between, ...gap(), ...totals, ...gap(), ...below]
}

function totalsOf(dice: Dice, { columns, rows }: Sheet): Written {
  const sums = columns.map(({ key }, index) => {
    if (index === 0) return dice.pick(TOTALS)
    const values = rows.map(({ cells }) => cells[key] ?? '')
    const isNumber = key.startsWith('figure') && values.every((value) => /^\d*$/.test(value))
    return isNumber ? String(values.reduce((sum, value) => sum + Number(value), 0)) : ''
  })
  return { cells: sums, truth: null }
}

/** The file, with the lines of its rows written into their truths. */
export function fileOf(dice: Dice, sheet: Sheet, style: Style): Uint8Array {
  const { separator, newline } = style
  const quoted = (cell: string): string =>
    (style.quotesAll && cell !== '') || /["\n\r]/.test(cell) || cell.includes(separator)
      ? `"${cell.replaceAll('"', '""').replaceAll('\n', newline)}"`
      : cell
  let [line, text] = [0, '']
  const add = (written: string): void => {
    text += written + newline
    line += written.split('\n').length
  }
  if (style.saysSeparator) add(`sep=${separator}`)
  for (const { cells, truth, isBlank } of around(dice, sheet, style.isTidy)) {
    add(isBlank && cells.length === 1 ? '' : cells.map(quoted).join(separator))
    truth?.lines.push(line)
  }
  return encoded(dice.chance(0.2) ? text.trimEnd() : text, style.encoding)
}

/** Signs that Windows has where Latin-1 has none. */
const OF_WINDOWS: Record<string, number> = {
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
}

export function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'windows-1252') {
    const bytes = [...text].map((sign) => OF_WINDOWS[sign] ?? sign.codePointAt(0) ?? 0)
    if (bytes.every((byte) => byte < 256)) return Uint8Array.from(bytes)
  }
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be')
    return new TextEncoder().encode(encoding === 'utf-8-bom' ? `\ufeff${text}` : text)
  const bytes = [...`\ufeff${text}`].flatMap((sign) => {
    const unit = sign.charCodeAt(0)
    return encoding === 'utf-16le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]
  })
  return Uint8Array.from(bytes)
}
