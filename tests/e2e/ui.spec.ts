/** What the design system promises on every page: reduced motion, forced colors, enlargement, touch and the keyboard. */
import type { Locator, Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, enterAs, expect, test } from './fixtures.ts'
import { cutText, preferLargeType, styleLargeType } from './large-text.ts'
import { dialogOf, resultsOf } from './results-screen.ts'

const TOUCH_PX = 44

let campaign: Campaign
let page: Page

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  page = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, page, `Keys ${project.name}-${Date.now()}`)
  await coach.context().close()
})
test.afterAll(() => page.context().close())

async function open(tab: 'events' | 'results', button: string): Promise<Locator> {
  await page.goto(tab === 'results' ? resultsOf(campaign) : `/dashboard/campaigns/${campaign.id}?tab=${tab}`)
  const opener = await alive(page.getByRole('button', { name: button, exact: true }))
  await opener.focus()
  await page.keyboard.press('Enter')
  return opener
}
const drawer = () => page.getByRole('dialog', { name: 'Add Event' })

test('the page behind a dialog cannot be scrolled until it closes', { tag: '@desk' }, async () => {
  await open('events', 'Add Event')
  const body = page.locator('body')
  await expect(drawer()).toBeVisible()
  await expect(body).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(body).toHaveCSS('overflow', 'visible')
})

test('a dialog on a page enlarged four times scrolls as a whole', { tag: '@phone' }, async () => {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 320, height: 256 })
  await open('events', 'Add Event')
  const body = drawer().locator('.dialog-body')
  await expect(body).toBeVisible()
  expect(await body.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0)
  const save = drawer().getByRole('button').last()
  await save.scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)
})

test(
  'in type of twice the usual size nothing that supporters see is cut or scrolls sideways',
  {
    tag: '@desk',
  },
  async ({ browser, baseURL }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL }
    const visitor = await (await browser.newContext(use)).newPage()
    const supporter = await enterAs(browser, use, 'supporter@demo.test')
    const coach = await enterAs(browser, use, 'coach@demo.test')
    await supporter.goto('/pledges')
    const pledge = await supporter.locator('a[href^="/pledges/"]').first().getAttribute('href')
    const [first] = await (await visitor.request.get('/api/campaigns?type=soccer&status=active')).json()
    const fullest = `/campaigns/${first.campaigns.id}`
    const ofVisitor = ['/', '/campaigns', '/campaigns?view=list', fullest, `${fullest}/pledge`, '/sign-in']
    const bare = ['/sign-up', `${fullest}/scoreboard`, `/embed${fullest}`]
    const visits = [
      ...[...ofVisitor, ...bare].map((path) => ({ at: visitor, path })),
      ...['/dashboard', '/home', '/pledges', `${pledge}`].map((path) => ({ at: supporter, path })),
      // A supporter may have campaigns and organizations too, and the navigation of those who do.
      ...['/dashboard', '/home', '/pledges'].map((path) => ({ at: coach, path })),
    ]
    const expectWhole = async (at: Page, message: string): Promise<void> => {
      for (const width of [390, 768, 1366, 1440]) {
        await at.setViewportSize({ width, height: 900 })
        await expect.poll(() => cutText(at), { message: `${message} at ${width} px` }).toEqual([])
      }
    }
    const openAll = (at: Page) =>
      at.evaluate(() => {
        document.documentElement.dataset.settled = ''
        for (const details of document.querySelectorAll('details')) details.open = true
      })
    for (const { at, path } of visits) {
      await at.goto(path, { waitUntil: 'networkidle' })
      await styleLargeType(at)
      await openAll(at)
      await expectWhole(at, path)
    }
    await preferLargeType(visitor)
    await preferLargeType(supporter)
    await preferLargeType(coach)
    for (const { at, path } of visits) {
      await at.goto(path, { waitUntil: 'networkidle' })
      await openAll(at)
      await expectWhole(at, `${path}, preferred`)
    }
    await visitor.goto(fullest)
    const goals = visitor.locator('#support li').first()
    await (await alive(goals.getByRole('button', { name: 'Select This Statistic' }))).click()
    await goals.locator('.chips label').first().click()
    await expect(visitor.getByText('Nothing is charged today.')).toBeAttached()
    await expectWhole(visitor, 'the panel')
    await visitor.context().close()
    await supporter.context().close()
    await coach.context().close()
  },
)

test('touch targets below 1024 px are at least 44 px', { tag: '@phone' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
  })
  const visitor = await context.newPage()
  for (const path of ['/', '/campaigns', `/campaigns/${campaign.id}`, '/sign-up']) {
    await visitor.goto(path)
    const small = await visitor.evaluate((min) => {
      const targets =
        'main button, main a.btn, main input, main select, main textarea, main summary, main label:has(input)'
      return [...document.querySelectorAll<HTMLElement>(targets)]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect()
          // A field inside its label is as large as the label.
          const isInside = element.matches('label input, [aria-hidden=true], [aria-hidden=true] *')
          return !isInside && width > 0 && (width < min || height < min)
        })
        .map((element) => `${element.tagName} ${element.className} ${element.textContent}`)
    }, TOUCH_PX)
    expect([path, [...new Set(small)]]).toEqual([path, []])
  }
  await context.close()
})

test('reduced motion turns off animations, and forced colors still tell what is chosen', {
  tag: '@phone',
}, async ({ page: visitor }) => {
  await visitor.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await visitor.goto(`/campaigns/${campaign.id}`)
  const panel = visitor.getByRole('region', { name: 'Support This Campaign' })
  await (await alive(panel.getByRole('button', { name: 'Select This Statistic' }).first())).click()
  await panel.getByRole('radio', { name: '$3', exact: true }).check()
  const longest = await visitor.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getTiming().duration ?? 0))),
  )
  expect(longest).toBeLessThan(1)
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element.nextElementSibling ?? element).backgroundColor)
  expect(await background(panel.getByRole('radio', { name: '$3', exact: true }))).not.toBe(
    await background(panel.getByRole('radio', { name: '$7', exact: true })),
  )
  const cap = panel.getByRole('switch', { name: 'Set Maximum Donation Cap' })
  const off = await background(cap)
  await cap.check()
  expect(await background(cap)).not.toBe(off)
  // The logo is drawn in the color of the text beside it.
  const logo = visitor.getByRole('banner').locator('svg path').first()
  const text = await visitor.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(logo).toHaveCSS('stroke', text)
})

test('in a drawer the keyboard picks an option and a day; Escape closes the calendar first', {
  tag: '@desk',
}, async () => {
  const opener = await open('events', 'Add Event')
  const start = drawer().getByRole('group', { name: 'Start' })
  const calendar = start.getByRole('button', { name: /^Open the calendar/ })
  await test.step('Escape', async () => {
    await calendar.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid')).toBeVisible()
    await expectNoViolationsInBothSchemes(page, { within: ['.popover'] })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(calendar).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(drawer()).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  await page.keyboard.press('Enter')
  await test.step('a list jumps to what is typed', async () => {
    const list = drawer().getByRole('combobox', { name: 'Type' })
    await list.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option').first()).toBeFocused()
    await page.keyboard.type('fu')
    await expect(page.getByRole('option', { name: 'Fundraiser' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list).toHaveText('Fundraiser')
    await expect(list).toBeFocused()
  })
  await test.step('a day is typed, or picked from a month that starts on Sunday', async () => {
    const field = start.getByRole('textbox', { name: 'Day' })
    await field.fill('10/3/27')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('10/03/2027')
    await page.keyboard.press('Enter')
    const month = page.getByRole('dialog', { name: /^Calendar/ })
    await expect(month.locator('th').first()).toHaveText('Su')
    await expect(month.getByRole('button', { name: 'Sunday, October 3, 2027, chosen' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('10/11/2027')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(calendar).toBeFocused()
  })
})

test('a stepper counts by keyboard and says each figure; held, it says only the last', {
  tag: '@desk',
}, async () => {
  await open('results', 'Enter Results')
  const group = dialogOf(page).getByRole('group', { name: 'Goals' })
  const plate = group.getByRole('textbox', { name: 'Goals' })
  const less = group.getByRole('button', { name: 'One less: Goals' })
  const more = group.getByRole('button', { name: 'One more: Goals' })
  const said = group.locator('[aria-live]')
  await less.focus()
  await page.keyboard.press('Enter')
  await expect(plate).toHaveValue('0')
  await expect(less).toBeDisabled()
  await plate.focus()
  for (const [key, figure] of [
    ['ArrowUp', '1'],
    ['ArrowDown', '0'],
    ['ArrowDown', '0'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(plate).toHaveValue(figure)
  }
  // The button keeps the focus at zero, and each figure is said.
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('1')
  await less.focus()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('0')
  await expect(less).toBeFocused()
  // What is typed is read as it is typed: the figure of the last press is no longer there to be found.
  await plate.fill('2')
  await expect(said).toHaveText('')

  const heard = await group.evaluateHandle((area) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(area.querySelector('[aria-live]')?.textContent ?? '')).observe(
      area,
      { childList: true, subtree: true, characterData: true },
    )
    return texts
  })
  await more.hover()
  await page.mouse.down()
  await expect.poll(async () => Number(await plate.inputValue())).toBeGreaterThan(5)
  await page.mouse.up()
  await expect(said).toHaveText(await plate.inputValue())
  const figures = (await heard.jsonValue()).filter((text) => text !== '')
  expect(new Set(figures)).toEqual(new Set([await plate.inputValue()]))
})

test('a menu is operated by keyboard', { tag: '@desk' }, async () => {
  await page.goto('/dashboard')
  const account = await alive(page.getByRole('banner').getByRole('button', { name: /account/i }))
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectNoViolationsInBothSchemes(page, { within: ['[role=menu]'] })
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
})
