/** What a form takes from an address that was looked up. Pure. */
import { STATE_CODES } from '#domain/places/states.ts'

/** An address's parts as Google names them: each with its types. */
export type AddressPart = { types: string[]; longText: string | null; shortText: string | null }

export type FoundAddress = {
  streetAddress1: string
  /** The unit or suite, if the chosen address names one. */
  streetAddress2: string
  city: string
  /** One of the 50 states; '' for anything else. */
  state: string
  zip: string
  /** What is left to do manually, as a sentence; null when nothing is. */
  leftToDo: string | null
  /** Where the focus goes: to what is left to do, otherwise to the second line. */
  next: 'streetAddress1' | 'streetAddress2' | 'state'
}

/** Places without their own city: boroughs, then townships. */
const CITY_KINDS = [
  'locality',
  'postal_town',
  'sublocality_level_1',
  'sublocality',
  'administrative_area_level_3',
  'neighborhood',
]

const codes: readonly string[] = STATE_CODES

export function addressOf(parts: readonly AddressPart[]): FoundAddress {
  const part = (kind: string) => parts.find(({ types }) => types.includes(kind))
  const long = (kind: string): string => part(kind)?.longText ?? ''
  const short = (kind: string): string => part(kind)?.shortText ?? long(kind)
  const number = long('street_number')
  const code = short('administrative_area_level_1').toUpperCase()
  const state = codes.includes(code) ? code : ''
  const region = long('administrative_area_level_1') || long('country')
  return {
    streetAddress1: [number, short('route')].filter(Boolean).join(' '),
    streetAddress2: long('subpremise') && `#${long('subpremise').replace(/^#/, '')}`,
    city: CITY_KINDS.map(long).find(Boolean) ?? '',
    state,
    zip: long('postal_code'),
    ...whatIsLeft(state, region, number),
  }
}

function whatIsLeft(state: string, region: string, number: string): Pick<FoundAddress, 'leftToDo' | 'next'> {
  if (state === '')
    return {
      leftToDo: `${region || 'This address'} is not in the list of states. Choose another address, or pledge by card without one.`,
      next: 'state',
    }
  if (number === '')
    return { leftToDo: 'Add the house number in front of the street.', next: 'streetAddress1' }
  return { leftToDo: null, next: 'streetAddress2' }
}

/** What choosing it changes in a form: the second line is filled in only while it is empty. */
export function filledBy(
  found: FoundAddress,
  streetAddress2: string,
): Partial<Pick<FoundAddress, 'streetAddress1' | 'streetAddress2' | 'city' | 'state' | 'zip'>> {
  const { streetAddress1, city, state, zip } = found
  const second = found.streetAddress2 && !streetAddress2 ? { streetAddress2: found.streetAddress2 } : {}
  return { streetAddress1, city, state, zip, ...second }
}
