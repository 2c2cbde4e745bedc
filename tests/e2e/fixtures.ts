/** What every journey has: a page that tolerates no unexpected error, people, and their way into the API. */
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export const PASSWORD = 'demo-password'

/** Browsers report these by themselves when an answer is a refusal that the screen handles. */
const EXPECTED = [/Failed to load resource: the server responded with a status of 4\d\d/]

/** An error that nobody expected fails the test, wherever it was written. */
export function failOnErrors(page: Page, alsoExpected: readonly RegExp[] = []): void {
  const fail = (text: string) => {
    if (![...EXPECTED, ...alsoExpected].some((pattern) => pattern.test(text)))
      expect.soft(text, 'unexpected error in the browser').toBe('')
  }
  page.on('console', (message) => message.type() === 'error' && fail(message.text()))
  page.on('pageerror', (error) => fail(error.message))
}

export const test = base.extend({
  page: async ({ page }, use) => {
    failOnErrors(page)
    await use(page)
  },
})
export { expect }

/** Until the page's script listens to it: what the server rendered can be seen before it can be pressed. */
export async function alive(control: Locator): Promise<Locator> {
  const listens = () =>
    control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  await expect.poll(listens).toBe(true)
  return control
}

/** A browser of one's own, signed in as the sign-in screen does it; that screen has journeys of its own. */
export async function enterAs(
  browser: Browser,
  options: object,
  email: string,
  password = PASSWORD,
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  failOnErrors(page)
  await signInAs(page, email, password)
  return page
}

/** On a page that is there already: whoever was signed in before is no longer. */
export async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in')
  const enter = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch('/api/identity/sign-in/email', init)).status
  }
  expect(await page.evaluate(enter, { email, password })).toBe(200)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** The code that was mailed to them, read where a person would. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage()
  await outbox.goto('/dev/mail')
  const mail = outbox.getByRole('article', { name: `to ${email}` }).first()
  const subject = await mail.getByRole('heading').textContent()
  await outbox.close()
  return /\d{6}/.exec(subject ?? '')?.[0] ?? ''
}

/** Somebody who just signed up and has nothing yet, on their dashboard. */
export async function newcomer(browser: Browser, options: object, email: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto('/sign-up')
  await page.getByLabel('First Name').fill('Pat')
  await page.getByLabel('Last Name').fill('Reyes')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.getByLabel('Code').fill(await codeFor(page, email))
  await page.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  return page
}

type Call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
) => Promise<{ id: string } & Record<string, unknown>>

/** The API as the person who is signed in on that page; for what a journey needs and does not itself show. */
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
/** A calendar day so many days from an instant. */
export const dayFrom = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)
