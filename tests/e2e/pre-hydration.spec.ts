/** Pre-hydration: what is pressed and typed before the page's script has loaded takes effect once it has. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { allParts, apiOf, expect, PASSWORD, signInAs, test } from './fixtures.ts'

/** Opens a page whose scripts load when the returned function is called. */
async function openSlowly(page: Page, path: string): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return arrive
}

async function demoCampaign(page: Page): Promise<string> {
  const [campaign] = await (await page.request.get('/api/campaigns?type=soccer&status=active')).json()
  return campaign.campaigns.id
}

/** Opens a page of which the browser reports no paint by itself, with its timers stopped. */
async function openUnpainted(page: Page): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  // An installed clock goes on: a page that takes longer than a second to load would start its scripts.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.addInitScript(() => {
    window.PerformanceObserver = class {
      constructor(paint: () => void) {
        addEventListener('paint-reported', paint)
      }
      observe() {}
    } as unknown as typeof PerformanceObserver
  })
  await page.goto('/pricing', { waitUntil: 'load' })
  expect(scripts).toEqual([])
  return scripts
}

const isOpened = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'How It Works' })).toBeVisible()
}

test('scripts start once the page is painted', async ({ page }) => {
  const scripts = await openUnpainted(page)
  await page.evaluate(() => dispatchEvent(new Event('paint-reported')))
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await page.clock.resume()
  await isOpened(page)
})

test('scripts start after a second if the browser reports no paint', async ({ page }) => {
  await openUnpainted(page)
  await page.clock.runFor(1000)
  await page.clock.resume()
  await isOpened(page)
})

test('a message typed and sent before hydration stays, and the form asks for the missing name', async ({
  page,
}) => {
  const arrive = await openSlowly(page, '/contact')
  const form = page.getByRole('form', { name: 'Talk to us' })
  await form.getByLabel('Message').fill('Typed on a slow train.')
  await form.locator('button[type=submit]').click()
  arrive()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Message')).toHaveValue('Typed on a slow train.')
})

test('every field that was typed before hydration keeps what was typed', async ({ page }) => {
  const arrive = await openSlowly(page, '/sign-up')
  await page.getByLabel('First Name').fill('Sam')
  await page.getByLabel('Last Name').fill('Porter')
  await page.getByLabel('Email').fill('sam')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  arrive()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('First Name')).toHaveValue('Sam')
  await expect(page.getByLabel('Last Name')).toHaveValue('Porter')
})

test('a sign-in pressed twice before hydration is sent once and leads to the return address', async ({
  page,
}) => {
  const arrive = await openSlowly(page, '/sign-in?returnTo=%2Fpledges')
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByLabel('Password').fill(PASSWORD)
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  await expect(signIn).toHaveAttribute('data-held')
  // A second press counts once.
  await signIn.click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  arrive()
  await expect(page).toHaveURL(/\/pledges$/)
  expect(sent.filter((url) => url.includes('/sign-in/email'))).toHaveLength(1)
})

test('Enter pressed in a field before hydration submits the form after it', async ({ page }) => {
  const arrive = await openSlowly(page, '/sign-in')
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByLabel('Password').press('Enter')
  arrive()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveValue('coach@demo.test')
})

test('statistics selected and a menu opened before hydration are so after it', async ({ page }) => {
  const arrive = await openSlowly(page, `/campaigns/${await demoCampaign(page)}`)
  const select = page.getByRole('button', { name: 'Select This Statistic' })
  await select.nth(0).click()
  await select.nth(1).click()
  arrive()
  await expect(page.getByRole('button', { name: 'Cancel Selection' })).toHaveCount(2)
  const again = await openSlowly(page, '/pricing')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  again()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'How It Works' })).toBeVisible()
})

test('the account menu pressed before its script has loaded opens once it has', async ({ page }) => {
  await signInAs(page, 'coach@demo.test')
  await page.setViewportSize({ width: 1440, height: 900 })
  const arrive = await openSlowly(page, '/pledges')
  const menu = page.getByRole('banner').locator('button[aria-haspopup=menu]')
  await menu.click()
  await expect(menu).toHaveAttribute('data-held')
  arrive()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('the account menu pressed between hydration and its own script opens once that has loaded', async ({
  page,
}) => {
  await signInAs(page, 'coach@demo.test')
  await page.setViewportSize({ width: 1440, height: 900 })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/user-menu-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/pledges', { waitUntil: 'commit' })
  const menu = page.getByRole('banner').locator('button[aria-haspopup=menu]')
  await expect(menu).toBeVisible()
  await page.waitForFunction(() => !window.early)
  await menu.click()
  await expect(menu).toHaveAttribute('data-held')
  arrive()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(menu).not.toHaveAttribute('data-held')
})

test('what a page was scrolled to before hydration stays in view', async ({ page }) => {
  await signInAs(page, 'rep@demo.test')
  const arrive = await openSlowly(page, `/dashboard/campaigns/${await demoCampaign(page)}`)
  const pager = page.getByRole('navigation', { name: 'Pages of supporters' })
  await pager.scrollIntoViewIfNeeded()
  arrive()
  await allParts(page)
  await expect(pager).toBeInViewport()
})

test('what an organization is owed and a campaign will collect are in the page before its script runs', async ({
  page,
}) => {
  await signInAs(page, 'rep@demo.test')
  const campaign = await demoCampaign(page)
  await openSlowly(page, `/dashboard/campaigns/${campaign}`)
  await expect(page.getByRole('region', { name: 'Forecast' })).toContainText('Likely')
  const call = await apiOf(page.request)
  const { organizations } = await call('GET', `/api/campaigns/${campaign}`)
  await page.goto(`/dashboard/organizations/${(organizations as { id: string }).id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('region', { name: 'What is owed' })).toBeVisible()
})

test('next steps and the search for ambassadors are in the page before its script runs', async ({ page }) => {
  await signInAs(page, 'rep@demo.test')
  const campaign = await demoCampaign(page)
  await openSlowly(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'Next steps' }).getByRole('listitem').first()).toBeVisible()
  await page.goto(`/dashboard/campaigns/${campaign}?tab=ambassadors`, { waitUntil: 'commit' })
  await expect(page.getByLabel('Search ambassadors')).toBeVisible()
})

test('a draft’s review is in the page before its script runs', async ({ page }) => {
  await signInAs(page, 'coach@demo.test')
  const call = await apiOf(page.request)
  const found = (await call('GET', '/api/user/campaigns?search=futsal')) as unknown as { id: string }[]
  expect(found).toHaveLength(1)
  await openSlowly(page, `/dashboard/campaigns/${found[0]?.id}`)
  // Another test may have requested its review.
  await expect(page.getByText(/^(This campaign is a draft:|Waiting for review since)/)).toBeVisible()
})

test('a filter and an amount chosen before hydration stay chosen', async ({ page }) => {
  // On a phone the filters open with a script.
  await page.setViewportSize({ width: 1024, height: 844 })
  const arrive = await openSlowly(page, '/campaigns')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Soccer')
  arrive()
  await expect(page).toHaveURL(/type=soccer/)
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('soccer')
  const again = await openSlowly(page, `/pledge-card-test/${await demoCampaign(page)}`)
  const amount = page.getByRole('radio').nth(1)
  await amount.check({ force: true })
  again()
  await expect(page.getByRole('button', { name: 'Pledge now' }).first()).toBeVisible()
  await expect(amount).toBeChecked()
})

/** Runs the work during hydration: after React listens to events, and before it has read the page. */
async function inTheMiddle(page: Page, work: () => void): Promise<void> {
  await page.addInitScript(`{
    const listen = document.addEventListener
    document.addEventListener = function (type, ...rest) {
      if (type === 'input') {
        document.addEventListener = listen
        queueMicrotask(${work.toString()})
      }
      return listen.call(document, type, ...rest)
    }
  }`)
}

test('a sort order chosen during hydration is applied and stays', async ({ page }) => {
  await inTheMiddle(page, () => {
    const list = document.querySelector<HTMLSelectElement>('select[name=sort]')
    if (!list) return
    list.value = 'goal'
    for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }))
  })
  await page.goto('/campaigns')
  await expect(page).toHaveURL(/sort=goal/)
  await expect(page.locator('select[name=sort]')).toHaveValue('goal')
})

test('an amount checked during hydration stays checked', async ({ page }) => {
  await inTheMiddle(page, () => document.querySelectorAll<HTMLElement>('input[type=radio]')[1]?.click())
  await page.goto(`/pledge-card-test/${await demoCampaign(page)}`)
  await expect(page.getByRole('button', { name: 'Pledge now' }).first()).toBeVisible()
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
})

test('an amount checked during hydration stays checked where React resets it before its input event', async ({
  page,
}) => {
  await inTheMiddle(page, () => {
    const [, amount] = document.querySelectorAll<HTMLInputElement>('input[type=radio]')
    if (!amount) return
    document.addEventListener('click', () => Object.assign(amount, { checked: false }), {
      capture: true,
      once: true,
    })
    amount.click()
  })
  await page.goto(`/pledge-card-test/${await demoCampaign(page)}`)
  await expect(page.getByRole('button', { name: 'Pledge now' }).first()).toBeVisible()
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
})

test('a form filled and submitted during hydration is validated with what was typed', async ({ page }) => {
  await inTheMiddle(page, () => {
    const email = document.querySelector<HTMLInputElement>('input[type=email]')
    if (email) {
      email.value = 'coach@demo.test'
      email.dispatchEvent(new Event('input', { bubbles: true }))
    }
    document.querySelector<HTMLElement>('button[type=submit]')?.click()
  })
  await page.goto('/sign-in?returnTo=%2Fpledges')
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveValue('coach@demo.test')
  await expect(page).toHaveURL(/returnTo/)
})

test('a script that fails to load is reported, with a link that loads the page again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const isUp = { value: false }
  await page.route('**/assets/*.js', (route) => (isUp.value ? route.continue() : route.abort()))
  await page.goto('/sign-in?returnTo=%2Fpledges')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Part of this page did not load. Reload the page')
  await expectNoViolations(page)
  isUp.value = true
  await alert.getByRole('link').click()
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fpledges$/)
  await expect(alert).toHaveCount(0)
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await context.close()
})
