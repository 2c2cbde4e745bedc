/** Signing in with Clerk's own script and widgets under the real content security policy; its Frontend API is a stand-in. */
import type { BrowserContext, Page } from '@playwright/test'
import { type ClerkBrowser, PASSWORD, PROXY, serveClerk } from '#tests/clerk/frontend.ts'
import { type ClerkStandIn, startClerk } from '#tests/clerk/stand-in.ts'
import { expect, test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { addressOf } from './ports.ts'

const baseURL = addressOf(2)
let clerk: ClerkStandIn
let server: OwnServer | undefined

test.use({ baseURL })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  clerk = await startClerk(baseURL)
  clerk.add({ email: 'supporter@demo.test', firstName: 'Dana', lastName: 'Whitfield' })
  clerk.add({ email: 'rep@demo.test', firstName: 'Morgan', lastName: 'Osei' })
  server = await startOwnServer(baseURL, { ...clerk.env, CLERK_PROXY_URL: PROXY })
})
test.afterAll(async () => {
  await server?.stop()
  await clerk.close()
})

const identifier = (page: Page) => page.getByLabel('Email address')
const password = (page: Page) => page.getByLabel('Password', { exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await identifier(page).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
const open = (context: BrowserContext): Promise<ClerkBrowser> => serveClerk(context, clerk)

test('a visitor who only reads campaigns loads nothing from Clerk', async ({ page, context }) => {
  const seen = await open(context)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/campaigns')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => /clerk|island/i.test(new URL(url).pathname) && !/layer/.test(url))).toEqual(
    [],
  )
  expect(seen.scripts).toBe(0)
})

test('a page that needs sign-in is reached after it; logging out leads back to sign-in', async ({
  page,
  context,
}) => {
  await open(context)
  await page.goto('/pledges')
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fpledges/)
  await expect(page.getByRole('heading', { name: 'Sign in to Pledgeraiser' })).toBeVisible()
  await identifier(page).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByTestId('form-feedback-error')).toContainText('Couldn’t find your account.')
  await signIn(page, 'supporter@demo.test')
  await expect(page).toHaveURL(/\/pledges$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your Pledges' })).toBeVisible()
  // Rendered for the signed-in person, before any script.
  expect(await greetingIn(page)).toBe('Welcome back, Dana!')
  await logOut(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(identifier(page)).toBeVisible()
  expect(await greetingIn(page)).toBeUndefined()
})

test('sign-in ignores a return address on another site', async ({ page, context }) => {
  await open(context)
  await page.goto('/api/sign-in?returnTo=%2F%2Fevil.example%2F&redirect_url=https%3A%2F%2Fevil.example')
  await signIn(page, 'supporter@demo.test')
  await expect(page).toHaveURL(`${baseURL}/dashboard`)
})

test('a representative who signs in with Clerk has the representative role', async ({ page, context }) => {
  await open(context)
  await page.goto('/sign-in')
  await signIn(page, 'rep@demo.test')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Create Campaign' }).first()).toBeVisible()
})

test('sign-up verifies the email address with a code and creates a user with a verified address', async ({
  page,
  context,
}, { project }) => {
  await open(context)
  const email = `new-${project.name}@example.org`
  await page.goto('/sign-up?returnTo=%2Fcampaigns')
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('Reed')
  await identifier(page).fill(email)
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await page.getByRole('textbox', { name: /verification code/i }).pressSequentially('424242')
  await expect(page).toHaveURL(/\/campaigns$/)
  expect(await own(page)).toMatchObject({ email, emailVerified: true, firstName: 'Nia', roles: [] })
})

test('a page requested with an expired session cookie is rendered again for the signed-in user', async ({
  page,
  context,
}) => {
  await open(context)
  await page.goto('/sign-in')
  await signIn(page, 'supporter@demo.test')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expireCookie(context)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome back, Dana!' })).toBeVisible()
  await page.goto('about:blank')
  await expireCookie(context)
  await page.goto('/pledges')
  await expect(page).toHaveURL(/\/pledges$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your Pledges' })).toBeVisible()
})

test('the account page combines Clerk’s profile and security parts with our profile and deletion', async ({
  page,
  context,
}) => {
  await open(context)
  await page.goto('/sign-in?returnTo=%2Fdashboard%2Fprofile')
  await signIn(page, 'supporter@demo.test')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile details' })).toBeVisible()
  await page.getByRole('button', { name: 'Update profile' }).click()
  await page.getByLabel('First name').first().fill('Daniela')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Daniela Whitfield').first()).toBeVisible()
  await expect.poll(async () => (await own(page)).firstName).toBe('Daniela')

  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('City').fill('Boston')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is up to date.', { exact: true })).toBeVisible()

  await openSecurity(page)
  await expect(page).toHaveURL(/\/dashboard\/profile#\/security$/)
  await expect(page.getByText('Delete account').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('Your account cannot be deleted yet.')).toBeVisible()
  const [supporter] = [...clerk.people.values()].filter(({ first_name }) => first_name === 'Daniela')
  clerk.change(supporter?.id ?? '', { first_name: 'Dana' })
})

test('deleting an account that owes nothing signs out and deletes the user at Clerk', async ({
  page,
  context,
}, { project }) => {
  const person = clerk.add({ email: `leaving-${project.name}@example.org`, firstName: 'Lee' })
  await open(context)
  await page.goto('/sign-in?returnTo=%2Fdashboard%2Fprofile')
  await signIn(page, `leaving-${project.name}@example.org`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(`${baseURL}/`)
  expect(clerk.people.has(person.id)).toBe(false)
  expect(await greetingIn(page)).toBeUndefined()
})

test('sign-in says when Clerk’s script could not be loaded, and "Try again" loads it', async ({
  page,
  context,
}) => {
  const seen = await open(context)
  seen.hasScripts = false
  page.removeAllListeners('console')
  page.removeAllListeners('pageerror')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.goto('/sign-in')
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toBeAttached()
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded.', {
    timeout: 40_000,
  })
  expect(seen.scripts, 'the first attempt and five more').toBe(6)
  expect(logged.join('\n')).toContain('Failed to load Clerk JS')
  seen.hasScripts = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(identifier(page)).toBeVisible()
})

test('the content security policy of pages, cached ones too, allows Clerk’s script and no inline script', async ({
  request,
}) => {
  for (const path of ['/', '/campaigns', '/campaigns', '/sign-in']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(
      /script-src 'self'(?: 'sha256-[\w+/]{43}='){6} https:\/\/challenges\.cloudflare\.com;/,
    )
    expect(policy).toContain("; style-src-elem 'self' 'unsafe-inline'; ")
    expect(policy.replace(/style-src-elem [^;]*/, '')).not.toContain('unsafe-inline')
  }
})

/** In the server's HTML, before any script. */
async function greetingIn(page: Page): Promise<string | undefined> {
  const html = (await (await page.request.get('/')).text()).replaceAll('<!-- -->', '')
  return /Welcome back, [^<]*/.exec(html)?.[0]
}

async function own(page: Page): Promise<Record<string, unknown>> {
  const { token } = await (await page.request.get('/api/identity/token')).json()
  const answer = await page.request.get('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

async function logOut(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const control = isPhone
    ? page.getByRole('button', { name: 'Log out' })
    : page.getByRole('menuitem', { name: 'Log out' })
  // The menu's own script may still be loading: until then a press opens nothing.
  await expect(async () => {
    if (await control.isHidden())
      await page.getByRole('button', { name: isPhone ? 'Open the menu' : 'Your account' }).click()
    await expect(control).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await control.click()
}

async function openSecurity(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  if (isPhone) await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Security' }).click()
}

/** As after a night: the session continues at Clerk, its cookie here has expired. */
async function expireCookie(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  const isSession = ({ name }: { name: string }) => /^__session/.test(name)
  await context.clearCookies({ name: /^__session/ })
  expect(cookies.filter(isSession).length).toBeGreaterThan(0)
}
