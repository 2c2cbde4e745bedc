/** An email address as a file or a person writes it, also at a domain with letters beyond ASCII. Pure. */
import { email as emailSchema } from '../schemas/fields.ts'

const address = emailSchema()
const LONGEST = 254
const NOT_ONE = 'Not an email address'
const LOOK_ALIKE = 'The domain mixes alphabets, so it may imitate another one'

const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Those written together are one: Japanese has three. */
const ALPHABETS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thai', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Tamil', 'Khmer', 'Hangul'],
].map((name) => new RegExp(`^\\p{Script=${name}}*$`, 'u'))
const JAPANESE_OR_CHINESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u

function isOneAlphabet(domain: string): boolean {
  const letters = domain.replace(/\P{L}/gu, '')
  return [...ALPHABETS, JAPANESE_OR_CHINESE].some((alphabet) => alphabet.test(letters))
}

/** "müller.example" is xn--mller-kva.example where computers speak; empty where there can be no such domain. */
function asciiOf(domain: string): string {
  if (!/\P{ASCII}/u.test(domain)) return domain.toLowerCase()
  const url = `http://${domain}`
  return DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : ''
}

function partsOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, Math.max(0, at)).toLowerCase(), email.slice(at + 1)]
}

/** Where mail for an address that `readAddress` returned goes. */
export function sentTo(email: string): string {
  const [local, domain] = partsOf(email)
  return `${local}@${asciiOf(domain)}`
}

/** The address as people see it, or null; and why it is none, or what to look out for. */
export function readAddress(written: string): { email: string | null; reason: string | null } {
  const [local, given] = partsOf(written.trim())
  const domain = given.normalize('NFC').toLowerCase()
  const ascii = asciiOf(domain)
  // The schema knows no ending in letters beyond ASCII.
  const isOne = address.safeParse(`a@${ascii.replace(/\.xn--[a-z0-9-]+$/, '.xn')}`).success
  const letter = /\P{ASCII}/u.exec(local)?.[0]
  if (isOne && letter !== undefined && /\p{L}/u.test(letter))
    return { email: null, reason: `No email can be sent yet to an address with “${letter}” before the @` }
  if (!isOne || !address.safeParse(`${local}@x.org`).success || local.length + ascii.length >= LONGEST)
    return { email: null, reason: NOT_ONE }
  if (!ascii.includes('xn--') || ascii === domain) return { email: `${local}@${ascii}`, reason: null }
  return isOneAlphabet(domain)
    ? { email: `${local}@${domain}`, reason: null }
    : { email: `${local}@${ascii}`, reason: LOOK_ALIKE }
}
