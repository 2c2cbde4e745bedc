/** How much what was typed is like a name or a sentence: order, accents, missing spaces and a typo do not matter. Pure. */

/** From this length on, a word may differ by two typos. */
const LONG = 8
const SHORTEST_FORGIVEN = 3
/** The beginning of a word may have a typo, too, from this length on. */
const SHORTEST_BEGINNING = 5

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}

/** The words of a text without accents, case and punctuation; the same as `search_words` in SQL for Latin letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđħŧı]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How many typos a word may have; a number allows none. */
export function maxEdits(word: string): number {
  const length = [...word].length
  if (length < SHORTEST_FORGIVEN || !/\p{L}/u.test(word)) return 0
  return length >= LONG ? 2 : 1
}

/**
 * How many letters have to be changed, added, left out or swapped with their neighbor to turn one word into another,
 * counted up to `most`; for more it returns `most + 1`.
 */
export function editsBetween(one: string, other: string, most: number): number {
  const from = [...one]
  const to = [...other]
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last = to.map((_, column) => column).concat(to.length)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(before, column - 2) + 1 : most + 1
      current.push(Math.min(changed, swapped, at(last, column) + 1, at(current, column - 1) + 1))
    }
    before = last
    last = current
  }
  return Math.min(at(last, to.length), most + 1)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY

const SAME = 4
const BEGINS = 3
const CONTAINS = 2
const TYPO = 1

/** Two or three neighbors written as one word: `san francisco` is also `sanfrancisco`. */
const joined = (words: readonly string[]): string[] =>
  words.flatMap((_, start) => [2, 3].map((count) => words.slice(start, start + count).join('')))

function likenessOfWord(typed: string, found: readonly string[]): number {
  if (found.includes(typed)) return SAME
  if (found.some((word) => word.startsWith(typed)) || joined(found).some((word) => word.startsWith(typed)))
    return BEGINS
  if (typed.length >= SHORTEST_FORGIVEN && found.some((word) => word.includes(typed))) return CONTAINS
  const most = maxEdits(typed)
  const isNear = (word: string): boolean => editsBetween(typed, word, most) <= most
  if (most === 0) return 0
  if (found.some(isNear)) return TYPO
  const length = [...typed].length
  return length >= SHORTEST_BEGINNING && found.some((word) => isNear(word.slice(0, length + 1))) ? TYPO : 0
}

/**
 * From 0 to 4: 0 if one of the typed words is not in the text at all, 4 if all are there as they were typed. Between them: the
 * mean of words that begin like one of the text's, are inside one, or have a typo. One letter beside words may be missing.
 */
export function likeness(typed: readonly string[], text: string): number {
  if (typed.length === 0) return 0
  const found = wordsOf(text)
  const each = typed
    .map((word) => ({ word, alike: likenessOfWord(word, found) }))
    .filter(({ word, alike }) => alike > 0 || word.length > 1)
    .map(({ alike }) => alike)
  const asOne = likenessOfWord(typed.join(''), found)
  return Math.max(
    asOne === TYPO ? 0 : asOne,
    each.length === 0 || each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length,
  )
}
