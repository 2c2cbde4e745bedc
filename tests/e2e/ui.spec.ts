/** The design system's components are accessible in every state, in both schemes, with reduced motion and forced colors. */
import type { Locator } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothSchemes } from './accessibility.ts'
import { openComponents, section } from './components.ts'
import { alive, expect, test } from './fixtures.ts'

const TOUCH_PX = 44

test('the components have no accessibility violations', { tag: '@desk' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openComponents(page)
  await expectNoViolations(page)
})

for (const name of ['Dialog with steps', 'Drawer', 'Question'])
  test(`an open overlay (${name}) has no accessibility violations and returns focus when it closes`, {
    tag: '@desk',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openComponents(page, 'overlays')
    const button = section(page, 'overlays').getByRole('button', { name, exact: true })
    await button.click()
    const overlay = page.getByRole(name === 'Question' ? 'alertdialog' : 'dialog')
    await expect(overlay).toBeVisible()
    // Those of the page are the only ones.
    await expect(overlay.locator('header, footer')).toHaveCount(0)
    if (name === 'Question')
      await expect(overlay).toHaveAccessibleDescription(/^Her link stops working at once/)
    await expectNoViolationsInBothSchemes(page, { within: ['.dialog'] })
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

test('the page behind a dialog cannot be scrolled until it closes', { tag: '@desk' }, async ({ page }) => {
  await openComponents(page, 'overlays')
  const body = page.locator('body')
  await (await alive(section(page, 'overlays').getByRole('button', { name: 'Drawer', exact: true }))).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(body).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(body).toHaveCSS('overflow', 'visible')
})

test('a dialog on a page enlarged four times scrolls as a whole', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await openComponents(page, 'overlays')
  await section(page, 'overlays').getByRole('button', { name: 'Drawer', exact: true }).click()
  const body = page.getByRole('dialog').locator('.dialog-body')
  await expect(body).toBeVisible()
  expect(await body.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0)
  const save = page.getByRole('dialog').getByRole('button').last()
  await save.scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
})

test('on a low screen the next step of a dialog begins at its top', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await openComponents(page, 'overlays')
  await (await alive(section(page, 'overlays').getByRole('button', { name: 'Dialog with steps' }))).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Step 2 of 6')).toBeInViewport()
  await expect(dialog.getByRole('heading', { name: 'Complete Your Pledge' })).toBeInViewport({ ratio: 1 })
})

test('an open calendar, list, menu and toast have no accessibility violations', { tag: '@phone' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openComponents(page, 'dates', 'lists', 'overlays')
  const calendar = section(page, 'dates').getByRole('button', { name: 'Open the calendar: Start date' })
  await (await alive(calendar)).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectNoViolationsInBothSchemes(page, { within: ['.popover'] })
  await page.keyboard.press('Escape')
  // The focus goes back to the button, and would close a list that is open by then.
  await expect(calendar).toBeFocused()
  const street = section(page, 'lists').getByRole('combobox', { name: 'Street, light' })
  await (await alive(street)).pressSequentially('120')
  await expect(page.getByRole('listbox', { name: 'Street, light' })).toBeVisible()
  await expectNoViolationsInBothSchemes(page, { within: ['.popover'] })
  await page.keyboard.press('Escape')
  await section(page, 'overlays').getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolationsInBothSchemes(page, { within: ['[role=menu]'] })
  await page.keyboard.press('Escape')
  await section(page, 'overlays').getByRole('button', { name: 'Bad news' }).click()
  await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
  await expectNoViolationsInBothSchemes(page, { within: ['.toasts'] })
})

test('touch targets below 1024 px are at least 44 px', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openComponents(page)
  const small = await page.evaluate((min) => {
    const targets = 'main button, main a, main input, main select, main textarea, main summary, main label'
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        // A field inside its label is as large as the label; a link inside a sentence is as large as its line.
        const isInside =
          element.matches('label input, p > .text-link, [aria-hidden=true]') || element.closest('.file-drop')
        const isWords = element.matches('.field-label')
        return !isInside && !isWords && width > 0 && (width < min || height < min)
      })
      .map(
        (element) =>
          `${element.tagName} ${element.className} ${element.textContent} ${element.offsetWidth} x ${element.offsetHeight}`,
      )
  }, TOUCH_PX)
  expect([...new Set(small)]).toEqual([])
})

test('reduced motion turns off animations and confetti', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openComponents(page, 'plates', 'overlays')
  await (await alive(section(page, 'plates').getByRole('button', { name: 'Hang the next plate' }))).click()
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getTiming().duration ?? 0))),
  )
  expect(longest).toBeLessThan(1)
  await section(page, 'overlays').getByRole('button', { name: 'Confetti' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('forced colors still tell what is chosen', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openComponents(page, 'choices')
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element.nextElementSibling ?? element).backgroundColor)
  const amounts = section(page, 'choices').getByRole('group', { name: 'Amount for a goal' })
  expect(await background(amounts.getByRole('radio', { name: '$3' }))).not.toBe(
    await background(amounts.getByRole('radio', { name: '$7' })),
  )
  const switches = section(page, 'choices').getByRole('switch')
  expect(await background(switches.nth(0))).not.toBe(await background(switches.nth(1)))
  // The logo is drawn in the color of the text beside it.
  const logo = page.getByRole('banner').locator('svg path').first()
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(logo).toHaveCSS('stroke', text)
})

test('the components fit every width', { tag: '@desk' }, async ({ page }) => {
  await openComponents(page)
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
})
