import type { Page } from '@playwright/test'

/** A visitor sees why for half a second, then is sent to sign in: that navigation waits until `read` has read it. */
export async function beforeSigningIn(page: Page, read: () => Promise<void>): Promise<void> {
  const isRead = Promise.withResolvers<void>()
  await page.route('**/api/sign-in**', async (route) => {
    await isRead.promise
    await route.continue()
  })
  await read()
  isRead.resolve()
}
