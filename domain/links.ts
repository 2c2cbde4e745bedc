/** What a mail program, or a person, could open as a link: none of it belongs in a name. Pure. */
import { invalidField } from './errors.ts'

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/
/** They turn around what is written after them, also beyond the name. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const SCHEME_OR_WWW = /:\/\/|\bwww\./i
const IP_ADDRESS = /(?<!\d)(?:\d{1,3}\.){3}\d{1,3}(?!\d)/
/** What people put between the groups of a telephone number. */
const GAP = String.raw`[\s.·/‐-―−-]`
const TOLL_FREE = '8(?:00|33|44|55|66|77|88)'
/**
 * Three, three and four digits, or ten in a row, with a country's 1 before them or an area code in parentheses; seven digits as
 * "555-0100"; "+" and a country; a toll-free number, also in letters. Not a year, a score, a ZIP code or a jersey number.
 */
const TELEPHONE = [
  new RegExp(String.raw`(?<!\d)(?:1${GAP}{0,3})?\(?\d{3}\)?${GAP}{0,3}\d{3}${GAP}{0,3}\d{4}(?!\d)`, 'u'),
  new RegExp(String.raw`(?<!\d|\d${GAP})[2-9]\d{2}[.·‐-―−-]\d{4}(?!\d|${GAP}\d)`, 'u'),
  new RegExp(String.raw`\+${GAP}?\d(?:[()]?${GAP}{0,3}[()]?\d){6,}`, 'u'),
  new RegExp(String.raw`(?<!\d)1${GAP}${TOLL_FREE}(?!\d)`, 'u'),
  new RegExp(String.raw`(?<!\d)${TOLL_FREE}[.-](?:[A-Z]{7}|[A-Z0-9]{3}-[A-Z0-9]{4})(?![A-Za-z0-9])`, 'u'),
]
/** Characters of an address without a space, and whether a path follows. Plain classes: a long text takes no longer. */
const WORDS = /[\p{L}\p{M}\p{N}\p{So}_.@-]+\/?/gu
const ENDING = /^[\p{L}\p{M}]{2,}/u

/** After these, and after an initial, a period needs no space: "Wm.Penn", "vs.Lincoln", "A.C.Milan". */
const ABBREVIATIONS = new Set(
  'capt col coach dr fr ft geo gen gov hon jr lt mr mrs ms mt mts no pres prof pt rev sgt sr st ste thos univ vs wm'.split(
    ' ',
  ),
)
/** Except where what follows is an ending that many addresses have. */
const COMMON_ENDINGS = new Set(
  [
    'com net org edu gov io co info biz xyz ru cn top site online shop app dev link click club live pro ly gl gg me tv',
    'us uk ca de eu ai bank cash email fund fun help life money news one page pay pw store support team tech to',
    'vip website win work world ws zip',
  ].flatMap((line) => line.split(' ')),
)

function isAbbreviated(word: string): boolean {
  const labels = word.replace(/^@|\.$/g, '').split('.')
  const last = labels.pop() ?? ''
  return (
    /^\p{Lu}[\p{L}\p{M}-]*$/u.test(last) &&
    !COMMON_ENDINGS.has(last.toLowerCase()) &&
    labels.every((label) => /^\p{L}$/u.test(label) || ABBREVIATIONS.has(label.toLowerCase()))
  )
}

/** "evil.ai": letters follow a period without a space. */
function isAddress(word: string): boolean {
  const labels = word.split('.')
  return labels.some((label, at) => label !== '' && ENDING.test(labels[at + 1] ?? '')) && !isAbbreviated(word)
}

/** Why it cannot be a name, or null. Judged as it is read: without invisible characters, each letter in its plain form. */
export function reasonAgainstName(name: string): string | null {
  if (LINE_BREAK.test(name)) return 'Write it on one line'
  const plain = name.normalize('NFKC').replace(INVISIBLE, '').replaceAll('。', '.')
  const isLink =
    SCHEME_OR_WWW.test(plain) || IP_ADDRESS.test(plain) || (plain.match(WORDS) ?? []).some(isAddress)
  if (isLink) return 'Leave out links and email addresses, and put a space after a period'
  if (TELEPHONE.some((one) => one.test(plain))) return 'Leave out telephone numbers'
  return TURNS_TEXT.test(name) ? 'Remove the hidden characters that reverse the text' : null
}

/** The same for a text of several lines that is mailed: why it cannot be, or null. */
export const reasonAgainstText = (text: string): string | null =>
  text.split(LINE_BREAK).reduce<string | null>((found, line) => found ?? reasonAgainstName(line), null)

/** A name from before the rule, in a mail: its letters stay, but no mail program makes a link of them. */
export function unlinked(name: string): string {
  if (reasonAgainstName(name) === null) return name
  return name
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\n\r\u0085\u2028\u2029]+/g, ' ')
    .replaceAll('://', ': //')
    .replace(/\bwww\./gi, 'www ')
    .replace(/([.。@])(?=\S)/g, '$1 ')
}

/** The same, for a line of a file: "the opponent is refused: leave out links ...". Null where it is no reason. */
export function reasonAgainstNameIn(what: string, name: string): string | null {
  const reason = reasonAgainstName(name)
  return reason && `the ${what} is refused: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
}

/** A name from before may stay as it is while something else is changed. @throws a 400 that names the field */
export function refuseNewName(field: string, before: string | null, after: string | null | undefined): void {
  if (!after || after === before) return
  const reason = reasonAgainstName(after)
  if (reason) throw invalidField(field, reason)
}
