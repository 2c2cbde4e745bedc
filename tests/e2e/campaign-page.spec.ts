/** The public campaign page is accessible, loads without layout shift and can be read without JavaScript. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, enterAs, expect, failOnErrors, test, unfold } from './fixtures.ts'
import { expectNoLayoutShift, watchShifts } from './layout-shift.ts'

async function pathOf(page: Page, query: string): Promise<string> {
  const [first] = await (await page.request.get(`/api/campaigns?${query}`)).json()
  return `/campaigns/${first.campaigns.id}`
}
const soccer = (page: Page) => pathOf(page, 'type=soccer&status=active')

test('campaign pages have no accessibility violations and fit every width', { tag: '@desk' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const query of ['type=soccer&status=active', 'type=custom&status=active', 'status=completed']) {
    await page.goto(await pathOf(page, query))
    await expect(page.getByRole('heading', { name: 'Support This Campaign' })).toBeVisible()
    await expectNoViolationsInBothSchemes(page)
  }
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
})

test('the season board describes its drawing in words, and all matches are listed on request', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(await soccer(page))
  const board = page.getByRole('region', { name: 'The season, match by match' })
  await expect(
    board.getByRole('img', { name: /^Goals so far: \d+ confirmed after \d+ of \d+/ }),
  ).toBeVisible()
  await board.getByRole('button', { name: 'Wins' }).click()
  await expect(board.getByRole('img', { name: /^Wins so far/ })).toBeVisible()
  const matches = page.getByRole('region', { name: 'Match by match', exact: true })
  await unfold(page, 'Match by match')
  const rows = matches.getByRole('row')
  await expect(rows).toHaveCount(7)
  await matches.getByRole('link', { name: /^Show all \d+ matches$/ }).click()
  await expect(page).toHaveURL(/all=matches/)
  await expect(rows.nth(7)).toBeVisible()
})

for (const [width, height] of [
  [1440, 900],
  [1366, 650],
] as const) {
  test(`at ${width} × ${height} the foot covers a third of the panel at most, and never what was picked`, {
    tag: '@desk',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(await soccer(page))
    const panel = page.locator('#support')
    await panel.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 16))
    const cards = panel.locator('ul > li')
    for (const card of await cards.all()) {
      await (await alive(card.getByRole('button', { name: 'Select This Statistic' }))).click()
      await card.locator('.chips label').nth(1).click()
      await expect(panel.getByText('Nothing is charged today.')).toBeAttached()
      await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })
      const seen = () =>
        card.evaluate((element) => {
          const foot = element.closest('#support')?.querySelector('.panel-foot')?.getBoundingClientRect()
          const panel = element.closest('#support')?.getBoundingClientRect()
          const picked = element.querySelector('.chips')?.getBoundingClientRect()
          if (!foot || !panel || !picked) return null
          const room = Math.min(panel.bottom, innerHeight) - panel.top
          return { isPickedSeen: picked.bottom <= foot.top, isAThird: foot.height <= room / 3 }
        })
      await expect.poll(seen).toEqual({ isPickedSeen: true, isAThird: true })
    }
  })
}

test('the demo’s fullest campaign is at most 7,700 px high on a phone, and 4,900 at a desk', async ({
  page,
}) => {
  await page.goto(await soccer(page))
  await page.locator('html[data-settled]').waitFor()
  for (const [width, most] of [
    [390, 7700],
    [1440, 4900],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight), { message: `at ${width} px` })
      .toBeLessThanOrEqual(most)
  }
})

test('a link to a folded section opens it, from outside and within the page', { tag: '@phone' }, async ({
  page,
}) => {
  const path = await soccer(page)
  await page.goto(`${path}#matches`)
  const matches = page.getByRole('region', { name: 'Match by match', exact: true })
  await expect(matches.getByRole('row').nth(1)).toBeInViewport()
  const standings = page.getByRole('region', { name: 'Where each statistic stands' })
  await expect(standings.getByRole('listitem').first()).toBeHidden()
  await alive(page.getByRole('button', { name: 'Select This Statistic' }).first())
  await page.evaluate(() => location.assign('#standings'))
  await expect(standings.getByRole('listitem').first()).toBeInViewport()
  await standings.locator('summary').press('Enter')
  await expect(standings.getByRole('listitem').first()).toBeHidden()
})

const regionsOf = (page: Page) =>
  page.locator('main section[aria-labelledby] h2, main section.card > h2').allTextContents()
/** Where these sections are among all others of the page. */
const placesOf = async (page: Page, titles: string[]) => {
  const all = await regionsOf(page)
  return titles.map((title) => all.findIndex((one) => one.startsWith(title)))
}
const isRising = (places: number[]) =>
  places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))

test('what persuades is open and before the figures; what is empty is one line at the end', {
  tag: '@phone',
}, async ({ page }) => {
  await test.step('with supporters, messages and rewards', async () => {
    await page.goto(await soccer(page))
    const region = (name: string) => page.getByRole('region', { name })
    await expect(region('Our Supporters').getByRole('listitem')).toHaveCount(10)
    await expect(
      region('Our Supporters')
        .getByText(/^Anonymous Supporter #\d+$/)
        .first(),
    ).toBeVisible()
    await expect(region('Supporter Messages').getByRole('listitem').first()).toBeVisible()
    await expect(region('Supporter Messages').getByLabel('Your message')).toBeVisible()
    await expect(region('Rewards & Recognition').getByRole('listitem').first()).toBeVisible()
    const order = ['Our Supporters', 'Supporter Messages', 'Rewards', 'Where each statistic stands']
    expect(isRising(await placesOf(page, order))).toBe(true)
  })
  await test.step('with nothing yet', async () => {
    await page.goto(await pathOf(page, 'search=fill+the+pantry&status=active'))
    const order = [
      'About This Campaign',
      'Campaign Timeline',
      'Our Supporters',
      'Rewards',
      'Supporter Messages',
    ]
    expect(isRising(await placesOf(page, order))).toBe(true)
    const empty = page.locator('section', { has: page.getByRole('heading', { name: 'Our Supporters' }) })
    await expect(empty.getByText('No Supporters Yet')).toBeVisible()
    // Below the fold it is laid out once the browser is idle.
    await expect.poll(async () => (await empty.boundingBox())?.height).toBeLessThan(120)
  })
})

type Mail = { to: string; text: string }
const linkIn = async (page: Page, to: string) => {
  const mails = (await (await page.request.get('/api/dev/mail')).json()) as Mail[]
  const text = mails.find((mail) => mail.to === to && mail.text.includes('Yes, email me'))?.text ?? ''
  return /(\/campaigns\/\S+#[\w-]{60,})/.exec(text)?.[1] ?? ''
}

test(
  'at a paused campaign a visitor asks to be told when it opens, and confirms it by mail',
  {
    tag: '@phone',
  },
  async ({ page, browser, baseURL }, info) => {
    const email = `waits-${info.project.name}-${info.workerIndex}-${info.retry}@example.org`
    const path = await pathOf(page, 'search=keiki&status=paused')
    await page.goto(path)
    const panel = page.getByRole('region', { name: 'Support This Campaign' })
    const tell = await alive(panel.getByRole('button', { name: 'Tell me when it opens' }))
    await tell.click()
    await expect(panel.getByText('Valid email is required')).toBeVisible()
    await panel.getByLabel('Email').fill(email)
    await tell.click()
    await expect(panel.getByText(/^Check your email/)).toBeVisible()
    await expectNoViolationsInBothSchemes(page)
    await expect.poll(() => linkIn(page, email)).not.toBe('')
    await page.goto('/')
    await page.goto(await linkIn(page, email))
    await expect(panel.getByRole('heading', { name: 'Email you when it opens?' })).toBeInViewport()
    await panel.getByRole('button', { name: 'Yes, email me' }).click()
    await expect(panel.getByText('You get one email when it opens.')).toBeVisible()
    await panel.getByRole('button', { name: 'Don’t email me' }).click()
    await expect(panel.getByText('You get no email about it.')).toBeVisible()

    const supporter = await enterAs(
      browser,
      { baseURL, viewport: info.project.use.viewport },
      'supporter@demo.test',
    )
    await supporter.goto(path)
    const own = supporter.getByRole('region', { name: 'Support This Campaign' })
    await expect(own.getByLabel('Email')).toHaveCount(0)
    await (await alive(own.getByRole('button', { name: 'Tell me when it opens' }))).click()
    await expect(own.getByText('You get one email when it opens.')).toBeVisible()
    await supporter.reload()
    await expect(own.getByText('You get one email when it opens.')).toBeVisible()
    await (await alive(own.getByRole('button', { name: 'Don’t email me' }))).click()
    await expect(own.getByText('You get no email about it.')).toBeVisible()
    await supporter.context().close()
  },
)

test('a campaign that is over says what it came to, thanks, and leads to the next one', {
  tag: '@desk',
}, async ({ page }) => {
  const cases = [
    ['search=new+helmets&status=completed', 'See their next campaign', /^\/campaigns\/[\w-]{36}$/],
    ['search=a+batting+cage&status=completed', 'See their next campaign', /^\/campaigns\/[\w-]{36}$/],
  ] as const
  for (const [query, name, address] of cases) {
    await page.goto(await pathOf(page, query))
    const outcome = page.getByRole('region', { name: 'Thank you!' })
    await expect(outcome).toContainText(/\d+ supporters raised \$[\d,.]+ for the team/)
    await expect(outcome.getByRole('term').first()).toBeVisible()
    const panel = page.getByRole('region', { name: 'Support This Campaign' })
    await expect(panel).toContainText('no longer accepts pledges')
    await expect(panel.getByRole('link', { name })).toHaveAttribute('href', address)
    await expectNoViolationsInBothSchemes(page)
  }
})

test('the way to the pledge panel is in reach on a phone wherever the panel is out of sight', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(await soccer(page))
  const way = page.getByRole('link', { name: 'Support This Campaign' })
  await way.click()
  await expect(page.getByRole('heading', { name: 'Support This Campaign' })).toBeInViewport()
  await expect(way).toBeHidden()
  await page.getByRole('heading', { name: 'About This Campaign' }).scrollIntoViewIfNeeded()
  await expect(way).toBeVisible()
})

test('selecting a statistic and cancelling by keyboard keep the focus in its card, and say so', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto(await soccer(page))
  const panel = page.getByRole('region', { name: 'Support This Campaign' })
  const card = panel.getByRole('listitem').first()
  const select = await alive(card.getByRole('button', { name: 'Select This Statistic' }))
  const amount = card.getByRole('radio').first()
  await select.press('Enter')
  await expect(amount).toBeFocused()
  await expect(amount).not.toBeChecked()
  await expect(card.getByRole('status')).toHaveText(/^Selected: /)
  await card.getByRole('button', { name: 'Cancel Selection' }).press('Enter')
  await expect(select).toBeFocused()
  await expect(card.getByRole('status')).toHaveText('')

  // Leaving an emptied field cancels, too, and takes away what Tab would have reached: Enter, meant for that, selects nothing.
  await select.press('Space')
  const own = card.getByLabel('Or your own amount')
  await own.fill('5')
  await own.fill('')
  await own.press('Tab')
  await expect(card.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(select).toBeVisible()
})

test('selecting a statistic by touch focuses no field that would open a phone’s keyboard', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(await soccer(page))
  const card = page.getByRole('region', { name: 'Support This Campaign' }).getByRole('listitem').first()
  const select = await alive(card.getByRole('button', { name: 'Select This Statistic' }))
  await select.tap()
  await expect(card.getByRole('radio').first()).toBeFocused()
  const at = await page.evaluate(() => scrollY)
  await card.getByRole('button', { name: 'Cancel Selection' }).tap()
  await expect(select).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(at)
})

test('the campaign page loads without layout shift, down to its end', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await watchShifts(page)
  const line = page.waitForRequest(/\/live$/)
  await page.goto(await soccer(page))
  await line
  // The end of the page is laid out later, and must not move anything either.
  await page.locator('html[data-settled]').waitFor()
  await expectNoLayoutShift(page)
})

test('the Share button copies the link where the device cannot share', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const path = await soccer(page)
  await page.goto(`${path}?all=messages`)
  await (await alive(page.getByRole('button', { name: 'Share' }).first())).click()
  const message = page.getByText('Link Copied!', { exact: true })
  await expect(message).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${path}$`))
  await test.step('F8 reaches the message, and Enter dismisses it', async () => {
    for (const key of ['F8', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await expect(message).toHaveCount(0)
  })
})

test(
  'the campaign page shows all its sections without JavaScript',
  { tag: '@phone' },
  async ({ browser, baseURL, page: asked }, { project }) => {
    const context = await browser.newContext({
      baseURL,
      viewport: project.use.viewport,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    failOnErrors(page)
    const path = await soccer(asked)
    await page.goto(path)
    for (const name of [
      'Support This Campaign',
      'The season, match by match',
      'Where each statistic stands',
      'How This Works',
      'About This Campaign',
      'Campaign Timeline',
      'Our Supporters',
      'Match by match',
      'Rewards & Recognition',
      'Supporter Messages',
    ])
      await expect(
        page.getByRole('heading', { level: 2, name, exact: name === 'Match by match' }),
      ).toBeVisible()
    await expect(page.getByText(/And \d+ more supporters\.\.\./)).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
    await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
    // A guest's form says what it needs, and shows no button that does nothing.
    await page.goto(`${path}/pledge`)
    await expect(page.locator('main noscript p')).toContainText('Pledging needs JavaScript')
    await expect(page.getByRole('button', { name: 'Pledge now' })).toBeHidden()
    await context.close()
  },
)
