/// <reference types="google.maps" />
/** Google's Places API (New) behind the port: its script is loaded once per visit, and not before it is needed. */
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { addressOf } from './address.ts'
import { type Places, type PlacesSession, PlacesUnavailable, type Suggestion } from './places.ts'

/** The loader tries again three times, waiting longer each time. */
const DELAYS_MS = [500, 1_000, 2_000] as const

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** @throws what the last attempt threw. */
export async function withRetries<T>(work: () => Promise<T>, wait = pause): Promise<T> {
  for (const delay of DELAYS_MS) {
    try {
      return await work()
    } catch {
      await wait(delay)
    }
  }
  return work()
}

/** Street addresses in the US, no shops or towns. */
const WHAT = {
  includedRegionCodes: ['us'],
  includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route'],
  language: 'en-US',
  region: 'us',
}

const LONGEST_LOAD_MS = 20_000

declare global {
  interface Window {
    /** Google calls it when it refuses the key: the script itself still loads without an error. */
    gm_authFailure?: () => void
  }
}

let opening: Promise<Places> | undefined
let isRefused = false

/** Once per visit; a failed load is retried by the next call. @throws {PlacesUnavailable} */
export function openGoogle(key: string): Promise<Places> {
  opening ??= load(key).catch((error: unknown) => {
    opening = undefined
    throw new PlacesUnavailable('the script did not load', { cause: error })
  })
  return opening
}

let isSetUp = false

async function load(key: string): Promise<Places> {
  if (!isSetUp) {
    window.gm_authFailure = () => {
      isRefused = true
    }
    setOptions({ key, v: 'weekly', language: 'en-US', region: 'us' })
    isSetUp = true
  }
  const library = await Promise.race([withRetries(() => importLibrary('places')), tooLong()])
  return { begin: () => beginSession(library) }
}

/** A script that loads without defining what it should fires no error. */
async function tooLong(): Promise<never> {
  await pause(LONGEST_LOAD_MS)
  throw new Error('the script took too long')
}

/** Google's session token ties the typed letters to the chosen address; the choice uses it up. */
function beginSession(library: google.maps.PlacesLibrary): PlacesSession {
  const sessionToken = new library.AutocompleteSessionToken()
  const found = new Map<string, google.maps.places.PlacePrediction>()

  async function suggest(input: string): Promise<Suggestion[]> {
    const request = { ...WHAT, input, sessionToken }
    const { suggestions } = await library.AutocompleteSuggestion.fetchAutocompleteSuggestions(request)
    demandKey()
    const predictions = suggestions.flatMap(({ placePrediction }) => placePrediction ?? [])
    for (const prediction of predictions) found.set(prediction.placeId, prediction)
    return predictions.map(({ placeId, mainText, secondaryText, text }) => ({
      id: placeId,
      main: mainText?.text ?? text.text,
      note: secondaryText?.text.replace(/, USA$/, '') ?? '',
    }))
  }

  async function open(id: string) {
    const prediction = found.get(id)
    if (!prediction) throw new PlacesUnavailable('an address that was not suggested')
    const { place } = await prediction.toPlace().fetchFields({ fields: ['addressComponents'] })
    demandKey()
    return addressOf(place.addressComponents ?? [])
  }

  return { suggest: inWords(suggest), open: inWords(open) }
}

function demandKey(): void {
  if (isRefused) throw new PlacesUnavailable('Google refused the key')
}

/** Whatever Google reports, the screen says to type the address. */
const inWords =
  <Input, Output>(ask: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      demandKey()
      return await ask(input)
    } catch (error) {
      if (error instanceof PlacesUnavailable) throw error
      throw new PlacesUnavailable('Google did not answer', { cause: error })
    }
  }
