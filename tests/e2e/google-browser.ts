/** A stand-in for Google's script in a browser without internet: the loader's callback, and the calls of the product. */
import type { Page } from '@playwright/test'

export type Part = { types: string[]; longText: string; shortText: string }
export type KnownAddress = { id: string; main: string; secondary: string; parts: Part[] }

/** Only what the product calls. It asks another host for suggestions, as Google's own script does. */
const SCRIPT = `
  const ask = async (what, body) => {
    const answer = await fetch('https://places.googleapis.com/' + what, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error('MapsRequestError: ' + answer.status)
    return answer.json()
  }
  let tokens = 0
  const library = {
    AutocompleteSessionToken: class { constructor() { this.name = 'token ' + ++tokens } },
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ sessionToken, ...request }) => {
        const { found } = await ask('suggest', { ...request, token: sessionToken.name })
        return {
          suggestions: found.map(({ id, main, secondary }) => ({
            placePrediction: {
              placeId: id,
              text: { text: main + ', ' + secondary }, mainText: { text: main }, secondaryText: { text: secondary },
              toPlace: () => ({
                fetchFields: async ({ fields }) => {
                  const { parts } = await ask('open', { id, fields, token: sessionToken.name })
                  return { place: { addressComponents: parts } }
                },
              }),
            },
          })),
        }
      },
    },
  }
  google.maps.importLibrary = async (name) => { if (name !== 'places') throw new Error(name); return library }
  google.maps[new URL(document.currentScript.src).searchParams.get('callback').split('.').at(-1)]()
`

export type Suggested = { input: string; token: string; includedRegionCodes: string[] } & Record<
  string,
  unknown
>
export type GoogleSeen = { loads: URL[]; suggested: Suggested[]; opened: { id: string; token: string }[] }
export type GoogleStandIn = GoogleSeen & {
  /** What fails, until it is set back to null. */
  trouble: 'load' | 'suggest' | 'key' | null
  /** Suggestions for this input wait until the returned function is called. */
  hold: (input: string) => () => void
}

/** Serves the page's requests to Google's addresses. */
export async function serveGoogle(page: Page, known: readonly KnownAddress[]): Promise<GoogleStandIn> {
  const held = new Map<string, Promise<void>>()
  const google: GoogleStandIn = {
    loads: [],
    suggested: [],
    opened: [],
    trouble: null,
    hold: (input) => {
      let letGo = () => {}
      held.set(input, new Promise((resolve) => (letGo = resolve)))
      return () => letGo()
    },
  }
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('https://maps.googleapis.com/**', async (route) => {
    google.loads.push(new URL(route.request().url()))
    if (google.trouble === 'load') return route.abort()
    const refusal = google.trouble === 'key' ? 'window.gm_authFailure?.()' : ''
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT + refusal })
  })
  await page.route('https://places.googleapis.com/**', async (route) => {
    if (google.trouble === 'suggest') return route.fulfill({ status: 403, headers, body: '{}' })
    const asked = route.request().postDataJSON()
    if (route.request().url().endsWith('/open')) {
      google.opened.push(asked)
      const parts = known.find(({ id }) => id === asked.id)?.parts
      return route.fulfill({ headers, json: { parts } })
    }
    google.suggested.push(asked)
    await held.get(asked.input)
    const found = known.filter(({ main }) => main.toLowerCase().includes(asked.input.toLowerCase()))
    return route.fulfill({ headers, json: { found } })
  })
  return google
}
