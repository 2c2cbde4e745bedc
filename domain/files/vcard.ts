/** The cards of a .vcf file, as phones and address books write them: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). Pure. */
import { colonIn, unfold } from './calendar-lines.ts'

export type Card = { line: number; name: string; emails: string[] }

type Property = { name: string; parameters: string[]; value: string; line: number }

/** No property's parameters are longer. */
const HEAD = 200
const QUOTED_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i
const isQuoted = (line: string): boolean => QUOTED_PRINTABLE.test(line.slice(0, HEAD))

/** "=C3=A9" are the bytes of one letter. */
function decoded(value: string, parameters: readonly string[]): string {
  const isWestern = parameters.some((one) => /^CHARSET=(ISO-8859-1|WINDOWS-1252)$/.test(one))
  const decoder = new TextDecoder(isWestern ? 'windows-1252' : 'utf-8')
  return value.replace(/(?:=[\da-f]{2})+/gi, (bytes) =>
    decoder.decode(Uint8Array.from(bytes.slice(1).split('='), (byte) => Number.parseInt(byte, 16))),
  )
}

const READ = ['BEGIN', 'END', 'N', 'FN', 'ORG', 'EMAIL', 'KIND', 'X-ADDRESSBOOKSERVER-KIND']

/** Null for what is not looked at here, such as a picture. A group stands before some names: "item1.EMAIL". */
function readProperty({ text, line }: { text: string; line: number }): Property | null {
  const name = /^(?:[\w-]+\.)?([A-Za-z-]+)[;:]/.exec(text.slice(0, HEAD))?.[1]?.toUpperCase() ?? ''
  const colon = READ.includes(name) ? colonIn(text) : -1
  if (colon < 0) return null
  const parameters = text.slice(0, colon).toUpperCase().replaceAll('"', '').split(';').slice(1)
  const value = text.slice(colon + 1)
  return { name, parameters, value: isQuoted(text) ? decoded(value, parameters) : value, line }
}

/** The parts between semicolons, without the backslashes that protect signs within them. */
const partsOf = (value: string): string[] =>
  [...`;${value}`.matchAll(/;((?:[^;\\]+|\\.?)*)/gs)].map(([, part = '']) =>
    part.replace(/\\(.?)/gs, (_, sign) => (/n/i.test(sign) ? ' ' : sign)).trim(),
  )

const plain = (value: string): string => partsOf(value).join('; ')

/** 1 comes first; without a number, "PREF" does. */
function rankOf({ parameters }: Property): number {
  const numbered = parameters.map((one) => /^PREF=(\d{1,3})$/.exec(one)?.[1]).find(Boolean)
  const isPreferred = parameters.some((one) =>
    one
      .replace(/^TYPE=/, '')
      .split(',')
      .includes('PREF'),
  )
  return Number(numbered ?? (isPreferred ? 1 : Number.MAX_SAFE_INTEGER))
}

function cardOf(line: number, properties: readonly Property[]): Card {
  const said = (name: string) => properties.find((one) => one.name === name)?.value ?? ''
  const [family = '', given = '', more = ''] = partsOf(said('N'))
  const full = plain(said('FN'))
  const written = [given, more, family].filter(Boolean).join(' ')
  const emails = properties.filter(({ name }) => name === 'EMAIL').sort((a, b) => rankOf(a) - rankOf(b))
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
  for (const property of unfold(text, isQuoted).flatMap((line) => readProperty(line) ?? [])) {
    if (property.name === 'BEGIN') cards.push({ line: property.line, properties: [] })
    else if (isOpen) cards.at(-1)?.properties.push(property)
    isOpen = property.name !== 'END'
  }
  return cards
    .filter(({ properties }) => !isGroup(properties))
    .map(({ line, properties }) => cardOf(line, properties))
}
