/** One mailbox is one person, however its address is spelled: what limits and counts go by (R57). Pure. */

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Mail still goes to the address as it was typed, and accounts stay apart by it. Mirrored by `mailbox_of` in SQL, which a test
 * compares.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  const plus = local.indexOf('+')
  const name = plus > 0 ? local.slice(0, plus) : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '') || name}@gmail.com` : `${name}@${domain}`
}

/** An email address as it is kept, and as people see it. Pure. */

/** In bytes, as mail servers count (RFC 5321). */
const LONGEST = 254
const LONGEST_LABEL = 63
/** Parts between periods, in the letters of any script; no quotation marks, no invisible characters. */
const LOCAL =
  /^(?:[\p{L}\p{N}_'+-][\p{L}\p{M}\p{N}_'+-]*\.)*(?:[\p{L}\p{N}_'+-][\p{L}\p{M}\p{N}_'+-]*)?[\p{L}\p{M}\p{N}_+-]$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** The last one: .org, or .xn--p1ai, which people write .рф. */
const ENDING = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/
/** Keyboards for Chinese, Japanese and Korean write letters of another width. */
const WIDE = /[\uFF00-\uFFEF]/g
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** How computers mark a label that has letters beyond ASCII. */
const ENCODED = 'xn--'

/** Those written together are one: Japanese has three. */
const ALPHABETS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Thai',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Khmer',
  'Hangul',
].map((name) => new RegExp(`^\\p{Script=${name}}*$`, 'u'))
const JAPANESE_OR_CHINESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u
const LATIN = /\p{Script=Latin}/u
/** Alphabets whose letters look like Latin ones: "аpple.com", and "аррӏе.com" as a whole. */
const LIKE_LATIN = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u

function isOneAlphabet(label: string): boolean {
  const letters = label.replace(/\P{L}/gu, '')
  return [...ALPHABETS, JAPANESE_OR_CHINESE].some((alphabet) => alphabet.test(letters))
}

/** A domain that mixes alphabets may imitate another one: people see it as computers write it, `xn--pple-43d.com`. */
export const isLookAlike = (domain: string): boolean =>
  !DOMAIN.test(domain) ||
  (LATIN.test(domain) && LIKE_LATIN.test(domain)) ||
  !domain.split('.').every(isOneAlphabet)

/** "müller.example" is xn--mller-kva.example where computers speak; null where there can be no such domain. */
function asciiOf(written: string): string | null {
  const isPlain = !/\P{ASCII}/u.test(written) && !written.includes(ENCODED)
  const url = `http://${written}`
  if (!isPlain && !(DOMAIN.test(written) && URL.canParse(url))) return null
  const domain = isPlain ? written : new URL(url).hostname
  const labels = domain.split('.')
  const isDomain = labels.length > 1 && labels.every((one) => LABEL.test(one) && one.length <= LONGEST_LABEL)
  return isDomain && ENDING.test(labels.at(-1) ?? '') ? domain : null
}

/**
 * The one way in which an address is kept, however it was typed: in small letters, each letter in one character, the domain in
 * ASCII. Null where it is none.
 */
export function keptEmail(written: string): string | null {
  if (written.length > 2 * LONGEST) return null
  const address = written
    .trim()
    .replace(WIDE, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at)).normalize('NFC')
  const domain = asciiOf(
    address
      .slice(at + 1)
      .normalize('NFKC')
      .toLowerCase(),
  )
  // "a²@" may be somebody else's mailbox than "a2@": neither is made of the other.
  if (domain === null || !LOCAL.test(local) || local !== local.normalize('NFKC')) return null
  const kept = `${local}@${domain}`
  return new TextEncoder().encode(kept).length <= LONGEST ? kept : null
}
