/** A campaign's ambassadors: invited, invited again until they join, given a link, removed after a confirmation. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

let campaign: Campaign
let coach: Page
let use: object

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(
    browser,
    { ...use, permissions: ['clipboard-read', 'clipboard-write'] },
    'coach@demo.test',
  )
  const representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Friends ${project.name}-${Date.now()}`)
  await representative.context().close()
})
test.afterAll(() => coach.context().close())

const open = (page: Page) => page.goto(`/dashboard/campaigns/${campaign.id}?tab=ambassadors`)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = () => coach.getByRole('dialog', { name: 'Invite Ambassador' })
/** Invited without the form. */
async function inviteByApi(email: string): Promise<void> {
  const call = await apiOf(coach.request)
  await call('POST', `/api/campaigns/${campaign.id}/ambassadors`, { email })
}
const invite = () => dialog().getByRole('button', { name: 'Invite Ambassador' })

test('inviting an ambassador refuses bad and repeated addresses in words, and gives a link to copy', {
  tag: '@desk',
}, async () => {
  await open(coach)
  await expect(coach.getByRole('heading', { name: 'No ambassadors yet' })).toBeVisible()
  await coach.getByRole('button', { name: 'Invite Ambassador' }).click()
  await invite().click()
  await expect(dialog().getByText('Valid email is required')).toBeVisible()
  await dialog().getByLabel('Email').fill('nobody@')
  await expect(dialog().getByText('Valid email is required')).toBeVisible()
  await dialog().getByLabel('Email').fill('Alex.Friend@Example.test')
  await invite().click()
  await expect(coach.getByText('Ambassador invited successfully!', { exact: true })).toBeVisible()
  await expect(dialog()).toBeHidden()
  const alex = row(coach, 'alex.friend@example.test')
  await expect(alex).toContainText('Invited')

  await coach.getByRole('button', { name: 'Invite Ambassador' }).click()
  await expect(dialog().getByLabel('Email')).toHaveValue('')
  await dialog().getByLabel('Email').fill('alex.friend@example.test')
  await invite().click()
  await expect(coach.getByText('Failed to invite ambassador', { exact: true })).toBeVisible()
  await expect(dialog().getByText('That address is already invited')).toBeVisible()
  await expect(dialog().getByLabel('Email')).toHaveValue('alex.friend@example.test')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await coach
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard' })
    .click()

  const code = await alex.getByRole('code').textContent()
  await alex.getByRole('button', { name: 'Copy Link' }).click()
  await expect(alex.getByText('Copied')).toBeVisible()
  const copied = await coach.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`/campaigns/${campaign.id}\\?ref=${code}$`))
})

test('an invitation is resent at most hourly; once joined, the ambassador has a name and no Resend button', {
  tag: '@desk',
}, async ({ browser }) => {
  await inviteByApi('blair@example.test')
  await open(coach)
  const resend = row(coach, 'blair@example.test').getByRole('button', {
    name: 'Resend the invitation to blair@example.test',
  })
  // One address is mailed at most once an hour: the button says so before it is pressed.
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await expect(resend).toHaveAccessibleDescription(/^Sent within the hour\. You can send it again in/)

  await inviteByApi('supporter@demo.test')
  const supporter = await enterAs(browser, use, 'supporter@demo.test')
  let token = ''
  await expect
    .poll(async () => {
      const mails = (await (await supporter.request.get('/api/dev/mail')).json()) as {
        to: string
        text: string
      }[]
      const link = new RegExp(`${campaign.id}/join\\?token=([\\w-]+)`)
      token =
        mails
          .filter(({ to }) => to === 'supporter@demo.test')
          .map(({ text }) => link.exec(text)?.[1])
          .find(Boolean) ?? ''
      return token
    })
    .not.toBe('')
  const join = await apiOf(supporter.request)
  await join('POST', `/api/campaigns/${campaign.id}/ambassadors/join`, { token })
  await open(coach)
  const joined = row(coach, 'supporter@demo.test')
  await expect(joined.getByText('Active')).toBeVisible()
  await expect(joined.getByRole('strong')).not.toHaveText('supporter@demo.test')
  await expect(joined.getByRole('button', { name: /^Resend/ })).toHaveCount(0)

  // An ambassador who is not a member of the organization does not see the page.
  await open(supporter)
  await expect(supporter.getByRole('heading', { name: 'Campaign Not Found' })).toBeVisible()
  await supporter.context().close()
})

test('removing an ambassador asks first; invited again, they keep their referral code', {
  tag: '@desk',
}, async () => {
  await inviteByApi('casey@example.test')
  await open(coach)
  const code = await row(coach, 'casey@example.test').getByRole('code').textContent()
  await coach.getByRole('button', { name: 'Remove casey@example.test' }).click()
  const question = coach.getByRole('alertdialog', {
    name: 'Are you sure you want to remove this ambassador?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(coach, 'casey@example.test')).toBeVisible()
  await coach.getByRole('button', { name: 'Remove casey@example.test' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(coach.getByText('Ambassador removed successfully!', { exact: true })).toBeVisible()
  await expect(row(coach, 'casey@example.test')).toHaveCount(0)

  await coach.getByRole('button', { name: 'Invite Ambassador' }).click()
  await dialog().getByLabel('Email').fill('casey@example.test')
  await invite().click()
  await expect(row(coach, 'casey@example.test').getByRole('code')).toHaveText(code ?? '')
})

test('the ambassadors tab and its form have no accessibility violations', { tag: '@phone' }, async () => {
  await coach.emulateMedia({ reducedMotion: 'reduce' })
  const email = 'accessible@example.test'
  await inviteByApi(email)
  await open(coach)
  await expect(row(coach, email)).toBeVisible()
  await expectNoViolationsInBothSchemes(coach)
  await coach.getByRole('button', { name: 'Invite Ambassador' }).click()
  await invite().click()
  await expect(dialog().getByText('Valid email is required')).toBeVisible()
  await expectNoViolationsInBothSchemes(coach)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})
