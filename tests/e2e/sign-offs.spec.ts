/** A refund above what one representative gives alone: one prepares it, another approves it (R29). */
import type { Charge } from '#domain/schemas/settlement.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { withOwnClock } from './own-server.ts'

const baseURL = withOwnClock()

/** One of more than $100.00 that can be refunded. */
async function largeCharge(call: Awaited<ReturnType<typeof apiOf>>): Promise<string> {
  const found = (await call('GET', '/api/desk/campaigns?stage=all&limit=200')) as unknown as WorkQueuePage
  for (const { id } of found.campaigns) {
    const charges = (await call('GET', `/api/campaigns/${id}/charges`)) as unknown as Charge[]
    const one = charges.find(
      ({ state, amount, disputed }) =>
        state === 'succeeded' && Number(amount) > 150 && Number(disputed) === 0,
    )
    if (one) return one.id
  }
  throw new Error('the demo has no such charge')
}

test('one representative prepares a large refund, and another approves it', { tag: '@desk' }, async ({
  browser,
}) => {
  const first = await enterAs(browser, { baseURL }, 'rep@demo.test')
  const call = await apiOf(first.request)
  const chargeId = await largeCharge(call)
  await first.goto(`/dashboard/collections?show=all&charge=${chargeId}`)
  await first.getByRole('button', { name: 'Refund...' }).click()
  const dialog = first.getByRole('dialog', { name: 'Refund this charge' })
  await dialog.getByLabel('Amount').fill('100')
  await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
  await dialog.getByLabel('Amount').fill('100.01')
  await expect(dialog).toContainText('You can refund up to $100.00 alone now.')
  await dialog.getByLabel('Reason').fill('Pledged twice')
  await dialog.getByRole('button', { name: 'Prepare refund' }).click()
  await expect(first.getByText('Another representative must approve it.', { exact: true })).toBeVisible()
  await expect(first.getByRole('region', { name: 'Refunds' })).toContainText(
    'Waiting for another representative',
  )
  await first.goto('/dashboard/problems')
  const own = first.getByRole('button', { name: /^Approve: Refund \$100\.01 to the card/ })
  await expect(own).toBeDisabled()

  const second = await enterAs(browser, { baseURL }, 'rep2@demo.test')
  await second.goto('/dashboard')
  await second.getByRole('link', { name: 'Problems 1 to look at' }).click()
  const row = second
    .getByRole('table', { name: 'Waiting for approval' })
    .getByRole('row')
    .filter({ hasText: '$100.01' })
  await expect(row).toContainText('“Pledged twice”')
  await expectNoViolationsInBothSchemes(second)
  await row.getByRole('button', { name: /^Approve/ }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
  await expectNoViolationsInBothSchemes(second)
  for (const page of [first, second]) await page.context().close()
})
