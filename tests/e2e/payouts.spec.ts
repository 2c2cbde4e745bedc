/** A payout: prepared, approved, sent, confirmed; its figures link to their entries, and the owner sees the amounts (R38). */
import type { OrganizationPayouts, PayoutsPage } from '#domain/schemas/payout.ts'
import { expectNoViolations, expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

test(
  'a payout is prepared, approved by a second person, sent, confirmed, and shown to the owner',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    test.setTimeout(180_000)
    const first = await enterAs(browser, project.use, 'rep@demo.test')
    const second = await enterAs(browser, project.use, 'rep2@demo.test')
    const coach = await enterAs(browser, project.use, 'coach@demo.test')

    // An organization of the coach with something to pay out and no payout in progress.
    const asCoach = await apiOf(coach.request)
    const { organizations: payees } = (await (
      await apiOf(first.request)
    )('GET', '/api/payouts?show=open')) as unknown as PayoutsPage
    await coach.goto('/dashboard')
    const organizations = coach.locator('a[href^="/dashboard/organizations/"]')
    await expect(organizations.first()).toBeAttached()
    const own = await organizations.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')?.split('/').at(-1)),
    )
    const owed = payees.find(
      (one) => own.includes(one.organizationId) && !one.open && one.available !== '0.00',
    )
    const { organizationName = '', organizationId, destination } = owed ?? {}
    expect(organizationName).not.toBe('')
    if (destination === null) {
      const destinations = `/api/organizations/${organizationId}/payout-destinations`
      const check = {
        method: 'check',
        payeeName: 'The boosters',
        mailingAddress: '12 Harbor Street, Boston, MA 02110',
      }
      const { id } = await (await apiOf(second.request))('POST', destinations, check)
      await (await apiOf(first.request))('POST', `${destinations}/${id}/approval`)
    }

    const rowOf = (page: typeof first) => page.getByRole('row', { name: new RegExp(`^${organizationName}`) })
    await first.goto('/dashboard/payouts')
    await (
      await alive(first.getByRole('button', { name: new RegExp(`^Prepare .*: ${organizationName}$`) }))
    ).click()
    await expect(first.getByRole('dialog')).toBeVisible()
    await expectNoViolationsInBothSchemes(first, { within: ['.dialog'] })
    await first.getByRole('dialog').getByRole('button', { name: 'Prepare', exact: true }).click()
    await expect(rowOf(first)).toContainText('Waiting for approval')
    await first.getByRole('button', { name: `View: ${organizationName}` }).click()
    await expect(first.getByRole('dialog')).toContainText(
      'You prepared it: another representative must approve it',
    )

    await second.goto('/dashboard/payouts')
    await (
      await alive(second.getByRole('button', { name: new RegExp(`^Approve .*: ${organizationName}$`) }))
    ).click()
    const dialog = second.getByRole('dialog')
    await expect(second.getByText('Payout approved', { exact: true })).toBeVisible()
    await expect(rowOf(second)).toContainText('Approved, not sent')

    await second.getByRole('button', { name: `Record as sent: ${organizationName}` }).click()
    await expectNoViolationsInBothSchemes(second, { within: ['.dialog'] })
    await dialog.getByRole('button', { name: 'Record as sent', exact: true }).click()
    await expect(dialog.getByText('Enter the number of the check or the bank transfer').first()).toBeVisible()
    await dialog.getByLabel('Number').fill('4711')
    await dialog.getByRole('button', { name: 'Record as sent', exact: true }).click()
    await expect(second.getByText('Payout recorded as sent', { exact: true })).toBeVisible()
    await expect(rowOf(second)).toContainText('Sent, not confirmed')

    await second.getByRole('button', { name: `Confirm arrival: ${organizationName}` }).click()
    await expectNoViolationsInBothSchemes(second, { within: ['.dialog'] })
    await dialog.getByRole('button', { name: 'It arrived', exact: true }).click()
    await expect(second.getByText('Payout confirmed', { exact: true })).toBeVisible()

    const { payouts } = (await asCoach(
      'GET',
      `/api/organizations/${organizationId}/payouts`,
    )) as unknown as OrganizationPayouts
    const paid = payouts.find(({ reference }) => reference === '4711')
    await second.goto(`/dashboard/payouts/${paid?.id}`)
    const figures = second.getByRole('table', { name: 'What this payout includes' })
    await expect(figures).toContainText('Balance carried over to the next payout')
    await figures.getByRole('link').first().click()
    await expect(second).toHaveURL(/\?figure=/)
    await expect(second.getByRole('row').filter({ hasText: 'Card charged' }).first()).toBeVisible()
    await expectNoViolations(second)

    await coach.goto(`/dashboard/organizations/${organizationId}`)
    const payoutRow = coach
      .getByRole('region', { name: 'Payouts' })
      .getByRole('row')
      .filter({ hasText: '4711' })
    await expect(payoutRow).toContainText(paid?.lines[0]?.campaignName ?? '')
    await expectNoViolations(coach)
    await coach.goto(`/dashboard/payouts/${paid?.id}`)
    await expect(coach.getByText('4711', { exact: true })).toBeVisible()
    await expect(coach.getByRole('table').first().getByRole('link')).toHaveCount(0)
    for (const page of [first, second, coach]) await page.context().close()
  },
)
