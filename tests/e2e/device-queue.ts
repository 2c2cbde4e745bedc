/** The device queue: entries that wait on the scorer's device until the server has them. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { allParts, expect, test } from './fixtures.ts'

export const deviceQueue = (page: Page) => page.getByRole('region', { name: 'Kept on this device' })

/** A single result and an achievement are queued like a match; logging out warns, and one is changed before it is sent. */
export async function queueSingleEntries(scorer: Page, results: string): Promise<void> {
  const device = scorer.context()
  const ones = '**/api/campaigns/*/results'
  const sent: string[] = []
  await device.route(ones, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await scorer.goto(results)
  await scorer.getByRole('button', { name: 'Enter Results' }).first().click()
  await scorer.getByRole('button', { name: 'One result without a' }).click()
  const single = scorer.getByRole('dialog', { name: 'Add one result' })
  await allParts(scorer)
  await device.setOffline(true)
  await expect(single.getByRole('status')).toContainText('No signal. What you save is kept on this device')
  await device.setOffline(false)
  await single.getByLabel('How many').fill('2')
  await single.getByRole('button', { name: 'Add result' }).click()
  await expect(single).toBeHidden()
  await scorer.getByRole('button', { name: 'Yes: Win the Conference', exact: true }).click()
  await scorer.getByRole('button', { name: 'Enter as achieved' }).click()
  await expect(deviceQueue(scorer)).toContainText('2 entries wait for a connection.')
  await expect(deviceQueue(scorer)).toContainText('Win the Conference: Achieved')
  await expect(scorer.getByRole('region', { name: 'Achievements' })).toContainText('Not sent yet')
  await expectNoViolations(scorer)
  await scorer.getByRole('button', { name: 'Open the menu' }).click()
  await scorer.getByRole('button', { name: 'Log out' }).click()
  const question = scorer.getByRole('alertdialog', { name: '2 entries have not been sent' })
  await expect(question).toContainText('They stay on this device')
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await scorer.getByRole('button', { name: 'Close the menu' }).click()
  await test.step('a queued entry can be changed before it is sent', async () => {
    await deviceQueue(scorer).getByRole('button', { name: 'Change: Goals' }).click()
    const dialog = scorer.getByRole('dialog', { name: 'Change the entry' })
    await expect(dialog.getByLabel('How many')).toHaveValue('2')
    await dialog.getByLabel('How many').fill('1')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(deviceQueue(scorer)).toContainText('Goals: 1')
  })
  await device.unroute(ones)
  scorer.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/results'))
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await deviceQueue(scorer).getByRole('button', { name: 'Send now' }).click()
  await expect(deviceQueue(scorer)).toBeHidden()
  await expect(scorer.getByText('2 results need a second person to confirm.')).toBeVisible()
  // The first figure was under way when it was changed: it is sent once more, and voided.
  expect([sent.length, new Set(sent).size]).toEqual([3, 3])
}
