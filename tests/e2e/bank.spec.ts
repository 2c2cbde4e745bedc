/** A representative imports the bank's file, matches what is sure with one press, and leaves the rest with a note (R78). */
import type { BankMovement } from '#domain/schemas/bank-statement.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, apiOf, expect, signInAs, test } from './fixtures.ts'

const FEE = 'RETURNED ITEM FEE 88412'

test('a file of the bank is matched with the books', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'rep@demo.test')
  const call = await apiOf(page.request)
  const movements = (await call('GET', '/api/bank-movements')) as unknown as BankMovement[]
  const check = movements.find(({ kind, number }) => kind === 'payout' && number !== null)
  const rows = [`${check?.day},CHECK ${check?.number},${check?.amount}`, `${check?.day},${FEE},-12.00`]
  await page.goto('/dashboard/bank')
  await page.getByLabel('File of the bank account').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Description,Amount\n${rows.join('\n')}\n`),
  })
  await (await alive(page.getByRole('button', { name: 'Import lines' }))).click()
  await expect(page.getByRole('row', { name: new RegExp(FEE) })).toContainText('Nothing of this amount')
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Match the 1 sure line' }).click()
  const matched = page.getByRole('table', { name: 'Matched' })
  await expect(matched.getByRole('row', { name: `CHECK ${check?.number}` })).toContainText('Payout')

  await page.getByRole('button', { name: new RegExp(`^Decide: .*${FEE}`) }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Write what it is')).toBeVisible()
  await page.getByLabel('Note').fill('The bank’s own fee')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(matched.getByRole('row', { name: new RegExp(FEE) })).toContainText('The bank’s own fee')
  await page.getByRole('button', { name: new RegExp(`^Undo: .*${FEE}`) }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Decide: .*${FEE}`) })).toBeVisible()
})
