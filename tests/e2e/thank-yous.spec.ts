/** An email of thanks: written by the coach, read and approved by a representative, and no one is named (R43). */
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign } from './campaign.ts'
import { apiOf, enterAs, expect, newcomer, test } from './fixtures.ts'

test(
  'a coach thanks supporters by email, and a representative reads it first',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const coach = await enterAs(browser, use, 'coach@demo.test')
    const representative = await enterAs(browser, use, 'rep@demo.test')
    const supporter = await newcomer(browser, use, `thanked-${project.name}-${Date.now()}@example.org`)
    const { id } = await activeCampaign(coach, representative, `Thanks ${project.name}-${Date.now()}`)
    const pledge = await apiOf(supporter.request)
    const { statistics } = await pledge('GET', `/api/campaigns/${id}`)
    const [goals] = statistics as { id: string }[]
    await pledge('POST', `/api/campaigns/${id}/pledges`, {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: '3.00' }],
    })
    const message = `The lights are on! ${id}`

    await coach.goto(`/dashboard/campaigns/${id}`)
    const thanks = coach.getByRole('region', { name: 'Thank your supporters' })
    await thanks.getByRole('button', { name: 'Write an email' }).click()
    const form = coach.getByRole('dialog', { name: 'Thank your supporters' })
    await expect(form).toContainText('1 supporter would get it')
    await form.getByLabel('Your thanks').fill('More at evil.ai')
    await form.getByRole('button', { name: 'Send for review' }).click()
    await expect(form).toContainText('Leave out links')
    await expectNoViolations(coach, { within: ['[role=dialog]'] })
    await form.getByLabel('Your thanks').fill(message)
    await form.getByRole('button', { name: 'Send for review' }).click()
    await expect(form).toBeHidden()
    await expect(thanks.getByRole('listitem')).toContainText('Waiting for a representative')

    await representative.goto('/dashboard/comments')
    const waiting = representative.getByRole('listitem').filter({ hasText: message })
    await expect(waiting).toContainText('To all supporters: 1')
    await expectNoViolations(representative)
    await waiting.getByRole('button', { name: 'Approve' }).click()
    await representative.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(waiting).toHaveCount(0)

    await coach.reload()
    await expect(thanks.getByRole('listitem')).toContainText(/Sent|Sending/)
    await expect(thanks.getByRole('button', { name: 'Write an email' })).toBeDisabled()
    await thanks.getByRole('link', { name: 'Names to thank' }).click()
    await expect(coach.getByRole('heading', { level: 1 })).toHaveText('Names to thank')
    await expect(coach.getByText('No names yet')).toBeVisible()
    await expectNoViolations(coach)
    for (const page of [coach, representative, supporter]) await page.context().close()
  },
)
