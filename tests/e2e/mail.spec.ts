/** Results mail: it is sent after a confirmed match, and its own link stops it without signing in (R44). */
import type { Browser } from '@playwright/test'
import { layOut, table } from '#server/messaging/mails/layout.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, pastMatches } from './campaign.ts'
import { apiOf, enterAs, expect, failOnErrors, newcomer, test } from './fixtures.ts'
import { withOwnClock } from './own-server.ts'

withOwnClock()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DAY_MS = 86_400_000
/** Ten in the morning in Bend on the next day, when mail may be sent. */
const untilTomorrowMorning = (now: string): number => {
  const at = Date.parse(now)
  const morning = Date.parse(`${new Date(at + DAY_MS).toISOString().slice(0, 10)}T18:00:00Z`)
  return (morning - at) / DAY_MS
}

/** Pledges $3 a goal, then five goals are confirmed; a mail is due. Returns the supporter's address. */
async function supporterOfConfirmedMatches(browser: Browser, name: string): Promise<string> {
  const email = `mail-${test.info().project.name}-${test.info().workerIndex}@example.org`
  const coach = await enterAs(browser, PHONE, 'coach@demo.test')
  const representative = await enterAs(browser, PHONE, 'rep@demo.test')
  const supporter = await newcomer(browser, PHONE, email)
  const campaign = await activeCampaign(coach, representative, name)
  const asCoach = await apiOf(coach.request)
  const asRepresentative = await apiOf(representative.request)
  const asSupporter = await apiOf(supporter.request)
  const path = `/api/campaigns/${campaign.id}`
  const { statistics } = await asSupporter('GET', path)
  const [goals] = statistics as { id: string }[]
  const pledgeStatistics = [{ statisticId: goals?.id, pledgeAmount: '3.00' }]
  await asSupporter('POST', `${path}/pledges`, { paymentMethod: 'check', pledgeStatistics })
  await asCoach('POST', `${path}/imports`, { text: pastMatches(campaign.now) })
  const waiting = (await asRepresentative('GET', `${path}/results`)) as unknown as { id: string }[]
  await asRepresentative('POST', `${path}/results/confirmations`, { resultIds: waiting.map(({ id }) => id) })
  await asRepresentative('POST', '/api/dev/clock', { days: untilTomorrowMorning(campaign.now) })
  for (const page of [coach, representative, supporter]) await page.context().close()
  return email
}

test('confirmed matches are one mail, whose link stops such mail without signing in', {
  tag: '@phone',
}, async ({ browser, page }) => {
  test.setTimeout(180_000)
  const name = `Night Lights ${test.info().workerIndex}`
  const email = await supporterOfConfirmedMatches(browser, name)
  failOnErrors(page)
  await page.goto('/dev/mail')
  const mail = page.getByRole('article', { name: `$15.00 more for your pledge for ${name}, to ${email}` })
  await expect(mail).toHaveCount(1)
  await expect(mail).toContainText('Goals: 3 × $3.00: $9.00')
  await expect(mail).toContainText('Earned so far: $15.00')
  await mail.getByRole('link', { name: '/unsubscribe/' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop “Results” emails?')
  await expect(page.getByText('m•••@example.org')).toBeVisible()
  await expectNoViolations(page)
  // Opening it changed nothing; the button does, and can be undone.
  await page.reload()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“Results” emails are stopped')
  await expectNoViolations(page)
  await page.reload()
  await page.getByRole('button', { name: 'Start these emails again' }).click()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('status')).toContainText('gets no more of these emails')

  await page.goto('/unsubscribe/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

  await page.goto('/dev/mail')
  await page.getByRole('link', { name: 'Every mail' }).click()
  await page
    .getByRole('navigation', { name: 'Mails' })
    .getByRole('link', { name: 'Money has arrived' })
    .click()
  await expect(
    page.getByRole('heading', { name: 'Receipt: $45.00 for Goals Under the Lights' }),
  ).toBeVisible()
  const frame = page.frameLocator('iframe[title="As it looks, dark"]')
  await expect(frame.getByRole('row', { name: 'Amount $45.00' })).toBeVisible()
  await expectNoViolations(page)
})

test('on a phone, no long word in a name moves an amount out of the mail', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize(PHONE.viewport)
  const word = 'Supercalifragilisticexpialidocious'
  const mail = layOut(`More for your pledge for ${word}${word}`, [
    table(`Oct 3, vs. ${word}${word}`, [[`${word}-points: 3 × $5.00`, '$15,312.50']]),
  ])
  await page.setContent(mail.html)
  const card = await page.locator('.m-card').boundingBox()
  const amount = await page.getByRole('cell', { name: '$15,312.50' }).boundingBox()
  const right = (box: typeof card) => (box ? box.x + box.width : Number.NaN)
  expect(right(amount)).toBeLessThanOrEqual(right(card))
  expect(right(card)).toBeLessThanOrEqual(PHONE.viewport.width)
})

test('email preferences changed on the profile are kept', { tag: '@phone' }, async ({ browser }) => {
  const page = await enterAs(browser, PHONE, 'coach@demo.test')
  await page.goto('/dashboard/profile#mail')
  const week = page.getByRole('switch', { name: /The week in your campaigns/ })
  await expect(week).toBeChecked()
  await page.getByText('The week in your campaigns').click()
  await expect(week).not.toBeChecked()
  await expect(week).toBeEnabled()
  await page.reload()
  await expect(week).not.toBeChecked()
  await expect(page.getByText('cannot be turned off')).toBeVisible()
  await expectNoViolations(page)
  await page.getByText('The week in your campaigns').click()
  await expect(week).toBeChecked()
  await page.context().close()
})
