/** The public pages that explain the product: at every width, without JavaScript, in both color schemes (R46). */
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { enterAs, expect, failOnErrors, test } from './fixtures.ts'
import { expectNoLayoutShift, watchShifts } from './layout-shift.ts'

const PAGES = [
  ['/', 'They score. You raise.'],
  ['/how-it-works', 'How it works'],
  ['/success-stories', 'Success stories'],
  ['/pricing', 'Three quarters are yours'],
  ['/help', 'Help'],
  ['/contact', 'Talk to us'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
] as const
const WIDTHS = [320, 390, 768, 1024, 1440]

test('a supporter finds a team by name from the first screen of the landing page', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByRole('search').getByLabel('Here to support a team?')
  await expect(field).toBeInViewport({ ratio: 1 })
  await field.fill('Leicester')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/campaigns\?search=Leicester$/)
  await expect(page.getByRole('link', { name: /Leicester goal/ }).first()).toBeVisible()
})

for (const [path, title] of PAGES) {
  test(`${path} is complete, fits every width and has no accessibility violations`, { tag: '@desk' }, async ({
    page,
    baseURL,
  }) => {
    const answer = await page.goto(`${path}?from=somewhere`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path}`)
    for (const name of ['og:title', 'og:description', 'og:url', 'og:site_name'])
      await expect(page.locator(`meta[property="${name}"]`)).toHaveAttribute('content', /./)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30,}/)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
    }
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expectNoViolationsInBothSchemes(page)
  })
}

test('the public pages load without layout shift', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await watchShifts(page)
  for (const [path] of PAGES) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoLayoutShift(page)
  }
})

test('every link in the footer leads to a page', { tag: '@phone' }, async ({ page, request }) => {
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Footer' }).getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses).toEqual([
    '/how-it-works',
    '/create-campaign',
    '/success-stories',
    '/pricing',
    '/help',
    '/contact',
    '/privacy',
    '/terms',
  ])
  for (const address of addresses.filter((one) => one !== '/create-campaign'))
    expect({ address, status: (await request.get(address)).status() }).toEqual({ address, status: 200 })
  const alias = await request.get('/create-campaign', { maxRedirects: 0 })
  expect([alias.status(), alias.headers().location]).toEqual([301, '/dashboard/create-campaign'])
  await expect(page.getByRole('contentinfo')).toContainText('© 2024')
  await expect(page.getByRole('contentinfo')).toContainText(
    'Payments are secured by our card payment provider',
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'See How It Works' })).toHaveAttribute(
    'href',
    '#solution',
  )
})

test('an answer on the help page has an address of its own and opens on request', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/help#cancel')
  await expect(page.getByText('any time within 24 hours of pledging')).toBeInViewport()
  await page.goto('/how-it-works')
  await page.getByRole('link', { name: 'A result was wrong' }).click()
  await expect(page).toHaveURL(/\/help#wrong-result$/)
  await expect(page.getByText('Nothing is overwritten')).toBeInViewport()
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data['@type']).toBe('FAQPage')
  expect(data.mainEntity.length).toBeGreaterThan(30)
  await page.locator('summary', { hasText: 'Who sees my name?' }).press('Enter')
  await expect(page.getByText('So do the team’s own screens.')).toBeVisible()
})

test(
  'the contact form says what is missing, keeps the message, and sends it once corrected',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const name = `Dana ${project.name}`
    await page.goto('/contact')
    const form = page.getByRole('form', { name: 'Talk to us' })
    await form.getByLabel('Message').fill('We play in the fall.')
    await form.getByRole('button', { name: 'Send message' }).click()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Valid email is required')
    await expect(form.getByLabel('Message')).toHaveValue('We play in the fall.')
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type('dana@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'We got your message' })).toBeFocused()
    await page.goto('/dev/mail')
    const mail = page.getByRole('article', { name: `${name} wrote to us` })
    await expect(mail).toContainText('We play in the fall.')
    await expect(mail).toContainText('Reply to dana@example.org')
  },
)

test('the contact form on the landing page keeps what was typed when sending fails', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Talk to us' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@example.org')
  await form.getByLabel('Message').fill('Please call us.')
  await page.route('**/api/contact', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByRole('alert')).toHaveText('Not now.')
  await expect(form.getByLabel('Message')).toHaveValue('Please call us.')
})

test('the pricing calculator splits any amount, and says when it is not one', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/pricing')
  const calculator = page.getByRole('region', { name: 'Try your own figure' })
  await calculator.getByLabel('What your supporters pay in one season').fill('$12,345.67')
  await expect(calculator).toContainText('$9,259.25')
  await expect(calculator).toContainText('$3,086.42')
  await calculator.getByLabel('What your supporters pay in one season').fill('plenty')
  await expect(calculator).toContainText('Enter an amount such as 40,000, up to 1,000,000')
})

test(
  '"Start My Campaign" leads a signed-in user straight to the wizard',
  { tag: '@desk' },
  async ({ browser, baseURL }, { project }) => {
    const page = await enterAs(browser, { baseURL, viewport: project.use.viewport }, 'coach@demo.test')
    await page.goto('/pricing')
    await expect(page.getByRole('link', { name: 'Start My Campaign' })).toHaveAttribute(
      'href',
      '/dashboard/create-campaign',
    )
    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Create Campaign' })).toHaveAttribute(
        'href',
        '/dashboard/create-campaign',
      )
    }
  },
)

test(
  'every public page can be read without JavaScript',
  { tag: '@phone' },
  async ({ browser, baseURL }, { project }) => {
    const context = await browser.newContext({
      baseURL,
      viewport: project.use.viewport,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    failOnErrors(page)
    for (const [path, title] of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('link', { name: 'How It Works' }).first()).toBeVisible()
    }
    await page.goto('/contact')
    // A search for text skips text inside a noscript.
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.locator('main noscript a')).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden()
    await context.close()
  },
)
