/** What every browser test has: a page that tolerates no unexpected error, signed-in people, and API calls as them. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export const PASSWORD = 'demo-password'

/** Browsers log these when a response is a refusal that the page handles. */
const EXPECTED = [/Failed to load resource: the server responded with a status of 4\d\d/]

/** An unexpected error fails the test, wherever it was logged. */
export function failOnErrors(page: Page, alsoExpected: readonly RegExp[] = []): void {
  const fail = (text: string) => {
    if (![...EXPECTED, ...alsoExpected].some((pattern) => pattern.test(text)))
      expect.soft(text, 'unexpected error in the browser').toBe('')
  }
  page.on('console', (message) => message.type() === 'error' && fail(message.text()))
  page.on('pageerror', (error) => fail(error.message))
}

/**
 * A page's scripts start after its first paint, and the browser's load event does not wait for them: `goto` does. A test that
 * names what to wait for waits for no more.
 */
function waitForScripts(page: Page): void {
  const { goto } = page
  const isStarted = () =>
    page.evaluate(
      () => !document.querySelector('script[data-after-paint]') || '__reactRouterRouteModules' in window,
    )
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (!options?.waitUntil) await expect.poll(isStarted, { intervals: [10, 20, 50] }).toBe(true)
    return response
  }
}

/** Pages of this context, also those that a test opens itself. */
const inContext = (context: BrowserContext): BrowserContext => context.on('page', waitForScripts)

export const test = base.extend({
  context: async ({ context }, use) => {
    await use(inContext(context))
  },
  page: async ({ page }, use) => {
    failOnErrors(page)
    await use(page)
  },
})
export { expect }

/** Waits until the page's script handles its events: what the server rendered is visible before it can be pressed. */
export async function alive(control: Locator): Promise<Locator> {
  // Checked at every frame; an element that React replaces is located again.
  const listens = () =>
    control.evaluate(
      (element) =>
        new Promise<boolean>((resolve) => {
          const look = () => {
            if (Object.keys(element).some((key) => key.startsWith('__reactProps'))) resolve(true)
            else if (element.isConnected) requestAnimationFrame(look)
            else resolve(false)
          }
          look()
        }),
    )
  await expect.poll(listens).toBe(true)
  return control
}

/**
 * Waits until every part of the page that has a script of its own runs. One whose script does not arrive, such as without a
 * connection, is left out of the page, and React reports that this differs from the server's HTML (error 418).
 */
export const allParts = (page: Page): Promise<void> => expect(page.locator('[data-waits]')).toHaveCount(0)

/** Opens a collapsed section by its heading, as people do; one that is open stays open. */
export async function unfold(page: Page, title: string): Promise<void> {
  const heading = page.locator('summary', { hasText: title })
  const isOpen = await heading.evaluate(({ parentElement }) => parentElement?.hasAttribute('open'))
  if (!isOpen) await heading.click()
}

/** This worker's sessions: each account of a program signs in once, because signing in costs a password hash. */
const sessions = new Map<string, Cookie[]>()

/**
 * A separate browser context, signed in, with an empty page; the sign-in page has its own tests. The session is
 * shared with other contexts of this account: a test that logs out signs in for itself, with signInAs.
 */
export async function enterAs(
  browser: Browser,
  options: object,
  email: string,
  password = PASSWORD,
): Promise<Page> {
  const context = inContext(await browser.newContext(options))
  const { baseURL = '' } = options as { baseURL?: string }
  const name = `${baseURL} ${email} ${password}`
  await context.addCookies(sessions.get(name) ?? [])
  if (!(await isSignedIn(context))) {
    await signIn(context.request, email, password)
    sessions.set(name, await context.cookies())
  }
  const page = await context.newPage()
  failOnErrors(page)
  return page
}

/** A session ends when a test moves the clock, and on a program that was restarted. */
async function isSignedIn(context: BrowserContext): Promise<boolean> {
  if ((await context.cookies()).length === 0) return false
  const { token } = await (await context.request.get('/api/identity/token')).json()
  return Boolean(token)
}

async function signIn(request: APIRequestContext, email: string, password: string): Promise<void> {
  const answer = await request.post('/api/identity/sign-in/email', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** On an existing page; anyone who was signed in there before no longer is. */
export async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signIn(page.request, email, password)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** The code that was mailed to the address, read on the outbox page. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage()
  await outbox.goto('/dev/mail')
  const mail = outbox.getByRole('article', { name: `to ${email}` }).first()
  const subject = await mail.getByRole('heading').textContent()
  await outbox.close()
  return /\d{6}/.exec(subject ?? '')?.[0] ?? ''
}

/** A user who just signed up and has nothing yet, on their dashboard; the sign-up page has its own tests. */
export async function newcomer(
  browser: Browser,
  options: object,
  email: string,
  alsoExpected: readonly RegExp[] = [],
): Promise<Page> {
  const context = inContext(await browser.newContext(options))
  await signUp(context.request, email)
  const page = await context.newPage()
  failOnErrors(page, alsoExpected)
  await page.goto('/dashboard')
  return page
}

/** Pat Reyes signs up with that address and types the mailed code; the requests are signed in from then on. */
export async function signUp(request: APIRequestContext, email: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/identity${path}`, { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const person = { email, password: 'a long enough password', firstName: 'Pat', lastName: 'Reyes' }
  await post('/sign-up/email', person)
  await post('/email-otp/verify-email', { email, otp: await mailedCode(request, email) })
}

async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const mails = (await (await request.get('/api/dev/mail')).json()) as { to: string; subject: string }[]
    return /\d{6}/.exec(mails.find(({ to }) => to === email)?.subject ?? '')?.[0]
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
) => Promise<{ id: string } & Record<string, unknown>>

/** API calls as the person who is signed in on that page; for setup that a test needs but does not cover. */
export async function apiOf(request: APIRequestContext): Promise<Call> {
  const { token } = await (await request.get('/api/identity/token')).json()
  return async (method, path, data) => {
    const response = await request.fetch(path, {
      method,
      data,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
}

const DAY_MS = 86_400_000
/** The calendar day this many days from an instant. */
export const dayFrom = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)

/** Once: invited by the owner; the link in the mail is accepted by the person it is for (R25). */
export async function joinOrganization(
  browser: Browser,
  options: object,
  owner: Call,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  const { members } = await owner('GET', `/api/organizations/${organizationId}`)
  if ((members as { email: string }[]).some((member) => member.email === email)) return
  const { mailed, notMailedReason } = await owner(
    'POST',
    `/api/organizations/${organizationId}/invitations`,
    {
      email,
      role: 'scorer',
    },
  )
  expect(mailed, String(notMailedReason)).toBe(true)
  const mails = (await owner('GET', '/api/dev/mail')) as unknown as { to: string; text: string }[]
  const token = mails
    .filter(({ to }) => to === email)
    .map(({ text }) => /organizations\/join\?token=([\w-]+)/.exec(text)?.[1])
    .find(Boolean)
  const page = await enterAs(browser, options, email)
  const accept = await apiOf(page.request)
  await accept('POST', '/api/organization-invitations/acceptances', { token })
  await page.context().close()
}
