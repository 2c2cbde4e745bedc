/** The people of an organization: invited, accepted, limited to their role, removed, and shown in the history. */
import type { Page } from '@playwright/test'
import { openWebhookReceiver } from '#tests/webhook-receiver.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, enterAs, expect, newcomer, test } from './fixtures.ts'

let campaign: Campaign
let organization: string
let coach: Page
let use: object

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `People ${project.name}-${Date.now()}`)
  organization = `${campaign.name} Boosters`
  await representative.context().close()
})
test.afterAll(() => coach.context().close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const manage = (page: Page, tab: string) => page.goto(`/dashboard/campaigns/${campaign.id}?tab=${tab}`)

async function invite(email: string, role: 'Owner' | 'Scorer'): Promise<void> {
  await coach.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = coach.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(coach, email)).toContainText('Not joined yet')
}

/** The path of the link in the newest invitation mailed to the address. */
async function linkTo(email: string): Promise<string> {
  let path = ''
  await expect
    .poll(async () => {
      const mails = (await (await coach.request.get('/api/dev/mail')).json()) as {
        to: string
        text: string
      }[]
      const texts = mails.filter(({ to }) => to === email).map(({ text }) => text)
      path = texts.map((text) => /\/organizations\/join\?token=[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ''
      return path
    })
    .not.toBe('')
  return path
}

test('an invited owner and scorer act within their roles, are in the history, and can be removed', {
  tag: '@phone',
}, async ({ browser }) => {
  test.setTimeout(180_000)
  const at = Date.now()
  const ownerEmail = `owner-${at}@example.test`
  const scorerEmail = `scorer-${at}@example.test`

  // From the campaign to its organization.
  await manage(coach, 'supporters')
  await coach.getByRole('link', { name: organization }).click()
  await expect(coach.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  await expect(row(coach, '(you)')).toContainText('An organization needs at least one owner')
  await coach.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = coach.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Valid email is required')).toBeVisible()
  await expect(dialog.getByText('Choose a role')).toBeVisible()
  await expectNoViolations(coach)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await invite(ownerEmail, 'Owner')
  await invite(scorerEmail, 'Scorer')
  // One address is mailed at most once an hour: the button says so before it is pressed.
  const resend = coach.getByRole('button', { name: `Resend the invitation to ${scorerEmail}` })
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await expect(resend).toHaveAccessibleDescription(/^Sent within the hour/)
  await expectNoViolations(coach)

  // The link opens without signing in, says what it is for, and stands for a code: the next screen is the work.
  const scorer = await (await browser.newContext(use)).newPage()
  await scorer.goto(await linkTo(scorerEmail))
  await expect(scorer.getByText(`${organization} invites you to be a scorer.`)).toBeVisible()
  await expectNoViolations(scorer)
  await (await alive(scorer.getByRole('link', { name: 'Sign up to accept' }))).click()
  await expect(scorer.getByLabel('Email')).toHaveValue(scorerEmail)
  await scorer.getByLabel('First Name').fill('Sam')
  await scorer.getByLabel('Password').fill('a long password')
  await expectNoViolations(scorer)
  await scorer.getByRole('button', { name: 'Sign up and accept' }).click()
  await expect(scorer).toHaveURL(new RegExp(`/dashboard/campaigns/${campaign.id}\\?tab=results&enter=match`))
  await scorer.goto('/dashboard')
  await expect(row(scorer, organization).filter({ hasText: 'Enters results' })).toBeVisible()
  await manage(scorer, 'supporters')
  const tabs = scorer.getByRole('navigation', { name: 'Parts of the campaign' }).getByRole('link')
  await expect(tabs).toHaveText([/^Results/, 'Statistics', 'Events'])
  const organizationId = coach.url().split('/').at(-1)
  await scorer.goto(`/dashboard/organizations/${organizationId}`)
  await expect(scorer.getByRole('heading', { name: 'Organization Not Found' })).toBeVisible()
  await scorer.context().close()

  const owner = await newcomer(browser, use, ownerEmail)
  await owner.goto(await linkTo(ownerEmail))
  await (await alive(owner.getByRole('button', { name: /^Accept as/ }))).click()
  await expect(owner.getByText(`You are an owner of ${organization} now.`)).toBeVisible()
  await expect(row(owner, '(you)')).toContainText('Owner')
  await owner.getByRole('button', { name: 'Edit details' }).click()
  const details = owner.getByRole('dialog', { name: 'Edit details' })
  await details.getByLabel('Payee').fill('Booster Club of Bend')
  await details.getByLabel('Fiscal year starts in').selectOption('July')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(details).toBeHidden()
  await expect(owner.getByText('Booster Club of Bend')).toBeVisible()
  await expect(owner.getByText('Starts in July')).toBeVisible()
  const page = owner.url()
  await owner.getByRole('link', { name: /^July 20\d\d to June 20\d\d so far$/ }).click()
  await expect(owner.getByRole('heading', { name: /^July 20\d\d to June/, level: 1 })).toBeVisible()
  await owner.goto(page)

  // What happened, in plain words, by kind.
  await manage(owner, 'history')
  await owner.getByLabel('Show').selectOption('Organization and people')
  await expect(owner).toHaveURL(/kind=people/)
  await expect(row(owner, 'Changed the organization')).toContainText('Payee: Booster Club of Bend')
  await expect(row(owner, 'accepted an invitation').first()).toBeVisible()
  await owner.getByLabel('Show').selectOption('Campaign')
  await expect(row(owner, 'Changed the campaign')).toContainText(/Status:.*Draft.*Active/)
  await expectNoViolations(owner)
  await owner.context().close()

  // Once removed, they have no access.
  await coach.reload()
  await row(coach, scorerEmail)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await coach
    .getByRole('alertdialog', { name: 'Remove this person?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(row(coach, scorerEmail)).toHaveCount(0)
})

async function openOrganization(): Promise<void> {
  await coach.goto(`/dashboard/campaigns/${campaign.id}`)
  await coach.getByRole('link', { name: organization }).first().click()
}

test('an owner makes a key, copies it, calls the API with it, and revokes it', async ({ playwright }) => {
  await openOrganization()
  const card = coach.getByRole('region', { name: 'API keys' })
  await card.getByRole('button', { name: 'Make a key' }).click()
  const form = coach.getByRole('dialog', { name: 'Make an API key' })
  await form.getByLabel('What is it for?').fill('Zapier')
  await expectNoViolations(coach)
  await form.getByRole('button', { name: 'Make key' }).click()
  const shown = coach.getByRole('dialog', { name: 'Copy the key Zapier' })
  const key = await shown.getByLabel('API key').inputValue()
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(card).toContainText('Reads everything.')

  const program = await playwright.request.newContext({
    baseURL: new URL(coach.url()).origin,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  const list = '/api/user/campaigns'
  expect(await (await program.get(list)).json()).toMatchObject([{ id: campaign.id }])
  await card.getByRole('button', { name: 'Revoke the key Zapier' }).click()
  await coach.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(card).toContainText('No API keys')
  expect((await program.get(list)).status()).toBe(401)
  await program.dispose()
})

test('an owner adds an address for webhooks, copies its secret, tries it, and sends a delivery again', async () => {
  const receiver = await openWebhookReceiver()
  await coach.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOrganization()
  const card = coach.getByRole('region', { name: 'Webhooks' })
  await card.getByRole('button', { name: 'Add address' }).press('Enter')
  await coach.getByRole('dialog').getByLabel('Address').fill(receiver.url)
  await coach.keyboard.press('Enter')
  const shown = coach.getByRole('dialog', { name: 'Copy the secret' })
  // A browser that does not let a page copy leaves the text selected.
  await coach.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await shown.getByRole('button', { name: 'Copy secret' }).press('Enter')
  await expect(shown.getByLabel('Your browser did not copy it')).toBeFocused()
  expect(await coach.evaluate(() => getSelection()?.toString())).toMatch(/^whsec_/)
  await coach.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
  await shown.getByRole('button', { name: 'Copy secret' }).press('Enter')
  await expect(shown).toContainText('Copied')
  const secret = await coach.evaluate(() => navigator.clipboard.readText())
  await expect(shown.getByLabel('Secret')).toHaveValue(secret)
  await expectNoViolations(coach)
  await shown.getByRole('button', { name: 'I have copied it' }).press('Enter')
  await expect(card).toContainText('0 delivered')

  await card.getByRole('button', { name: 'Send test' }).press('Enter')
  await expect(card).toContainText('1 delivered')
  expect(receiver.accepted(secret)).toMatchObject([{ type: 'webhook.test' }])

  await card.getByRole('button', { name: 'Deliveries' }).press('Enter')
  const deliveries = coach.getByRole('dialog', { name: 'Deliveries' })
  const listed = deliveries.getByRole('row', { name: 'webhook.test' })
  await expect(listed).toContainText('Answered 204')
  receiver.answer = () => ({ status: 503 })
  await listed.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(listed).toContainText('Answered 503')
  await expect(listed).toContainText('Next attempt')
  const [sent, again] = receiver.received
  expect(again).toMatchObject({ body: sent?.body, headers: { 'webhook-id': sent?.headers['webhook-id'] } })
  await deliveries.getByRole('button', { name: 'Close' }).press('Enter')

  await card.getByRole('button', { name: 'Remove' }).press('Enter')
  await coach.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(card).toContainText('No addresses yet')
  await receiver.close()
})
