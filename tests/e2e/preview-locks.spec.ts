/** A settlement that changed between preview and lock does not lock until the change was shown (R30). */
import type { Page } from '@playwright/test'
import { activeCampaign, type Campaign, endEarly } from './campaign.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

type Named = { id: string; name: string }
/** The campaign's match, and its statistic that counts goals. */
async function partsOf(page: Page, { id }: Campaign): Promise<{ eventId: string; statisticId: string }> {
  const { events, statistics } = await (await apiOf(page.request))('GET', `/api/campaigns/${id}`)
  const goals = (statistics as Named[]).find(({ name }) => name === 'Goals')
  return { eventId: (events as Named[])[0]?.id ?? '', statisticId: goals?.id ?? '' }
}

/** Goals of the campaign's match, entered by a representative and confirmed by the coach. */
async function confirmGoals(coach: Page, representative: Page, campaign: Campaign, goals: number) {
  const asCoach = await apiOf(coach.request)
  const asRepresentative = await apiOf(representative.request)
  const path = `/api/campaigns/${campaign.id}/results`
  const { eventId, statisticId } = await partsOf(coach, campaign)
  const rows = [{ statisticId, quantity: goals }]
  const entries = await asRepresentative('POST', `${path}/matches`, { eventId, rows })
  const resultIds = (entries as unknown as Named[]).map(({ id }) => id)
  await asCoach('POST', `${path}/confirmations`, { resultIds })
}

test('a lock after a newly confirmed result is refused, shows the difference, and locks the new preview', async ({
  browser,
}, { project }) => {
  const { use } = project
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const second = await enterAs(browser, use, 'rep2@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const supporter = await enterAs(browser, use, 'supporter@demo.test')
  const campaign = await activeCampaign(coach, representative, `Seen Before Locked ${project.name}`)
  const asSupporter = await apiOf(supporter.request)
  const { statisticId } = await partsOf(supporter, campaign)
  for (const [maximumAmount, pledgeAmount] of [
    ['100.00', '3.00'],
    ['13.00', '7.00'],
  ])
    await asSupporter('POST', `/api/campaigns/${campaign.id}/pledges`, {
      paymentMethod: 'check',
      maximumAmount,
      isAnonymous: false,
      pledgeStatistics: [{ statisticId, pledgeAmount }],
    })
  await confirmGoals(coach, second, campaign, 2)

  await representative.goto(`/dashboard/campaigns/${campaign.id}?tab=settlements&kind=final`)
  const bill = representative.getByRole('region', { name: 'What this settlement would bill' })
  await expect(bill).toContainText('$19.00')
  const preview = representative.getByRole('region', { name: 'Preview of version 1' })
  await expect(preview).toContainText('Goals: 2 × $7.00 = $14.00')
  await expect(preview).toContainText('Sum $14.00, maximum $13.00, owed $13.00')
  await alive(bill.getByRole('button', { name: 'Review and lock...' }))
  await endEarly(bill)
  await bill.getByRole('button', { name: 'Review and lock...' }).click()
  const question = representative.getByRole('alertdialog')
  await expect(question).toContainText('$19.00 to bill')

  await confirmGoals(coach, second, campaign, 5)
  await question.getByRole('button', { name: 'Lock settlement' }).click()
  await expect(question.getByRole('alert')).toContainText('New bills were $19.00 and are now $28.00.')
  await expect(question.getByRole('alert')).toContainText('1 result was confirmed (vs. Summit: Goals)')
  const changed = question.getByRole('table', { name: 'What changed since your preview' })
  await expect(changed.getByRole('row', { name: /To bill now/ })).toHaveText(/\$19\.00\s*\$28\.00/)
  await expect(changed.getByRole('row', { name: /Pledge 2/ })).toHaveText(/\$6\.00\s*\$15\.00/)
  await expect(changed.getByRole('row')).toHaveCount(4)
  await expect(question).toContainText('$28.00 to bill')
  await question.getByRole('button', { name: 'Lock the new preview' }).click()
  await expect(representative.getByText('Version 1 is locked', { exact: true })).toBeVisible()
  await expect(
    representative
      .getByRole('region', { name: 'Settlements' })
      .getByRole('listitem')
      .filter({ hasText: 'Version 1, final' }),
  ).toContainText('$28.00')
  for (const page of [coach, second, representative, supporter]) await page.context().close()
})
