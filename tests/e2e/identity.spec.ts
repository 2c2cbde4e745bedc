/** Accounts: password reset, two-factor sign-in, passkeys, sessions, deletion, and the return after sign-in (R47). */
import type { Page, TestInfo } from '@playwright/test'
import { totp } from '#tests/totp.ts'
import { expectNoViolations } from './accessibility.ts'
import { alive, expect, failOnErrors, test } from './fixtures.ts'

const PASSWORD = 'a long password'
const NEW_PASSWORD = 'another long password'

// Without motion, axe does not read contrast in the middle of a fade.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

type Mail = { to: string; subject: string; text: string }
async function newestMail(page: Page, to: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const mails = (await (await page.request.get('/api/dev/mail')).json()) as Mail[]
    return mails.find((mail) => mail.to === to && subject.test(mail.subject))?.text
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}
const codeFor = async (page: Page, to: string) =>
  /\b\d{6}\b/.exec(await newestMail(page, to, /^Your code/))?.[0] ?? ''

let people = 0
/** A new account, signed in on this page. */
async function join(page: Page, info: TestInfo): Promise<string> {
  people += 1
  const email = `person${people}-${info.project.name}-${info.workerIndex}@example.org`
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api/identity${path}`, { data })).status(), path).toBe(200)
  await post('/sign-up/email', { email, password: PASSWORD, firstName: 'Robin', lastName: 'Hale' })
  await post('/email-otp/verify-email', { email, otp: await codeFor(page, email) })
  return email
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page)
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBe(0)
}

const part = (page: Page, name: string) => page.getByRole('region', { name })
const openPart = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name }).click()

test('a forgotten password is reset with the mailed link, which works once', async ({ page }, info) => {
  const email = await join(page, info)
  await page.context().clearCookies()
  await page.goto('/sign-in?returnTo=%2Fpledges')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'If there is an account' })).toBeVisible()
  await expectAccessible(page)

  const link = /(\/reset-password#\S+)/.exec(await newestMail(page, email, /^Choose a new/))?.[1] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Use at least 8 characters')).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/')
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('That link was already used or has expired')).toBeVisible()
  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText('do not match')
  await signIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a signed-out visit to the profile returns there after sign-in; name, state and email can be changed', async ({
  page,
}, info) => {
  const email = await join(page, info)
  await page.context().clearCookies()
  await page.goto('/dashboard/profile#security')
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fdashboard%2Fprofile/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/profile#security$/)
  await expect(part(page, 'Two-factor sign-in')).toBeVisible()
  await expectAccessible(page)

  await openPart(page, 'Profile')
  await expectAccessible(page)
  const lastName = await page.getByLabel('Last name').inputValue()
  await page.getByLabel('First name').fill('')
  await page.getByLabel('Last name').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('First name').fill('Rowan')
  await page.getByLabel('City').fill('Austin')
  await page.getByLabel('State').selectOption('TX')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is up to date.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Rowan')
  await expect(page.getByLabel('State')).toHaveValue('TX')

  const other = `new-${email}`
  await (await alive(page.getByRole('button', { name: 'Change email' }))).click()
  await page.getByLabel('New email address').fill(other)
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(page, other))
  await page.getByRole('button', { name: 'Confirm new email' }).click()
  await expect(part(page, 'Email address').getByText(other)).toBeVisible()
})

test('two-factor sign-in takes an app code or a backup code; the password can be changed', async ({
  page,
}, info) => {
  const email = await join(page, info)
  await page.goto('/dashboard/profile#security')
  const card = part(page, 'Two-factor sign-in')
  await card.getByRole('button', { name: 'Turn it on' }).click()
  await card.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('img', { name: 'Code to scan with your app' })).toBeVisible()
  await expect(card.getByRole('heading', { name: /^1\. Scan this/ })).toBeFocused()
  await card.getByText('Cannot scan it?').click()
  const secret = (await card.locator('details code').textContent())?.replaceAll(' ', '') ?? ''
  const codes = await card.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await card.getByLabel('Code', { exact: true }).fill('000000')
  // Refused while the focus is in the field already, it is said as well.
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('That is not the code that the app shows now')
  await card.getByLabel('Code', { exact: true }).fill(totp(secret))
  await card.getByRole('button', { name: 'Turn it on' }).click()
  await expect(card.getByText('10 backup codes left')).toBeVisible()
  await expect(card.getByRole('button', { name: 'New backup codes' })).toBeFocused()

  await page.context().clearCookies()
  await signIn(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
  await expect(page).toHaveTitle(/^One more step/)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    /Open your authenticator app/,
  )
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.context().clearCookies()
  await signIn(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/dashboard/profile#security')
  const password = part(page, 'Password')
  await password.getByLabel('Current password').fill('wrong')
  await password.getByLabel('New password').fill(NEW_PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('That is not your current password')).toBeVisible()
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('Every other session of your account has ended.', { exact: true }),
  ).toBeVisible()
})

test('a passkey can be added, renamed and used to sign in; once removed it no longer works', async ({
  page,
}, info) => {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await join(page, info)
  await page.goto('/dashboard/profile#security')
  const card = part(page, 'Passkeys')
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByRole('textbox', { name: 'Name' }).fill('My phone')
  await card.getByLabel('Your password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await expect(card.getByRole('listitem')).toContainText('My phone')
  await card.getByRole('button', { name: 'Rename My phone' }).click()
  await card.getByRole('textbox', { name: 'Name' }).fill('Work phone')
  await card.getByRole('button', { name: 'Save name' }).click()
  await expect(card.getByRole('listitem')).toContainText('Work phone')
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto('/sign-in')
  await (await alive(page.getByRole('button', { name: 'Use a passkey' }))).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/dashboard/profile#security')
  await (await alive(card.getByRole('button', { name: 'Remove Work phone' }))).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await (await alive(page.getByRole('button', { name: 'Use a passkey' }))).click()
  await expect(page.getByRole('alert')).toContainText('That passkey did not work here')
})

test('ending one other session, or all of them, signs them out', async ({ page, browser }, info) => {
  const email = await join(page, info)
  const context = await browser.newContext({ baseURL: info.project.use.baseURL ?? '' })
  const elsewhere = await context.newPage()
  failOnErrors(elsewhere)
  await signIn(elsewhere, email)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  await page.goto('/dashboard/profile#sessions')
  const card = part(page, 'Sessions')
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByRole('listitem').first()).toContainText('This one')
  await expectAccessible(page)
  await card.getByRole('button', { name: /^End Chrome/ }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL(/\/sign-in/)

  await signIn(elsewhere, email)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  await page.reload()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await context.close()
})

test('an account is deleted with its password; one that cannot be deleted says why', async ({
  page,
}, info) => {
  const email = await join(page, info)
  await page.goto('/dashboard/profile#delete')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('That is not your current password')).toBeVisible()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(/\/$/)
  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText('do not match')

  await signIn(page, 'supporter@demo.test', 'demo-password')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard/profile#delete')
  await expect(page.getByText('Your account cannot be deleted yet.')).toBeVisible()
  await expectAccessible(page)
})

test(
  'a sign-up whose tab was reloaded, or that is opened by the link in the mail, goes on at its code',
  {
    tag: '@phone',
  },
  async ({ page }, info) => {
    const email = `reload-${info.project.name}-${info.workerIndex}-${info.retry}@example.org`
    await page.goto('/sign-up?returnTo=%2Fpledges')
    await page.getByLabel('First Name').fill('Rosa')
    await page.getByLabel('Last Name').fill('Diaz')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Check your email')
    await page.reload()
    await expect(heading).toHaveText('Check your email')
    await expect(page.getByText(email)).toBeVisible()
    const link = /http\S+step=code/.exec(await newestMail(page, email, /^Your code/))?.[0] ?? ''
    const tab = await page.context().newPage()
    await tab.goto(new URL(link).pathname + new URL(link).search)
    await tab.getByLabel('Code', { exact: true }).fill(await codeFor(page, email))
    await tab.getByRole('button', { name: 'Verify email' }).click()
    await expect(tab).toHaveURL(/\/pledges$/)
    await tab.close()
  },
)

test(
  'a sign-up without its code is told so at sign-in, and goes on with the code of another email',
  {
    tag: '@phone',
  },
  async ({ page }, info) => {
    const email = `unconfirmed-${info.project.name}-${info.workerIndex}@example.org`
    const person = { email, password: PASSWORD, firstName: 'Robin', lastName: 'Hale' }
    expect((await page.request.post('/api/identity/sign-up/email', { data: person })).status()).toBe(200)
    const first = await codeFor(page, email)
    await page.context().clearCookies()

    await page.goto('/sign-in?returnTo=%2Fpledges')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('mistyped')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('do not match')
    await expect(page.getByRole('button', { name: 'Send the email again' })).toBeHidden()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Confirm your email address first')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the email again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await expect.poll(() => codeFor(page, email)).not.toBe(first)
    await page.getByLabel('Code').fill(await codeFor(page, email))
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page).toHaveURL(/\/pledges$/)
  },
)

test('sign-up with a known address looks like any other and mails the owner of the address', async ({
  page,
}) => {
  await page.goto('/sign-up')
  await page.getByLabel('First Name').fill('Alex')
  await page.getByLabel('Last Name').fill('Doe')
  await page.getByLabel('Email').fill('supporter@demo.test')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('That code does not work')).toBeVisible()
  await newestMail(page, 'supporter@demo.test', /^You already have an account/)
})
