/** What an invoice needs to know about a person without an account. */
import { zipIn } from '#domain/places/states.ts'
import { zipQuestion } from '#web/places/confirm-zip.tsx'
import { phoneProblem } from '#web/places/reach.ts'

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
  // One name is enough, in either field.
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
