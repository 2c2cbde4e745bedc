/** The figures of a column, read together: one notation for all of them. Pure. */
import { LARGEST, NONE, ONE, parseQuantity, partOf, plus, type Quantity, thirds } from '../quantity.ts'
import { type Ask, choicesOf } from './file.ts'

/** Units that are not to be mixed up: kilometers are no miles, and seconds no minutes. Pure. */

const UNITS: readonly (readonly string[])[] = [
  ['second', 'seconds', 'sec', 'secs', 's'],
  ['minute', 'minutes', 'min', 'mins'],
  ['hour', 'hours', 'hr', 'hrs', 'h'],
  ['kilometer', 'kilometers', 'kilometre', 'kilometres', 'km', 'kms'],
  ['mile', 'miles', 'mi'],
  ['yard', 'yards', 'yd', 'yds'],
  ['meter', 'meters', 'metre', 'metres'],
  ['foot', 'feet', 'ft'],
  ['k', 'thousand', 'thousands'],
]
const unitOf = (word: string): number => UNITS.findIndex((words) => words.includes(word.toLowerCase()))

/** Whether a figure in this unit is none of the statistic's: what it counts says another one. "5k" may be 5 or 5,000. */
export function isOtherUnit(
  unit: string,
  { name, unitName }: { name: string; unitName: string | null },
): boolean {
  const given = unitOf(unit)
  if (given < 0) return false
  if (unit.toLowerCase() === 'k') return true
  const own = `${name} ${unitName ?? ''}`
    .split(/[^\p{Letter}]+/u)
    .map(unitOf)
    .filter((one) => one >= 0)
  return own.length > 0 && !own.includes(given)
}

export type Cell = { line: number; text: string }
/** No figure, day or result is longer; patterns would take long to find nothing in a longer text. */
export const shortened = ({ line, text }: Cell): Cell => ({ line, text: text.slice(0, 200) })
type Figure = { line: number; quantity: Quantity } | { line: number; reason: string }
type Counted = { name: string; unitName: string | null }

/** What people and programs write where there is nothing: no figure, not a zero. */
const NOTHING = /^(?:|[-–—.*]+|n\/?a\.?|none|null|nil|dnp|tbd|tba|did not play)$/i
export const isNothing = (text: string): boolean => NOTHING.test(text.trim())

const FRACTIONS: Record<string, string> = { '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4' }
const WITH_FRACTION = /^(\d{1,6})?\s*(½|⅓|⅔|¼|¾|(?<=^|\s)[123]\/[234])$/u

/** Thirds are exact; other parts are rounded to a hundredth. */
const part = (parts: number, all: number): Quantity =>
  (parts * 3) % all === 0 ? thirds((parts * 3) / all) : partOf(ONE, parts, all)

const isTime = ({ name, unitName }: Counted): 'minutes' | 'hours' | null => {
  const words = `${name} ${unitName ?? ''}`
  return /\bmin(?:ute)?s?\b/i.test(words) ? 'minutes' : /\b(?:hours?|hrs?)\b/i.test(words) ? 'hours' : null
}
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::[0-5]\d)?$/
const IN_WORDS = /^(?:(\d{1,3}(?:\.\d{1,2})?)\s*h(?:ou)?r?s?\.?)?\s*(?:(\d{1,5})\s*m(?:in(?:ute)?s?)?\.?)?$/i

/** `1:20`, `1 hr 20 min`, `80 min`: in the unit that the statistic counts. */
function timeIn(text: string, unit: 'minutes' | 'hours'): Quantity | null {
  const [, hours = '0', minutes = '0'] = CLOCK.exec(text) ?? (text === '' ? null : IN_WORDS.exec(text)) ?? []
  if (!CLOCK.test(text) && !/[hm]/i.test(text)) return null
  if (hours === '0' && minutes === '0' && !/\d/.test(text)) return null
  const all = Math.floor(Number(hours) * 60 + 0.5) + Number(minutes)
  if (unit === 'minutes') return parseQuantity(all)
  return plus(parseQuantity(Math.floor(all / 60)) ?? NONE, part(all % 60, 60))
}

/** `12 km`, `3 goals`, `7*`: what stands behind a figure says nothing about how many. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/\s*(?:[*†‡^]+|(?<=\d)\s*[a-z]{1,12}\.?)$/i, '')
    .trim()

/** "5 km" where miles are counted. */
const hasOtherUnit = (text: string, statistic: Counted): boolean =>
  isOtherUnit(/\d\s*([a-z]{1,12})\.?$/i.exec(text.trim())?.[1] ?? '', statistic)

type Decimal = '.' | ','

const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BY_POINT = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
const DECIMAL_COMMA = /^\d+,(?:\d{1,2}|\d{4,})$|^\d{1,3}(?:\.\d{3})+,\d+$/
const DECIMAL_POINT = /^\d*\.(?:\d{1,2}|\d{4,})$|^\d{1,3}(?:,\d{3})+\.\d+$/

const withoutSpaces = (text: string): string =>
  text.replace(/(?<=\d)[\s'’\u00a0\u202f\u2009](?=\d{3}(?!\d))/gu, '')

function plainNumber(text: string, decimal: Decimal): string {
  const group = decimal === '.' ? ',' : '.'
  const isGrouped = (decimal === '.' ? GROUPED_BY_COMMA : GROUPED_BY_POINT).test(text)
  const digits = (isGrouped ? text.replaceAll(group, '') : text).replace(decimal, '.')
  return digits
    .replace(/^\./, '0.')
    .replace(/(\.\d\d)0+$/, '$1')
    .replace(/\.$/, '')
}

/** 5.2 innings are 5⅔: a whole column that ends in .0, .1 and .2. */
const THIRDS = /^(\d{1,4})(?:\.([012]))?$/
const countsInnings = (column: string, { name, unitName }: Counted): boolean =>
  /\b(?:innings?|ip)\b/i.test(`${column} ${name} ${unitName ?? ''}`)
const areThirds = (texts: readonly string[]): boolean =>
  texts.every((text) => THIRDS.test(text)) && texts.some((text) => /\.[12]$/.test(text))

const thirdsIn = (text: string): Quantity => {
  const [, whole = '0', rest = '0'] = THIRDS.exec(text) ?? []
  return thirds(Number(whole) * 3 + Number(rest))
}

type Written = Cell & { number: string }

/**
 * `separator` is what stands between the file's cells: a semicolon where commas are decimals. Figures are read as the answer
 * says to what nobody can tell from the column alone, or left out while there is none.
 */
export function readNumbers(
  cells: readonly Cell[],
  { key, name, statistic, separator }: { key: string; name: string; statistic: Counted; separator: string },
  ask: Ask,
): Figure[] {
  const written = cells
    .map(shortened)
    .filter(({ text }) => !isNothing(text))
    .map((cell): Written => ({ ...cell, number: withoutSpaces(bare(cell.text)) }))
  const numbers = written.map(({ number }) => number)
  if (countsInnings(name, statistic) && areThirds(numbers)) {
    const answer = askThirds(key, name, numbers, ask)
    if (answer === null) return []
    return written.map((one) =>
      answer === 'thirds' ? { line: one.line, quantity: thirdsIn(one.number) } : figureOf(one, '.'),
    )
  }
  const unit = isTime(statistic)
  const timed = written.map((one) => ({ ...one, time: unit && timeIn(one.text.trim(), unit) }))
  const rest = timed.flatMap(({ number, time }) => (time === null ? [number] : []))
  const decimal = notationOf(rest, separator) ?? askDecimals(key, name, rest, ask)
  if (decimal === null) return []
  return timed.map((one): Figure => {
    const { line, text, time } = one
    if (time !== null) return { line, quantity: time }
    if (hasOtherUnit(text, statistic))
      return { line, reason: `"${text.trim().slice(0, 20)}" is in another unit than ${statistic.name}` }
    return figureOf(one, decimal)
  })
}

function askThirds(key: string, name: string, numbers: readonly string[], ask: Ask): string | null {
  const example = numbers.find((text) => /\.2$/.test(text)) ?? numbers.find((text) => /\.1$/.test(text)) ?? ''
  const inThirds = example.replace('.1', '⅓').replace('.2', '⅔')
  return ask({
    id: `thirds ${key}`,
    line: null,
    text: `${name} has ${example}. Are these thirds of innings?`,
    choices: choicesOf({
      thirds: `Yes, ${example} is ${inThirds} innings`,
      decimals: 'No, they are decimals',
    }),
  })
}

/** Which sign stands before the decimals: null where both are possible, and mean different numbers. */
function notationOf(texts: readonly string[], separator: string): Decimal | null {
  const hasComma = texts.some((text) => DECIMAL_COMMA.test(text))
  const hasPoint = texts.some((text) => DECIMAL_POINT.test(text))
  if (hasComma && !hasPoint) return texts.some((text) => GROUPED_BY_COMMA.test(text)) ? null : ','
  if (hasPoint && !hasComma) return '.'
  if (hasComma && hasPoint) return null
  const isUnclear = (text: string): boolean => separator === ';' && /^\d{1,3}[.,]\d{3}$/.test(text)
  return texts.some(isUnclear) ? null : '.'
}

function askDecimals(key: string, name: string, numbers: readonly string[], ask: Ask): Decimal | null {
  const example = numbers.find((text) => /[.,]\d/.test(text)) ?? ''
  const sign = numbers.some((text) => text.includes(',')) ? 'comma' : 'point'
  return ask({
    id: `decimals ${key}`,
    line: null,
    text: `${name} has ${numbers.find((text) => /[.,]/.test(text))}. What does the ${sign} mean?`,
    choices: ([',', '.'] as const).map((decimal) => ({
      value: decimal,
      label: `${example} is ${Number(plainNumber(example, decimal)).toLocaleString('en-US')}`,
    })),
  }) as Decimal | null
}

function figureOf({ line, text, number }: Written, decimal: Decimal): Figure {
  const [, whole = '0', sign] = WITH_FRACTION.exec(number) ?? []
  const [parts, all] = (sign ? (FRACTIONS[sign] ?? sign) : '').split('/').map(Number)
  if (parts && all && parts < all)
    return { line, quantity: plus(parseQuantity(whole) ?? NONE, part(parts, all)) }
  const quantity = parseQuantity(plainNumber(number, decimal))
  if (quantity === null || quantity < 0 || quantity > LARGEST)
    return { line, reason: `"${text.trim().slice(0, 20)}" is not a number of 0 or more` }
  return { line, quantity }
}
