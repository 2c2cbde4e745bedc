/** A representative releases a pledge that is held (R57): the steps, the page and the public figures. */
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign } from './campaign.ts'
import { apiOf, enterAs, expect, newcomer, test } from './fixtures.ts'
import { deviceOf, profileOf } from './pledge-dialog.ts'

test(
  'a large pledge by check counts once a representative has released it',
  { tag: '@desk' },
  async ({ browser }, info) => {
    const device = deviceOf(info)
    const representative = await enterAs(browser, device, 'rep@demo.test')
    const coach = await enterAs(browser, device, 'coach@demo.test')
    const { id, name } = await activeCampaign(coach, representative, 'Held at first')
    expect((await coach.goto('/dashboard/problems'))?.status()).toBe(403)
    await coach.context().close()
    const email = `held-${Date.now()}@example.test`
    const supporter = await newcomer(browser, device, email)
    const pledging = await apiOf(supporter.request)
    await pledging('POST', '/api/users', profileOf(email))
    const { statistics } = (await pledging('GET', `/api/campaigns/${id}`)) as unknown as CampaignDetail
    const conference = statistics.find(({ name: called }) => called === 'Win the Conference')
    const pledge = await pledging('POST', `/api/campaigns/${id}/pledges`, {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: conference?.id, pledgeAmount: '10000.00' }],
    })
    await supporter.goto(`/pledges/${pledge.id}`)
    await expect(supporter.getByText('We are reviewing this pledge.')).toBeVisible()

    await representative.goto('/dashboard/problems')
    const row = representative.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('$10,000.00')
    await expect(row).toContainText('Has paid nothing so far')
    await expectNoViolations(representative)
    await row.getByRole('button', { name: /^Decline/ }).click()
    const dialog = representative.getByRole('dialog', { name: 'Decline this pledge?' })
    await expect(dialog).toContainText('up to $10,000.00')
    await expectNoViolations(representative)
    await dialog.getByRole('button', { name: 'Keep it waiting' }).click()
    await row.getByRole('button', { name: `Release the pledge of Pat Reyes for ${name}` }).click()
    const question = representative.getByRole('alertdialog', { name: 'Release $10,000.00?' })
    await expect(question).toContainText('public total')
    await expectNoViolations(representative)
    // The server gets it, and its response is lost, which the console reports: what is shown then is what is stored.
    representative.removeAllListeners('console')
    await representative.route(
      '**/api/held-pledges/*',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await question.getByRole('button', { name: 'Release pledge' }).click()
    await expect(representative.getByText('The server did not answer')).toBeVisible()
    await expect(row).toHaveCount(0)

    const { campaigns } = (await pledging('GET', `/api/campaigns/${id}`)) as unknown as CampaignDetail
    expect(campaigns.supportersCount).toBe(1)
    await supporter.reload()
    await expect(supporter.getByText('We are reviewing this pledge.')).toHaveCount(0)
    await supporter.context().close()
    await representative.context().close()
  },
)
