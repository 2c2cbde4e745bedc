/** The design system: every component in every state, in both schemes, by keyboard alone, without motion, in a system's own colors. */
import type { Locator, Page } from '@playwright/test'
import { expectNoBarriers, expectNoBarriersInAnyLight } from './barriers.ts'
import { alive, expect, test } from './fixtures.ts'

const TOUCH_PX = 44

/** The light panel of a section; its twin in dark has the same components. */
const section = (page: Page, id: string): Locator => page.locator(`#${id} [data-theme=light]`)

async function open(page: Page, id = ''): Promise<void> {
  await page.goto(`/dev/ui${id && `#${id}`}`)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
}

test('nothing keeps anybody out of a component', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await expectNoBarriers(page)
})

for (const name of ['Dialog with steps', 'Drawer', 'Question'])
  test(`nor out of what lies over the page: ${name}`, { tag: '@desk' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, 'overlays')
    const button = section(page, 'overlays').getByRole('button', { name, exact: true })
    await button.click()
    await expect(page.getByRole(name === 'Question' ? 'alertdialog' : 'dialog')).toBeVisible()
    await expectNoBarriersInAnyLight(page, { within: ['.dialog'] })
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

test('nor out of a calendar, a list, a menu and a toast', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 'dates')
  await (
    await alive(section(page, 'dates').getByRole('button', { name: 'Open the calendar: Start date' }))
  ).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectNoBarriersInAnyLight(page, { within: ['.popover'] })
  await page.keyboard.press('Escape')
  await section(page, 'lists').getByRole('combobox', { name: 'Organization' }).click()
  await expect(page.getByRole('listbox', { name: 'Organization' })).toBeVisible()
  await expectNoBarriersInAnyLight(page, { within: ['.popover'] })
  await page.keyboard.press('Escape')
  await section(page, 'overlays').getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoBarriersInAnyLight(page, { within: ['.menu'] })
  await page.keyboard.press('Escape')
  await section(page, 'overlays').getByRole('button', { name: 'Bad news' }).click()
  await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
  await expectNoBarriersInAnyLight(page, { within: ['.toasts'] })
})

test.describe('by keyboard alone', () => {
  test('a choice, a switch and a checkbox', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'choices')
    const panel = section(page, 'choices')
    await panel.getByRole('radio', { name: '$3' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('radio', { name: '$7' })).toBeChecked()
    await panel.getByRole('switch', { name: /Allow own amounts/ }).focus()
    await page.keyboard.press('Space')
    await expect(panel.getByRole('switch', { name: /Allow own amounts/ })).toBeChecked()
    const terms = panel.getByRole('checkbox', { name: 'I have read the terms' })
    await expect(terms).toHaveAccessibleDescription('Please agree to the terms')
    await terms.focus()
    await page.keyboard.press('Space')
    await expect(terms).toBeChecked()
  })

  test('a stepper counts, and stops at zero', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'choices')
    const plate = page.getByRole('textbox', { name: 'Goals, light' })
    await plate.focus()
    await page.keyboard.press('ArrowUp')
    await expect(plate).toHaveValue('3')
    for (const left of ['2', '1', '0', '0']) {
      await page.keyboard.press('ArrowDown')
      await expect(plate).toHaveValue(left)
    }
    await expect(page.getByRole('button', { name: 'One less: Goals, light' })).toBeDisabled()
    const empty = page.getByRole('textbox', { name: 'Corner kicks, light' })
    await page.getByRole('button', { name: 'One less: Corner kicks, light' }).focus()
    await page.keyboard.press('Enter')
    await expect(empty).toHaveValue('0')
  })

  test('a list finds what is typed, and forgets it after a second', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'lists')
    const list = section(page, 'lists').getByRole('combobox', { name: 'Statistic', exact: true })
    await list.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'All statistics' })).toBeFocused()
    await page.keyboard.type('sa')
    await expect(page.getByRole('option', { name: 'Saves' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list).toHaveText('Saves')
    await expect(list).toBeFocused()
  })

  test('a searched list is typed into, walked and closed', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'lists')
    const field = section(page, 'lists').getByRole('combobox', { name: 'Organization' })
    await field.focus()
    await page.keyboard.press('ArrowDown')
    const options = page.getByRole('listbox', { name: 'Organization' }).getByRole('option')
    await expect(options).toHaveCount(6)
    await field.fill('evanston')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('North Shore United')
    await field.fill('nobody')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('North Shore United')
  })

  test('an icon is found by a word that is not its name', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'lists')
    const panel = section(page, 'lists')
    await panel.getByRole('searchbox', { name: 'Search icons' }).fill('touchdown')
    await expect(panel.getByText('1 icon', { exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(panel.getByRole('radio', { name: 'Football ball' })).toBeChecked()
  })

  test('a day is typed, or picked from a month that starts on Sunday', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'dates')
    const panel = section(page, 'dates')
    const field = panel.getByRole('textbox', { name: 'Start date' })
    await field.fill('10/3/26')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('10/03/2026')
    await page.keyboard.press('Enter')
    const month = page.getByRole('dialog', { name: 'Calendar: Start date' })
    await expect(month.locator('th').first()).toHaveText('Su')
    await expect(month.getByRole('button', { name: 'Saturday, October 3, 2026, chosen' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('10/11/2026')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Open the calendar: Start date' })).toBeFocused()
  })

  test('what cannot be pressed says why, and can be reached', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'buttons')
    const button = section(page, 'buttons').getByRole('button', { name: 'Lock the settlement' })
    await expect(button).toBeDisabled()
    await button.focus()
    await expect(button).toBeFocused()
    await expect(button).toHaveAccessibleDescription('3 results still wait for a second person.')
  })

  test('a button that waits keeps its width and the focus', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'buttons')
    const button = section(page, 'buttons').getByRole('button', { name: 'Create the campaign' })
    const before = await button.boundingBox()
    await button.focus()
    await page.keyboard.press('Enter')
    const waiting = section(page, 'buttons').getByRole('button', { name: 'Saving...' }).first()
    await expect(waiting).toBeFocused()
    await expect(waiting).toBeDisabled()
    expect((await waiting.boundingBox())?.width).toBe(before?.width)
  })

  test('what is wrong leads to its field', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'files')
    const panel = section(page, 'files')
    await panel.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('textbox', { name: 'Goal amount' })).toBeFocused()
  })

  test('tabs, a menu and a table', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'ways')
    const tabs = section(page, 'ways')
    await tabs.getByRole('tab', { name: 'Results 3 to confirm' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tabs.getByRole('tabpanel')).toHaveText('Settlements stand here.')

    await section(page, 'overlays').getByRole('button', { name: 'More' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused()
    await page.keyboard.press('Escape')

    const table = section(page, 'tables')
    const rows = table.getByRole('row')
    await expect(rows).toHaveCount(6)
    await table.getByRole('navigation', { name: 'Pages: Results, light' }).getByText('Next').focus()
    await page.keyboard.press('Enter')
    await expect(table.getByText('6 to 7 of 7')).toBeVisible()
  })

  test('columns sort, and say how', { tag: '@desk' }, async ({ page }) => {
    // On a phone rows are cards, without heads.
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, 'tables')
    const table = section(page, 'tables')
    await table.getByRole('button', { name: 'Match' }).focus()
    await page.keyboard.press('Enter')
    await expect(table.getByRole('columnheader', { name: 'Match' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(table.getByRole('row').nth(1)).toContainText('Crook County')
    await page.keyboard.press('Enter')
    await expect(table.getByRole('row').nth(1)).toContainText('Summit')
  })

  test('a toast is reached by F8, and dismissed', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'overlays')
    await (await alive(section(page, 'overlays').getByRole('button', { name: 'Good news' }))).click()
    await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toBeVisible()
    await section(page, 'overlays').getByRole('button', { name: 'Bad news' }).click()
    await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
    await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toHaveCount(0)
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Pledge Failed', { exact: true })).toHaveCount(0)
  })

  test('inside a drawer Escape closes the calendar first', { tag: '@desk' }, async ({ page }) => {
    await open(page, 'overlays')
    await section(page, 'overlays').getByRole('button', { name: 'Drawer' }).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Add Event' })
    await drawer.getByRole('button', { name: 'Open the calendar: Event day' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  })
})

test('what is touched is large enough below 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page)
  const small = await page.evaluate((least) => {
    const targets = 'main button, main a, main input, main select, main textarea, main summary, main label'
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        // A field inside its label is as large as the label; a link inside a sentence is as its line.
        const isInside =
          element.matches('label input, p > .text-link, [aria-hidden=true]') || element.closest('.file-drop')
        const isWords = element.matches('.field-label')
        return !isInside && !isWords && width > 0 && (width < least || height < least)
      })
      .map(
        (element) =>
          `${element.tagName} ${element.className} ${element.textContent} ${element.offsetWidth} x ${element.offsetHeight}`,
      )
  }, TOUCH_PX)
  expect([...new Set(small)]).toEqual([])
})

test('nothing moves for those who asked for that', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 'plates')
  await (await alive(section(page, 'plates').getByRole('button', { name: 'Hang the next plate' }))).click()
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getTiming().duration ?? 0))),
  )
  expect(longest).toBeLessThan(1)
  await section(page, 'overlays').getByRole('button', { name: 'Confetti' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('in a system’s own colors what is chosen still stands out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, 'choices')
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element.nextElementSibling ?? element).backgroundColor)
  const amounts = section(page, 'choices').getByRole('group', { name: 'Amount for a goal' })
  expect(await background(amounts.getByRole('radio', { name: '$3' }))).not.toBe(
    await background(amounts.getByRole('radio', { name: '$7' })),
  )
  const switches = section(page, 'choices').getByRole('switch')
  expect(await background(switches.nth(0))).not.toBe(await background(switches.nth(1)))
})

test('it fits every width', async ({ page }) => {
  await open(page)
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect({ width, overflow }).toEqual({ width, overflow: 0 })
  }
})
