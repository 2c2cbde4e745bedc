import { expect, test } from 'vitest'
import { InvalidKey, openPlaces, PlacesUnavailable } from './places.ts'

test('a malformed Google key is reported by its name, and no script is loaded with it', async () => {
  // A site with such a key has none (server/platform/config/config.test.ts).
  const refused = await openPlaces({ provider: 'google', key: null }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidKey)
  // The field shows the message of every failure (tests/e2e/address-lookup.spec.ts).
  expect(refused).toBeInstanceOf(PlacesUnavailable)
  expect(refused).toMatchObject({
    title: 'Invalid API Key',
    advice: 'Please enter your address manually.',
  })
  expect('document' in globalThis, 'there is nothing to load a script into').toBe(false)
})

test('addresses are not looked up on a site without a provider', async () => {
  await expect(openPlaces({ provider: 'none', key: null })).rejects.toBeInstanceOf(PlacesUnavailable)
})
