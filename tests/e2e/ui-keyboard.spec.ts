/** The design system's components can be operated by keyboard alone. */
import { openComponents, section } from './components.ts'
import { alive, expect, test } from './fixtures.ts'

test.describe('by keyboard alone', () => {
  test('a choice, a switch and a checkbox are changed', async ({ page }) => {
    await openComponents(page, 'choices')
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

  test('a stepper counts, and stops at zero', async ({ page }) => {
    await openComponents(page, 'choices')
    const plate = page.getByRole('textbox', { name: 'Goals, light' })
    await plate.focus()
    await page.keyboard.press('ArrowUp')
    await expect(plate).toHaveValue('3')
    for (const left of ['2', '1', '0', '0']) {
      await page.keyboard.press('ArrowDown')
      await expect(plate).toHaveValue(left)
    }
    const less = page.getByRole('button', { name: 'One less: Goals, light' })
    await expect(less).toBeDisabled()
    // The button keeps the focus at zero, and each figure is said.
    await page.getByRole('button', { name: 'One more: Goals, light' }).focus()
    await page.keyboard.press('Enter')
    const said = page.getByRole('group', { name: 'Goals, light' }).locator('[aria-live]')
    await expect(said).toHaveText('1')
    await less.focus()
    await page.keyboard.press('Enter')
    await expect(said).toHaveText('0')
    await expect(less).toBeFocused()
    // What is typed is read as it is typed: the figure of the last press is no longer there to be found.
    await plate.fill('7')
    await expect(said).toHaveText('')
    const empty = page.getByRole('textbox', { name: 'Corner kicks, light' })
    await page.getByRole('button', { name: 'One less: Corner kicks, light' }).focus()
    await page.keyboard.press('Enter')
    await expect(empty).toHaveValue('0')
  })

  test('a held stepper says only the figure at which it is let go', async ({ page }) => {
    await openComponents(page, 'choices')
    const plate = page.getByRole('textbox', { name: 'Goals, light' })
    const group = page.getByRole('group', { name: 'Goals, light' })
    await plate.focus()
    const heard = await group.evaluateHandle((area) => {
      const texts: string[] = []
      new MutationObserver(() => texts.push(area.querySelector('[aria-live]')?.textContent ?? '')).observe(
        area,
        { childList: true, subtree: true, characterData: true },
      )
      return texts
    })
    await group.getByRole('button', { name: 'One more: Goals, light' }).hover()
    await page.mouse.down()
    await expect.poll(async () => Number(await plate.inputValue())).toBeGreaterThan(5)
    await page.mouse.up()
    await expect(group.locator('[aria-live]')).toHaveText(await plate.inputValue())
    const figures = (await heard.jsonValue()).filter((text) => text !== '')
    expect(new Set(figures)).toEqual(new Set([await plate.inputValue()]))
  })

  test('a list jumps to what is typed', async ({ page }) => {
    await openComponents(page, 'lists')
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

  test('an icon is found by a word that is not its name, and chosen', async ({ page }) => {
    await openComponents(page, 'icons')
    const panel = section(page, 'icons')
    await panel.getByRole('searchbox', { name: 'Search icons' }).fill('touchdown')
    await expect(panel.getByText('1 icon', { exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(panel.getByRole('radio', { name: 'Football ball' })).toBeChecked()
  })

  test('a day is typed, or picked from a month that starts on Sunday', async ({ page }) => {
    await openComponents(page, 'dates')
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

  test('a disabled button can be focused and says why it is disabled', async ({ page }) => {
    await openComponents(page, 'buttons')
    const button = section(page, 'buttons').getByRole('button', { name: 'Lock the settlement' })
    await expect(button).toBeDisabled()
    await button.focus()
    await expect(button).toBeFocused()
    await expect(button).toHaveAccessibleDescription('3 results still wait for a second person')
  })

  test('a busy button keeps its width and the focus', async ({ page }) => {
    await openComponents(page, 'buttons')
    const button = section(page, 'buttons').getByRole('button', { name: 'Create the campaign' })
    const before = await button.boundingBox()
    await button.focus()
    await page.keyboard.press('Enter')
    const waiting = section(page, 'buttons').getByRole('button', { name: 'Saving...' }).first()
    await expect(waiting).toBeFocused()
    await expect(waiting).toBeDisabled()
    expect((await waiting.boundingBox())?.width).toBe(before?.width)
  })

  test('an error summary leads to the field', async ({ page }) => {
    await openComponents(page, 'files')
    const panel = section(page, 'files')
    await panel.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('textbox', { name: 'Goal amount' })).toBeFocused()
  })

  test('tabs, a menu and the pages of a table are operated', async ({ page }) => {
    await openComponents(page, 'ways', 'overlays', 'tables')
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
    // The focus goes back to the button, away from where it is by then.
    await expect(section(page, 'overlays').getByRole('button', { name: 'More' })).toBeFocused()

    const table = section(page, 'tables')
    const rows = table.getByRole('row')
    await expect(rows).toHaveCount(6)
    const next = table
      .getByRole('navigation', { name: 'Pages: Results, light' })
      .getByRole('button', { name: 'Next' })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect(table.getByText('6 to 7 of 7')).toBeVisible()
    await expect(next).toBeDisabled()
    await expect(next).toBeFocused()
  })

  test('columns are sorted and announce their order', async ({ page }) => {
    // On a phone rows are cards, without column headers.
    await page.setViewportSize({ width: 1440, height: 900 })
    await openComponents(page, 'tables')
    const table = section(page, 'tables')
    await table.getByRole('button', { name: 'Match' }).focus()
    await page.keyboard.press('Enter')
    await expect(table.getByRole('columnheader', { name: 'Match' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(table.getByRole('row').nth(1)).toContainText('Crook County')
    await page.keyboard.press('Enter')
    await expect(table.getByRole('row').nth(1)).toContainText('Summit')
  })

  test('a toast is reached by F8 and dismissed', async ({ page }) => {
    await openComponents(page, 'overlays')
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

  test('Escape in a drawer closes an open calendar first', async ({ page }) => {
    await openComponents(page, 'overlays')
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
