/** Somebody who presses twice, by key or in one place, has pledged nothing unseen (R48). */
import type { Page } from '@playwright/test'
import { activeCampaign, type Campaign } from './campaign.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { button, deviceOf, dialogOf, openDialog, pledgesOf, stepOf, toPayment } from './pledge-dialog.ts'

let campaign: Campaign

test.beforeAll(async ({ browser }, info) => {
  const coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  const representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Twice ${info.project.name}-${Date.now()}`)
  await coach.context().close()
  await representative.context().close()
})

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
/** Once it stands still. */
async function middleOf(page: Page, name: string): Promise<[x: number, y: number]> {
  await button(page, name).hover()
  const box = await button(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not there`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

test('each step begins at its heading: Enter and Enter again stops before the pledge', async ({
  browser,
}, info) => {
  const page = await openDialog(browser, info, campaign)
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  // On a low screen, too, a step begins at its top.
  await page.setViewportSize({ ...size, height: 400 })
  for (const step of ['3 of 6', '4 of 6']) {
    await button(page, 'Next').press('Enter')
    await stepOf(page, step)
    expect(await focusedTag(page)).toBe('H3')
    await expect(dialogOf(page).getByText(`Step ${step}`)).toBeInViewport()
  }
  await page.setViewportSize(size)
  await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
  await button(page, 'Next').press('Enter')
  await stepOf(page, '5 of 6')
  expect(await focusedTag(page)).toBe('H3')
  await expect(button(page, 'Confirm Pledge')).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await stepOf(page, '5 of 6')
  expect(await pledgesOf(page, campaign)).toEqual([])
  await page.context().close()
})

test('a second press where Next was confirms nothing, at every width', async ({ browser }, info) => {
  const page = await openDialog(browser, info, campaign)
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    if (await button(page, 'Next').isVisible()) {
      if (await dialogOf(page).getByText('Step 1 of 6').isVisible()) await toPayment(page)
      await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
      const [x, y] = await middleOf(page, 'Next')
      await page.mouse.click(x, y)
      await stepOf(page, '5 of 6')
      await expect(button(page, 'Confirm Pledge')).not.toHaveAttribute('aria-disabled', 'true')
      await page.mouse.click(x, y)
      await expect(dialogOf(page)).toContainText(/Step [45] of 6/)
      expect(await pledgesOf(page, campaign), `at ${width} px`).toEqual([])
    }
    if (await button(page, 'Confirm Pledge').isVisible()) {
      await button(page, 'Previous').click()
      await stepOf(page, '4 of 6')
    }
  }
  await page.context().close()
})
