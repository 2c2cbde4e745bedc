/** A stack of checks by keyboard alone: found, posted, deposited on one slip; and one bounces (R36). */
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import { expectNoViolations } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

test(
  'two checks are posted by keyboard alone and deposited, and one is reversed as bounced',
  {
    tag: '@desk',
  },
  async ({ browser }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const page = await enterAs(browser, use, 'rep2@demo.test')
    const call = await apiOf(page.request)
    await page.goto('/dashboard/payments')
    const find = page.getByRole('combobox', { name: 'Invoice number, name or amount' })
    const found = page.getByRole('listbox', { name: 'Open invoices' }).getByRole('option')

    await find.focus()
    await page.keyboard.type('e')
    await expect(found.first()).toBeVisible()
    await expectNoViolations(page)
    const [first, second] = (await call('POST', '/api/invoices/searches', {
      search: 'e',
    })) as unknown as FoundInvoice[]
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Check number')).toBeFocused()
    await expect(page.getByLabel('Amount')).toHaveValue(first?.open ?? '')
    await page.keyboard.type('90001')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This batch: 1 payment')).toBeVisible()

    // Enter may be pressed before the search has finished.
    await expect(find).toBeFocused()
    await page.keyboard.type(String(Number(second?.number.slice(-6))))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Check number')).toBeFocused()
    await expect(page.getByText(second?.number ?? '', { exact: false }).first()).toBeVisible()
    await page.keyboard.type('90002')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This batch: 2 payments')).toBeVisible()

    await expect(page.getByRole('checkbox', { name: `${second?.number} on the slip` })).toBeChecked()
    await page.getByRole('button', { name: /^Deposit / }).click()
    const bounced = page.getByRole('button', { name: `Check bounced: ${second?.number}` })
    await expect(bounced).toBeVisible()
    await bounced.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse payment' }).click()
    await expect(page.getByRole('region', { name: 'Reversed' })).toContainText(second?.number ?? '')
    await expectNoViolations(page)
    await page.context().close()
  },
)

test(
  'a check for an invoice with a card payment under way is not posted, and the page says what to do',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const page = await enterAs(browser, use, 'rep2@demo.test')
    // As the API answers it while a pay link is open (tests/api/link-payments.test.ts).
    await page.route('**/api/invoices/searches', async (route) => {
      const answer = await route.fetch()
      const [first, ...others] = (await answer.json()) as FoundInvoice[]
      const underWay = { ...first, open: '0.00', cardPayment: 'under_way', cardAmount: '70.00' }
      await route.fulfill({ response: answer, json: [underWay, ...others] })
    })
    await page.goto('/dashboard/payments')
    const find = page.getByRole('combobox', { name: 'Invoice number, name or amount' })
    await find.focus()
    await page.keyboard.type('e')
    await expect(
      page.getByRole('option', { name: 'a card payment is processing' }).getByText('$70.00'),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      'post it when the card payment has gone through or failed, usually within 20 minutes. If it goes through, return the check.',
    )
    await expect(page.getByLabel('Check number')).toBeHidden()
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await expect(find).toBeFocused()
    await page.context().close()
  },
)
