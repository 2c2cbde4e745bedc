/** Declined and disputed cards among the problems, which only representatives can open. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

const REFUSED = { number: '4000000000000002', expMonth: 12, expYear: 2034, cvc: '123' }

/** Three cards that their bank declines: the fourth would have to wait. */
async function attemptThreeCards(page: Page): Promise<void> {
  const call = await apiOf(page.request)
  const { token } = await (await page.request.get('/api/identity/token')).json()
  for (let nth = 0; nth < 3; nth += 1) {
    const { clientSecret } = await call('POST', '/api/cards/setups', {})
    const answer = await page.request.post('/api/sandbox/card-setups/confirm', {
      data: { clientSecret, ...REFUSED },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status()).toBe(400)
  }
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Declined cards' }).getByRole('row')

test('representatives see whose cards were declined, how often, and until when the next card must wait', async ({
  page,
  browser,
}, { project }) => {
  const ambassador = await enterAs(browser, project.use, 'ambassador@demo.test')
  await attemptThreeCards(ambassador)
  await ambassador.context().close()
  const representative = await enterAs(browser, project.use, 'rep@demo.test')
  await representative.goto('/dashboard')
  await representative.getByRole('link', { name: /^Problems/ }).click()
  await expect(representative).toHaveURL('/dashboard/problems')
  await expect(representative.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible()
  const row = rowsOf(representative).filter({ hasText: 'ambassador@demo.test' }).first()
  await expect(row).toContainText('The bank declined the card')
  await expect(row).toContainText('3 by this person')
  await expect(row).toContainText('Waits until')
  // The server renders the same.
  await representative.reload()
  await expect(row).toContainText('3 by this person')
  await expectNoViolationsInBothSchemes(representative)
  await representative.context().close()
  await page.goto('/dashboard/cards')
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fdashboard%2Fproblems/)
})

test('an owner gets a 403 from the page of declined cards, which says whom it is for', async ({ browser }, {
  project,
}) => {
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  await coach.goto('/dashboard')
  await expect(coach.getByRole('link', { name: /^Problems/ })).toHaveCount(0)
  const answer = await coach.goto('/dashboard/cards')
  expect(answer?.status()).toBe(403)
  await expect(
    coach.getByRole('heading', { level: 1, name: 'This page is for representatives' }),
  ).toBeVisible()
  await coach.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(coach).toHaveURL('/dashboard')
  await coach.context().close()
})
