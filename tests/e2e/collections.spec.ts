/** The collections page: what was billed, whose an open item is, and what can be done about a charge (R26, R32, R35). */
import type { CollectionCampaigns, OpenItems } from '#domain/schemas/collection.ts'
import { expectNoViolations } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

/** A failed charge whose link was not mailed within the day: a test that moves the clock has charges retried, which mails it. */
async function chargeToRemind(call: Awaited<ReturnType<typeof apiOf>>): Promise<string> {
  const { items } = (await call('GET', '/api/collections/items?show=failed')) as unknown as OpenItems
  for (const { chargeId } of items) {
    if (chargeId === null) continue
    const { cannotRemindReason } = await call('GET', `/api/charges/${chargeId}`)
    if (cannotRemindReason === null) return chargeId
  }
  throw new Error('no failed charge of the demo can be reminded')
}

test(
  'collections lead from all campaigns to one charge, show names on request and send its pay link',
  {
    tag: '@phone',
  },
  async ({ browser }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const page = await enterAs(browser, use, 'rep@demo.test')
    await page.goto('/dashboard/collections')
    const call = await apiOf(page.request)
    const failed = await chargeToRemind(call)

    await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
    const rows = page
      .getByRole('table', { name: 'Open items' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    await expect(rows.first()).not.toContainText('@')
    await expectNoViolations(page)

    await page.getByRole('link', { name: 'By campaign' }).click()
    await expect(page).toHaveURL('/dashboard/collections?view=campaigns')
    const { campaigns } = (await call('GET', '/api/collections/campaigns')) as unknown as CollectionCampaigns
    const most = campaigns[0]
    await page
      .getByRole('table', { name: 'Collections by campaign' })
      .getByRole('link', { name: most?.name ?? '', exact: true })
      .click()
    await expect(page).toHaveURL(`/dashboard/collections?show=all&campaign=${most?.id}`)
    await page.getByRole('button', { name: 'Show names' }).click()
    await expect(page.getByRole('button', { name: 'Hide names' })).toBeVisible()
    await expect(rows.first()).toContainText('@')

    await page.goto(`/dashboard/collections?charge=${failed}`)
    const drawer = page.getByRole('dialog', { name: 'Card charge' })
    await expect(drawer).toContainText('The card did not have enough funds')
    await expectNoViolations(page)
    await drawer.getByRole('button', { name: 'Send payment link' }).click()
    await expect(drawer).toContainText('The link was sent within the last day')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/dashboard/collections')
    await page.context().close()
  },
)
