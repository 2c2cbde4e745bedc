/** What a device keeps until the server has it, in the journey of a season. */
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { expect, test } from './fixtures.ts'

export const keptOn = (page: Page) => page.getByRole('region', { name: 'Kept on this device' })

/** One result and an achievement wait like a match; logging out says so, and one is changed before it goes. */
export async function onesWait(scorer: Page, results: string): Promise<void> {
  const device = scorer.context()
  const ones = '**/api/campaigns/*/results'
  const sent: string[] = []
  await device.route(ones, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await scorer.goto(results)
  await scorer.getByRole('button', { name: 'One Result' }).click()
  const single = scorer.getByRole('dialog', { name: 'Add one result' })
  await single.getByLabel('How many').fill('2')
  await single.getByRole('button', { name: 'Add result' }).click()
  await expect(single).toBeHidden()
  await scorer.getByRole('button', { name: 'Achieved: Win the Conference', exact: true }).click()
  await scorer.getByRole('button', { name: 'Enter as achieved' }).click()
  await expect(keptOn(scorer)).toContainText('2 entries wait for a connection.')
  await expect(keptOn(scorer)).toContainText('Win the Conference: Achieved')
  await expect(scorer.getByRole('region', { name: 'Achievements' })).toContainText('Not sent yet')
  await expectNoBarriers(scorer)
  await scorer.getByRole('button', { name: 'Open the menu' }).click()
  await scorer.getByRole('button', { name: 'Log out' }).click()
  const question = scorer.getByRole('alertdialog', { name: '2 entries have not been sent' })
  await expect(question).toContainText('They stay on this device')
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await scorer.getByRole('button', { name: 'Close the menu' }).click()
  await test.step('one is changed before it goes', async () => {
    await keptOn(scorer).getByRole('button', { name: 'Change: Goals' }).click()
    const mending = scorer.getByRole('dialog', { name: 'Change the entry' })
    await expect(mending.getByLabel('How many')).toHaveValue('2')
    await mending.getByLabel('How many').fill('1')
    await mending.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(mending).toBeHidden()
    await expect(keptOn(scorer)).toContainText('Goals: 1')
  })
  await device.unroute(ones)
  scorer.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/results'))
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await keptOn(scorer).getByRole('button', { name: 'Send now' }).click()
  await expect(keptOn(scorer)).toBeHidden()
  await expect(scorer.getByText('2 results wait for a second person.')).toBeVisible()
  expect([sent.length, new Set(sent).size]).toEqual([2, 2])
}
