/** A campaign is cancelled only with the amounts shown, and for good. */
import type { Page } from '@playwright/test'
import { activeCampaign } from './campaign.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { withOwnClock } from './own-server.ts'

const baseURL = withOwnClock()

const panel = (page: Page) => page.getByRole('dialog', { name: 'Edit Campaign Details' })
async function edit(page: Page, id: string) {
  await page.goto(`/dashboard/campaigns/${id}`)
  await pressEditCampaign(page)
  return panel(page)
}
const save = (page: Page) => panel(page).getByRole('button', { name: 'Save Changes' }).click()
async function choose(page: Page, status: string): Promise<void> {
  await panel(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

test('cancelling a campaign shows its amounts, asks again when they change, refunds on request, and is final', async ({
  browser,
  viewport,
}) => {
  test.setTimeout(120_000)
  const use = { viewport: viewport ?? null, baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const supporter = await enterAs(browser, use, 'supporter@demo.test')
  const campaign = await activeCampaign(coach, representative, 'Lights, to be called off')
  const path = `/api/campaigns/${campaign.id}`
  let asRepresentative = await apiOf(representative.request)
  const gift = await asRepresentative('POST', `${path}/statistics`, {
    name: 'A gift',
    type: 'one_time',
    icon: 'faHeart',
    pledgeAmountOptions: [10, 40, 100],
    allowCustomAmounts: true,
    isActive: true,
  })
  const pledge = async (pledgeAmount: string) => {
    const call = await apiOf(supporter.request)
    const { clientSecret } = await call('POST', '/api/cards/setups', {})
    const card = { clientSecret, number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
    const { stripePaymentMethodId } = await call('POST', '/api/sandbox/card-setups/confirm', card)
    await call('POST', `${path}/pledges`, {
      paymentMethod: 'auto_bill_progress',
      stripePaymentMethodId,
      pledgeStatistics: [{ statisticId: gift.id, pledgeAmount }],
    })
  }
  const bill = async () => {
    asRepresentative = await apiOf(representative.request)
    const { version, previewId } = await asRepresentative('GET', `${path}/settlements/preview?kind=progress`)
    await asRepresentative('POST', `${path}/settlements`, { kind: 'progress', version, previewId })
  }
  await pledge('40')
  await bill()
  // The statements are sent first; the notice period counts from then.
  await asRepresentative('POST', '/api/dev/clock', { days: 0 })
  await asRepresentative('POST', '/api/dev/clock', { days: 4 })
  await pledge('30')
  await bill()

  const form = await edit(representative, campaign.id)
  await form.getByLabel('Campaign Name').fill('Lights, called off')
  await choose(representative, 'Cancelled')
  await save(representative)
  const question = representative.getByRole('alertdialog', { name: 'Cancel this campaign?' })
  await expect(question).toContainText('2 pledges')
  await expect(question.getByRole('row', { name: /1 open charge/ })).toContainText('$30.00')
  await expect(question.getByRole('row', { name: /Collected so far/ })).toContainText('$40.00')
  await expect(question.getByRole('radio', { name: /Keep it/ })).toBeChecked()

  // Meanwhile one more is billed: the amounts shown are out of date, and the new ones appear.
  await pledge('15')
  await bill()
  await question.getByRole('radio', { name: /Refund all/ }).check()
  await question.getByRole('button', { name: 'Cancel and refund $40.00' }).click()
  await expect(question.getByText('The amounts changed in the meantime.')).toBeVisible()
  await expect(question.getByRole('row', { name: /2 open charges/ })).toContainText('$45.00')
  await question.getByRole('button', { name: 'Cancel and refund $40.00' }).click()
  await expect(representative.getByText('Campaign updated successfully!', { exact: true })).toBeVisible()
  await expect(representative.getByRole('heading', { level: 1 })).toHaveText('Lights, called off')
  await expect(representative.getByText('Cancelled', { exact: true }).first()).toBeVisible()

  await edit(representative, campaign.id)
  await choose(representative, 'Active')
  await save(representative)
  await expect(panel(representative).getByText('A cancelled campaign cannot be opened again.')).toBeVisible()
  await expect(representative.getByText('Failed to update campaign', { exact: true })).toBeVisible()
  for (const page of [coach, representative, supporter]) await page.context().close()
})
