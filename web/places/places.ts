/** The port for looking up addresses as they are typed: none, or Google's. */
import type { PublicConfig } from '#web/page-data.ts'
import type { FoundAddress } from './address.ts'

/** One line of the list: the house and street, and where that is. */
export type Suggestion = { id: string; main: string; note: string }

/** From the first letter to the choice: what the provider bills as one lookup. */
export type PlacesSession = {
  /** At most five, only US street addresses. @throws when the provider does not respond. */
  suggest: (input: string) => Promise<Suggestion[]>
  /** All details of one of them. @throws when the provider does not respond. */
  open: (id: string) => Promise<FoundAddress>
}

export type Places = { begin: () => PlacesSession }

/** Loads the configured provider when first needed. @throws {PlacesUnavailable} */
export async function openPlaces(config: PublicConfig['places']): Promise<Places> {
  if (config.provider !== 'google') throw new PlacesUnavailable('nothing looks addresses up here')
  if (config.key === null) throw new InvalidKey()
  const { openGoogle } = await import('./google.ts')
  return openGoogle(config.key)
}

/** What the screen says when suggestions fail; the user types the address. */
export class PlacesUnavailable extends Error {
  readonly title: string = 'Address Autocomplete Unavailable'
  readonly advice: string = 'Failed to load Google Places API. Please enter your address manually.'
}

/** The key configured for this site is malformed. */
export class InvalidKey extends PlacesUnavailable {
  override readonly title = 'Invalid API Key'
  override readonly advice = 'Please enter your address manually.'
  constructor() {
    super('the maps key is not in the form of a key')
  }
}
