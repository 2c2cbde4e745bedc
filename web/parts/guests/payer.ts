/** What an invoice needs to know about a person without an account (R59, R65). */

import { reasonAgainstName } from '#domain/links.ts'
import { zipIn } from '#domain/places/states.ts'
import type { WalletDetails } from '#web/parts/card/card-setup.ts'
import { zipQuestion } from '#web/places/confirm-zip.tsx'
import { phoneProblem } from '#web/places/reach.ts'

/** What a wallet says about a person, as a guest pledge keeps it (R59). None of it is verified. */
export const NOBODY: { firstName: string | null; lastName: string | null; zip: string | null } = {
  firstName: null,
  lastName: null,
  zip: null,
}

const MAX_NAME = 100
const MAX_ZIP = 20

/** A wallet's spelling keeps no one from pledging: long names are cut, and what cannot be a name is left out. */
const nameIn = (text: string): string | null => {
  const name = text.slice(0, MAX_NAME)
  return name === '' || reasonAgainstName(name) ? null : name
}

/** The first word is the first name. */
export function personIn({ name = '', postalCode = '' }: WalletDetails): typeof NOBODY {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return {
    firstName: nameIn(first),
    lastName: nameIn(rest.join(' ')),
    zip: postalCode.trim().slice(0, MAX_ZIP) || null,
  }
}

/** As it is typed. */
export const NO_PAYER = {
  firstName: '',
  lastName: '',
  phone: '',
  streetAddress1: '',
  streetAddress2: '',
  city: '',
  state: '',
  zip: '',
  confirmedZip: '',
}
export type Payer = typeof NO_PAYER
export const NAME_FIELDS = ['firstName', 'lastName'] as const
export const CONTACT_FIELDS = ['phone', 'streetAddress1', 'city', 'state', 'zip'] as const

/** What to do about a field that is empty. */
const NEEDED: Partial<Record<keyof Payer, string>> = {
  firstName: 'Enter your first name',
  phone: 'Enter your phone',
  streetAddress1: 'Enter your street address',
  city: 'Enter your city',
  state: 'Choose a state',
  zip: 'Enter your ZIP code',
}

/** What to do about this field; undefined where it will do. */
export function lackOf(payer: Payer, field: keyof Payer): string | undefined {
  const text = payer[field].trim()
  // One name is enough, in either field (R48).
  if (field === 'firstName' && payer.lastName.trim() !== '') return undefined
  if (text === '') return NEEDED[field]
  if (field === 'phone') return phoneProblem(text)
  if (field !== 'zip') return undefined
  return zipIn(text) === null ? 'Enter a ZIP code such as 97701' : zipQuestion(payer, payer.confirmedZip)
}

/** The first of these fields that is still empty or wrong, and what to do. */
export function emptyIn(
  payer: Payer,
  fields: readonly (keyof Payer)[] = [...NAME_FIELDS, ...CONTACT_FIELDS],
): { name: keyof Payer; says: string } | null {
  const name = fields.find((one) => lackOf(payer, one) !== undefined)
  return name ? { name, says: lackOf(payer, name) ?? '' } : null
}
