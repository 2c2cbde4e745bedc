/** An owner is paid by Stripe: starts it, is asked for more, hands it in; a representative approves (R25, R69). */
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

test(
  'an owner is paid by Stripe from the page of the organization',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    const coach = await enterAs(browser, project.use, 'coach@demo.test')
    const asCoach = await apiOf(coach.request)
    const made = (await asCoach('POST', '/api/organizations', {
      name: `Millrace Boosters ${project.name}`,
      description: 'Families of the Millrace teams',
      city: 'Boston',
      state: 'MA',
      organizationType: 'nonprofit',
    })) as unknown as { id: string }
    await coach.goto(`/dashboard/organizations/${made.id}#payout-destination`)
    const part = coach.locator('#payout-destination')
    await (await alive(part.getByRole('button', { name: 'Get paid by Stripe' }))).click()
    const account = part.getByLabel('Account number')
    await account.fill('42')
    await part.getByRole('button', { name: 'Send to Stripe' }).click()
    await expect(part.getByText('Enter the account number: 4 to 17 digits')).toBeVisible()
    await expectNoViolationsInBothSchemes(coach, { within: ['#payout-destination'] })
    await account.fill('000999999991')
    await part.getByRole('button', { name: 'Send to Stripe' }).click()
    await expect(part.getByText('Stripe still needs a document')).toBeVisible()
    await part.getByRole('button', { name: 'Continue with Stripe' }).click()
    await account.fill('000999999991')
    await part.getByRole('checkbox', { name: 'Hand in the document, too' }).check()
    await part.getByRole('button', { name: 'Send to Stripe' }).click()
    await expect(
      part.getByText('Stripe is ready to pay out to Test Bank, account ending in 9991'),
    ).toBeVisible()

    const rep = await enterAs(browser, project.use, 'rep@demo.test')
    await rep.goto(`/dashboard/organizations/${made.id}`)
    await (await alive(rep.getByRole('button', { name: 'Approve', exact: true }))).click()
    await expect(rep.getByText('Payout destination approved', { exact: true })).toBeVisible()
    const { destination } = (await asCoach(
      'GET',
      `/api/organizations/${made.id}`,
    )) as unknown as ManagedOrganization
    expect(destination).toMatchObject({ method: 'stripe', stripeBank: 'Test Bank, account ending in 9991' })
    for (const page of [coach, rep]) await page.context().close()
  },
)
