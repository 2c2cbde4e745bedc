/** A payout: one prepares, another sends and approves, its figures open what is behind them, the owner sees the sums (R38). */
import type { OrganizationPayouts, PayoutsPage } from '#domain/schemas/payout.ts'
import { expectNoBarriers, expectNoBarriersInAnyLight } from './barriers.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

test(
  'what is owed is prepared by one, approved by another, and told to its owner',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    test.setTimeout(180_000)
    const first = await enterAs(browser, project.use, 'rep@demo.test')
    const second = await enterAs(browser, project.use, 'rep2@demo.test')
    const coach = await enterAs(browser, project.use, 'coach@demo.test')

    // A campaign of the coach's with something to pay out and no payout under way.
    const asCoach = await apiOf(coach.request)
    const { campaigns } = (await (
      await apiOf(first.request)
    )('GET', '/api/payouts?show=open')) as unknown as PayoutsPage
    await coach.goto('/dashboard')
    const own = await coach
      .locator('a[href^="/dashboard/organizations/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
    const owed = campaigns.find(
      (one) => own.includes(one.organizationId) && !one.open && one.available !== '0.00',
    )
    const { campaignName = '', campaignId, organizationId } = owed ?? {}
    expect(campaignName).not.toBe('')

    const rowOf = (page: typeof first) => page.getByRole('row', { name: new RegExp(`^${campaignName}`) })
    await first.goto('/dashboard/payouts')
    await (await alive(first.getByRole('button', { name: `Prepare a payout: ${campaignName}` }))).click()
    await expect(first.getByRole('dialog')).toBeVisible()
    await expectNoBarriersInAnyLight(first, { within: ['.dialog'] })
    await first.getByRole('dialog').getByRole('button', { name: 'Prepare', exact: true }).click()
    await expect(rowOf(first)).toContainText('Waits for a second person')
    await first.getByRole('button', { name: `Look at the payout: ${campaignName}` }).click()
    await expect(first.getByRole('dialog')).toContainText('You prepared it: another representative approves')

    await second.goto('/dashboard/payouts')
    await (await alive(second.getByRole('button', { name: `Look at the payout: ${campaignName}` }))).click()
    const dialog = second.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(dialog.getByText('Enter the check’s number, or the bank’s').first()).toBeVisible()
    await dialog.getByLabel('Number').fill('4711')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(second.getByText('Payout recorded', { exact: true })).toBeVisible()

    const { payouts } = (await asCoach(
      'GET',
      `/api/organizations/${organizationId}/payouts`,
    )) as unknown as OrganizationPayouts
    const paid = payouts.find((one) => one.campaignId === campaignId)
    await second.goto(`/dashboard/payouts/${paid?.id}`)
    const made = second.getByRole('table').first()
    await expect(made).toContainText('Left over, carried to the next payout')
    await made.getByRole('link').first().click()
    await expect(second).toHaveURL(/\?figure=/)
    await expect(second.getByRole('row').filter({ hasText: 'Card charged' }).first()).toBeVisible()
    await expectNoBarriers(second)

    await coach.goto(`/dashboard/organizations/${organizationId}`)
    const told = coach.getByRole('region', { name: 'Payouts' }).getByRole('row').filter({ hasText: '4711' })
    await expect(told).toContainText(campaignName)
    await expectNoBarriers(coach)
    await coach.goto(`/dashboard/payouts/${paid?.id}`)
    await expect(coach.getByText('4711', { exact: true })).toBeVisible()
    await expect(coach.getByRole('table').first().getByRole('link')).toHaveCount(0)
    for (const page of [first, second, coach]) await page.context().close()
  },
)
