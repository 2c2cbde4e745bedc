/** Representatives see mail that could not be delivered, and send it again (R44). */
import { type SmtpServer, startSmtpServer } from '../smtp-server.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { addressOf } from './ports.ts'

const baseURL = addressOf(8)
const CODE_TO = 'coach@demo.test'
let isMailboxThere = false
let mailServer: SmtpServer
let server: OwnServer | undefined

test.use({ baseURL })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  mailServer = await startSmtpServer((to) =>
    isMailboxThere || to === '' || to === CODE_TO ? null : '550 no such mailbox',
  )
  server = await startOwnServer(baseURL, {
    MAIL: 'smtp',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Pledgeraiser <no-reply@example.org>',
  })
})
test.afterAll(async () => {
  await server?.stop()
  await mailServer.stop()
})

test('mail to a mailbox that does not exist is listed, and sent again on request', { tag: '@desk' }, async ({
  browser,
}) => {
  const page = await enterAs(browser, { baseURL }, 'rep@demo.test')
  const call = await apiOf(page.request)
  await call('POST', '/api/contact', {
    name: 'Ada Example',
    email: 'ada@example.org',
    message: 'Do you work with choirs?',
  })
  // A code is sent at once, and waiting mail with it: no need to wait for the next minute's run.
  const sendWaiting = () =>
    page.request.post('/api/identity/password/forgot', {
      data: { email: CODE_TO },
      headers: { origin: baseURL },
    })
  expect((await sendWaiting()).status()).toBe(200)
  await expect.poll(() => call('GET', '/api/undelivered-mails')).toHaveLength(1)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Problems 1 to look at' }).click()
  const row = page
    .getByRole('table', { name: 'Undelivered email' })
    .getByRole('row')
    .filter({ hasText: 'Ada' })
  await expect(row).toContainText('The mailbox does not exist or does not accept email')
  await expect(row).toContainText('1 attempt, SMTP 550')
  await expectNoViolationsInBothSchemes(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
  isMailboxThere = true
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('No problems')).toBeVisible()
  await sendWaiting()
  await expect.poll(() => mailServer.received.join()).toContain('Do you work with choirs?')
  await page.context().close()
})
