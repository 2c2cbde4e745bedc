import type { Page } from '@playwright/test'

/** A visitor sees why for half a second, then is sent to sign in: that navigation waits until `read` has read it. */
export async function beforeSigningIn(page: Page, read: () => Promise<void>): Promise<void> {
  const address = Promise.withResolvers<string>()
  // Refused, not delayed: while a navigation is under way, nothing can be read from the page.
  await page.route('**/api/sign-in**', async (route) => {
    await route.abort('aborted')
    address.resolve(route.request().url())
  })
  await read()
  const signIn = await address.promise
  await page.unroute('**/api/sign-in**')
  await page.goto(signIn)
}
