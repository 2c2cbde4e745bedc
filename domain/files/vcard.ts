/** The cards of a .vcf file, as phones and address books write them: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). Pure. */

export type Card = { line: number; name: string; emails: string[] }

type Property = { name: string; parameters: string[]; value: string; line: number }

/** No property's parameters are longer. */
const HEAD = 200
const QUOTED_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i

/** A line that begins with a space belongs to the one before it; so does what follows a quoted-printable "=". */
function unfold(text: string): { text: string; line: number }[] {
  const lines: { parts: string[]; line: number; isQuoted: boolean }[] = []
  for (const [index, part] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1)
    const before = last?.parts.at(-1) ?? ''
    if (last?.isQuoted && before.endsWith('=')) last.parts.splice(-1, 1, before.slice(0, -1), part)
    else if (last && /^[ \t]/.test(part)) last.parts.push(part.slice(1))
    else if (part.trim() !== '')
      lines.push({ parts: [part], line: index + 1, isQuoted: QUOTED_PRINTABLE.test(part.slice(0, HEAD)) })
  }
  return lines.map(({ parts, line }) => ({ text: parts.join(''), line }))
}

/** Where the value begins: the first colon that is not inside quotes. */
function colonIn(text: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ':' && !isQuoted) return at
  }
  return -1
}

function bytesOf(quoted: string): Uint8Array {
  const plain = new TextEncoder().encode(quoted)
  const bytes: number[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain[at] === 0x3d ? quotedByte(plain, at) : null
    bytes.push(code ?? (plain[at] as number))
    if (code !== null) at += 2
  }
  return Uint8Array.from(bytes)
}

/** "=C3" is one byte. */
function quotedByte(bytes: Uint8Array, at: number): number | null {
  const digits = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null
}

function decoded(value: string, parameters: readonly string[]): string {
  if (!parameters.some((one) => /^(ENCODING=)?QUOTED-PRINTABLE$/.test(one))) return value
  const isWestern = parameters.some((one) => /^CHARSET=(ISO-8859-1|WINDOWS-1252)$/.test(one))
  return new TextDecoder(isWestern ? 'windows-1252' : 'utf-8').decode(bytesOf(value))
}

const READ = new Set(['BEGIN', 'END', 'N', 'FN', 'ORG', 'EMAIL', 'KIND', 'X-ADDRESSBOOKSERVER-KIND'])

/** Null for what is not looked at here, such as a picture. A group stands before some names: "item1.EMAIL". */
function readProperty({ text, line }: { text: string; line: number }): Property | null {
  const word = /^(?:[\w-]+\.)?([A-Za-z-]+)[;:]/.exec(text.slice(0, HEAD))?.[1]?.toUpperCase()
  if (word === undefined || !READ.has(word)) return null
  const colon = colonIn(text)
  if (colon < 0) return null
  const parameters = text.slice(0, colon).toUpperCase().replaceAll('"', '').split(';').slice(1)
  return { name: word, parameters, value: decoded(text.slice(colon + 1), parameters), line }
}

/** The parts between semicolons, without the backslashes that protect signs within them. */
function partsOf(value: string): string[] {
  const parts = ['']
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] as string
    if (sign === ';') parts.push('')
    else if (sign !== '\\') parts[parts.length - 1] += sign
    else {
      at += 1
      parts[parts.length - 1] += /n/i.test(value[at] ?? '') ? ' ' : (value[at] ?? '')
    }
  }
  return parts.map((part) => part.trim())
}

const plain = (value: string): string => partsOf(value).join('; ')

/** 1 comes first; without a number, "PREF" does. */
function rankOf({ parameters }: Property): number {
  const types = parameters.flatMap((one) => one.replace(/^TYPE=/, '').split(','))
  const numbered = parameters.map((one) => /^PREF=(\d{1,3})$/.exec(one)?.[1]).find(Boolean)
  if (numbered !== undefined) return Number(numbered)
  return types.includes('PREF') ? 1 : Number.POSITIVE_INFINITY
}

function cardOf(line: number, properties: readonly Property[]): Card {
  const said = (name: string) => properties.find((one) => one.name === name)?.value ?? ''
  const [family = '', given = '', more = ''] = partsOf(said('N'))
  const full = plain(said('FN'))
  const written = [given, more, family].filter(Boolean).join(' ')
  const emails = properties
    .filter(({ name }) => name === 'EMAIL')
    .sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
  return {
    line,
    // Some address books repeat the address where the name is unknown.
    name: (full.includes('@') ? '' : full) || written || partsOf(said('ORG'))[0] || '',
    emails: emails.map(({ value }) => plain(value)),
  }
}

/** A list of members is no one. */
const isGroup = (properties: readonly Property[]): boolean =>
  properties.some(({ name, value }) => name.endsWith('KIND') && value.trim().toLowerCase() === 'group')

export const isVcard = (text: string): boolean => /^\s*BEGIN:VCARD\s/i.test(text.slice(0, HEAD))

export function readCards(text: string): Card[] {
  const cards: { line: number; properties: Property[] }[] = []
  let isOpen = false
  for (const line of unfold(text)) {
    const property = readProperty(line)
    if (property?.name === 'BEGIN') cards.push({ line: property.line, properties: [] })
    else if (property && isOpen) cards.at(-1)?.properties.push(property)
    if (property) isOpen = property.name !== 'END'
  }
  return cards
    .filter(({ properties }) => !isGroup(properties))
    .map(({ line, properties }) => cardOf(line, properties))
}
