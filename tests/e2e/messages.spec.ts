/** Supporter messages: posted, read in full, reported by anyone, hidden and shown again; and referral codes in links. */
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign } from './campaign.ts'
import { apiOf, enterAs, expect, failOnErrors, test, unfold } from './fixtures.ts'

test('a supporter message is posted, reported by a visitor, hidden by the coach and shown again', async ({
  page: visitor,
  browser,
}, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const { id } = await activeCampaign(coach, representative, `Messages ${project.name}-${Date.now()}`)
  const messages = (page: typeof visitor) => page.getByRole('region', { name: 'Supporter Messages' })

  await visitor.goto(`/campaigns/${id}`)
  await expect(messages(visitor).getByText('Be the First Supporter!')).toBeVisible()
  await expect(messages(visitor).getByRole('button', { name: 'Post Your Support!' })).toBeDisabled()
  await messages(visitor).getByLabel('Your message').fill('  ')
  await expect(messages(visitor).getByRole('button', { name: 'Post Your Support!' })).toBeDisabled()

  await test.step('HTML and links in a message are shown as text', async () => {
    await coach.goto(`/campaigns/${id}`)
    await messages(coach).getByLabel('Your message').fill('<img src=x onerror=alert(1)> https://evil.test')
    await messages(coach).getByRole('button', { name: 'Post Your Support!' }).click()
    await expect(coach.getByText('Message posted!', { exact: true })).toBeVisible()
    await expect(messages(visitor)).toContainText('<img src=x onerror=alert(1)> https://evil.test')
    await expect(messages(visitor).getByRole('link')).toHaveCount(0)
  })

  await test.step('a visitor reports it', async () => {
    await messages(visitor).getByRole('button', { name: 'Report' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Report this message' })
    await dialog.getByLabel('What is wrong with it?').fill('Advertising')
    await expectNoViolations(visitor, { within: ['[role=dialog]'] })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Thank you', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the coach hides it and shows it again, and open pages follow', async () => {
    await coach.reload()
    await unfold(coach, 'Supporter Messages')
    const reported = messages(coach).getByRole('region', { name: 'Reported messages' })
    await expect(reported).toContainText('Reported once: “Advertising”')
    await reported.getByRole('button', { name: 'Hide' }).click()
    await expect(messages(visitor).getByText('Be the First Supporter!')).toBeVisible()
    const hidden = messages(coach).getByRole('region', { name: 'Hidden messages' })
    await hidden.getByRole('button', { name: 'Show again' }).click()
    await expect(messages(visitor)).toContainText('https://evil.test')
  })

  await test.step('more than five messages have an address of their own', async () => {
    const call = await apiOf(coach.request)
    for (let index = 1; index <= 6; index += 1)
      await call('POST', `/api/campaigns/${id}/comments`, { message: `Go ${index}` })
    const items = messages(visitor).getByRole('listitem')
    await expect(items).toHaveCount(5)
    await messages(visitor).getByRole('link', { name: 'Read all 7 messages' }).click()
    await expect(items).toHaveCount(7)
    await expect(visitor).toHaveURL(/\?all=messages$/)
  })

  await test.step('all messages can be read without JavaScript', async () => {
    const context = await browser.newContext({ ...use, javaScriptEnabled: false })
    const plain = await context.newPage()
    failOnErrors(plain)
    await plain.goto(`/campaigns/${id}`)
    await unfold(plain, 'Supporter Messages')
    await messages(plain).getByRole('link', { name: 'Read all 7 messages' }).press('Enter')
    await expect(messages(plain).getByRole('listitem')).toHaveCount(7)
    await context.close()
  })
})

test('a referral link names its ambassador, the supporter can choose none, and bad codes credit nobody', async ({
  page,
  browser,
}, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const { id } = await activeCampaign(coach, representative, `Links ${project.name}-${Date.now()}`)
  const call = await apiOf(coach.request)
  const { ambassadorReferralCode: code, id: ambassadorId } = await call(
    'POST',
    `/api/campaigns/${id}/ambassadors`,
    { email: `amber-${project.name}-${Date.now()}@example.test` },
  )
  const line = page.getByText('is credited with your pledge')

  await page.goto(`/campaigns/${id}?ref=${encodeURIComponent('<script>alert(1)</script>')}`)
  await expect(page.getByRole('heading', { name: 'Support This Campaign' })).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.goto(`/campaigns/${id}?ref=${code}`)
  await expect(line).toContainText('Ambassador sent you here')
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `ref:${id}`)).toContain(code)
  await page.goto(`/campaigns/${id}`)
  await expect(line).toBeVisible()
  await page.goto(`/campaigns/${id}?ref=NOBODY22`)
  await expect(line).toBeVisible()
  await page.goto(`/campaigns/${id}`)
  await expect(line).toBeVisible()

  const supporter = await enterAs(browser, use, 'supporter@demo.test')
  await supporter.goto(`/campaigns/${id}?ref=${code}`)
  const panel = supporter.getByRole('region', { name: 'Support This Campaign' })
  await panel.getByRole('button', { name: 'Select This Statistic' }).first().click()
  await panel.getByRole('radio').first().check()
  await panel.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  const dialog = supporter.getByRole('dialog', { name: 'Complete Your Pledge' })
  await expect(dialog.getByText('Step 1 of 6')).toBeVisible()
  const profile = { Phone: '541-555-0100', 'Street Address': '1 Main St', City: 'Bend', 'ZIP Code': '97701' }
  for (const [label, value] of Object.entries(profile))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByLabel('State', { exact: true }).selectOption('OR')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Step 2 of 6: Ambassador')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Ambassador', exact: true })).toBeChecked()
  await dialog.getByRole('radio', { name: 'No ambassador' }).check()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Step 3 of 6: Privacy')).toBeVisible()

  const token = (await (await coach.request.get('/api/identity/token')).json()).token
  const removed = await coach.request.delete(`/api/campaigns/${id}/ambassadors/${ambassadorId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(removed.status()).toBe(204)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Support This Campaign' })).toBeVisible()
  await expect(line).toHaveCount(0)
})
