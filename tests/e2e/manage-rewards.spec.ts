/** A campaign's rewards: each type with its own fields and limits, edited by two people at once, deleted after a confirmation. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

let campaign: Campaign
let coach: Page
let representative: Page

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Prizes ${project.name}-${Date.now()}`)
  // The first test, on the phone, uses a campaign that has none.
  if (project.name === 'desk') await addReward({ title: 'Team mug', type: 'sponsorship' })
})
/** One that the campaign has already, added without the form. */
async function addReward(reward: { title: string; type: string } & Record<string, unknown>): Promise<void> {
  const call = await apiOf(coach.request)
  await call('POST', `/api/campaigns/${campaign.id}/rewards`, { description: 'For the fans.', ...reward })
}
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const open = (page: Page) => page.goto(`/dashboard/campaigns/${campaign.id}?tab=rewards`)
const drawer = (page: Page, name: 'Add Reward' | 'Edit Reward') => page.getByRole('dialog', { name })
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('the reward form says what is wrong, and adds a milestone with a statistic, a tier and an extra reward', {
  tag: '@phone',
}, async () => {
  await open(coach)
  await expect(coach.getByRole('heading', { name: 'No rewards yet' })).toBeVisible()
  await coach.getByRole('button', { name: 'Add Your First Reward' }).click()
  const form = drawer(coach, 'Add Reward')
  const add = form.getByRole('button', { name: 'Add Reward' })
  await add.click()
  await expect(form.getByText('Reward title is required')).toBeVisible()
  await expect(form.getByText('Reward description is required')).toBeVisible()
  await expect(form.getByText('Reward type is required')).toBeVisible()

  await form.getByLabel('Reward Title').fill('Goal Club')
  await form.getByLabel('Description').fill('A scarf for every goal getter.')
  await choose(coach, 'Type', 'Elite Circle')
  await expect(form.getByLabel('Minimum Donation Amount')).toBeVisible()
  await choose(coach, 'Type', 'Milestone Maker')
  await form.getByLabel('Per-Statistic Amount').fill('-2')
  await form.getByLabel('Max Winners').fill('0')
  await add.click()
  await expect(form.getByText('Threshold must be 0 or greater')).toBeVisible()
  await expect(form.getByText('Max winners must be at least 1')).toBeVisible()
  await form.getByLabel('Per-Statistic Amount').fill('2.50')
  await form.getByLabel('Max Winners').fill('12')
  await add.click()
  await expect(form.getByText('Choose the statistic that this reward counts')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Statistic' })).toBeFocused()
  await choose(coach, 'Statistic', 'Goals')
  await form.getByLabel('Prize types').fill('Scarf, cap')
  await form.getByLabel('Prize details').fill('Knitted manually.')
  await form.getByLabel('Who qualifies').fill('Everybody but the board.')
  await form.getByRole('switch', { name: 'Prizes in tiers' }).check()
  await form.getByRole('button', { name: 'Add Tier' }).click()
  await form.getByLabel('From, tier 1').fill('5')
  await add.click()
  await expect(form.getByText('Prize is required')).toBeVisible()
  await form.getByLabel('Prize, tier 1').fill('Signed scarf')
  await form.getByRole('switch', { name: 'An additional reward' }).check()
  await form.getByLabel('What it is').fill('A photo with the team')
  await add.click()
  await expect(coach.getByText('Reward added successfully!', { exact: true })).toBeVisible()
  const shown = card(coach, 'Goal Club')
  for (const text of [
    '$2.50',
    '12',
    'Goals',
    'Scarf, cap',
    'Knitted manually.',
    '$5.00',
    'A photo with the team',
  ])
    await expect(shown.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(shown.getByText('Threshold')).toBeVisible()
  await expect(shown.getByText('Max Winners')).toBeVisible()
})

test('an edited reward opens with its saved values; a part that is switched off is removed', {
  tag: '@desk',
}, async () => {
  const { statistics } = (await (
    await apiOf(coach.request)
  )('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
    statistics: { id: string; name: string }[]
  }
  await addReward({
    title: 'Goal Club',
    type: 'milestone_maker',
    threshold: 2.5,
    statisticId: statistics.find(({ name }) => name === 'Goals')?.id,
    enableTieredRewards: true,
    tieredRewards: [{ threshold: 5, prize: 'Signed scarf' }],
    hasAdditionalReward: true,
    additionalReward: 'A photo with the team',
  })
  await open(coach)
  await (await alive(coach.getByRole('button', { name: 'Edit Goal Club' }))).click()
  const form = drawer(coach, 'Edit Reward')
  await expect(form.getByRole('combobox', { name: 'Statistic' })).toHaveText('Goals')
  await expect(form.getByLabel('Per-Statistic Amount')).toHaveValue('2.50')
  await expect(form.getByLabel('Prize, tier 1')).toHaveValue('Signed scarf')
  await expect(form.getByLabel('What it is')).toHaveValue('A photo with the team')
  await form.getByRole('button', { name: 'Remove tier 1' }).click()
  await form.getByRole('switch', { name: 'An additional reward' }).uncheck()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(coach.getByText('Reward updated successfully!', { exact: true })).toBeVisible()
  await expect(card(coach, 'Goal Club')).not.toContainText('A photo with the team')
  await expect(card(coach, 'Goal Club')).not.toContainText('Signed scarf')
})

test('early-bird and sponsorship counts are saved, and a reward type at its limit cannot be chosen', {
  tag: '@desk',
}, async () => {
  await open(coach)
  const form = drawer(coach, 'Add Reward')
  const begin = async (title: string, type: string | RegExp) => {
    await coach.getByRole('button', { name: 'Add Reward' }).click()
    await form.getByLabel('Reward Title').fill(title)
    await form.getByLabel('Description').fill('For those who are there.')
    await choose(coach, 'Type', type)
  }
  const end = async () => {
    await form.getByRole('button', { name: 'Add Reward' }).click()
    await expect(form).toBeHidden()
  }
  await begin('First ten', 'Early Bird')
  await form.getByLabel('How many early birds win').fill('10')
  await end()
  await expect(card(coach, 'First ten').getByText('10', { exact: true })).toBeVisible()
  await begin('Board', 'Sponsorship')
  await expect(form.getByLabel('Sponsorships Available')).toHaveValue('1')
  await form.getByLabel('Sponsorships Available').fill('0')
  await form.getByRole('button', { name: 'Add Reward' }).click()
  await expect(form.getByText('At least 1 sponsorship must be available')).toBeVisible()
  await form.getByLabel('Sponsorships Available').fill('4')
  await form.getByLabel('Minimum Pledge Amount').fill('250')
  await end()
  await expect(card(coach, 'Board').getByText('4', { exact: true })).toBeVisible()
  await expect(card(coach, 'Board').getByText('$250.00', { exact: true })).toBeVisible()

  await coach.getByRole('button', { name: 'Add Reward' }).click()
  await form.getByRole('combobox', { name: 'Type' }).click()
  await expect(coach.getByRole('option', { name: 'Early Bird: the campaign has one' })).toBeDisabled()
  await expect(coach.getByRole('option', { name: 'Sponsorship', exact: true })).toBeEnabled()
  await coach.keyboard.press('Escape')
})

test('of two people who add the last reward of a type one succeeds, and no edit is overwritten', {
  tag: '@desk',
}, async () => {
  for (const page of [coach, representative]) {
    await open(page)
    await (await alive(page.getByRole('button', { name: 'Add Reward' }))).click()
    await drawer(page, 'Add Reward').getByLabel('Reward Title').fill('Season MVP')
    await drawer(page, 'Add Reward').getByLabel('Description').fill('Dinner with the team.')
    await choose(page, 'Type', 'Top Supporter')
  }
  const first = drawer(coach, 'Add Reward')
  const second = drawer(representative, 'Add Reward')
  await first.getByRole('button', { name: 'Add Reward' }).click()
  await expect(first).toBeHidden()
  await second.getByRole('button', { name: 'Add Reward' }).click()
  await expect(representative.getByText('Failed to add reward', { exact: true })).toBeVisible()
  const refusal = 'A campaign has at most one reward of type Top Supporter'
  await expect(second.getByText(refusal)).toBeVisible()
  await expect(second.getByLabel('Reward Title')).toHaveValue('Season MVP')

  for (const page of [coach, representative]) {
    await open(page)
    if (await page.getByRole('alertdialog').isVisible()) throw new Error('reloading asks nothing here')
    await page.getByRole('button', { name: 'Edit Season MVP' }).click()
  }
  const theirs = drawer(coach, 'Edit Reward')
  const ours = drawer(representative, 'Edit Reward')
  await theirs.getByLabel('Max Winners').fill('2')
  await theirs.getByRole('button', { name: 'Save Changes' }).click()
  await expect(theirs).toBeHidden()
  await ours.getByLabel('Reward Title').fill('Fan of the Season')
  await ours.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ours.getByText('Max Winners: was empty, is now 2')).toBeVisible()
  await ours.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ours).toBeHidden()
  await expect(card(representative, 'Fan of the Season')).toBeVisible()
})

test('deleting a reward asks first, and is refused when somebody changed it meanwhile', {
  tag: '@desk',
}, async () => {
  await addReward({ title: 'Scarf', type: 'elite_circle' })
  for (const page of [coach, representative]) await open(page)
  await (await alive(coach.getByRole('button', { name: 'Delete Scarf' }))).click()
  const question = coach.getByRole('alertdialog', { name: 'Delete this reward?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(coach, 'Scarf')).toBeVisible()
  await coach.getByRole('button', { name: 'Delete Scarf' }).click()

  await representative.getByRole('button', { name: 'Edit Scarf' }).click()
  const form = drawer(representative, 'Edit Reward')
  await form.getByLabel('Reward Title').fill('Signed cap')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await question.getByRole('button', { name: 'Delete Reward' }).click()
  await expect(coach.getByText('Failed to delete reward', { exact: true })).toBeVisible()

  await open(coach)
  await (await alive(coach.getByRole('button', { name: 'Delete Signed cap' }))).click()
  await question.getByRole('button', { name: 'Delete Reward' }).click()
  await expect(coach.getByText('Reward deleted successfully!', { exact: true })).toBeVisible()
  await expect(card(coach, 'Signed cap')).toHaveCount(0)
  // The button that was pressed went with it.
  await expect
    .poll(() => coach.evaluate(() => document.activeElement?.closest('[aria-label="Rewards"]') !== null))
    .toBe(true)
  const call = await apiOf(coach.request)
  const { rewards } = (await call('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
    rewards: { title: string }[]
  }
  expect(rewards.map(({ title }) => title)).not.toContain('Signed cap')
})

test('a prize that was handed out leaves the focus with its winner, not on the next one', {
  tag: '@desk',
}, async () => {
  const page = representative
  const [found] = await (await page.request.get('/api/campaigns?search=helmets')).json()
  await page.goto(`/dashboard/campaigns/${found.campaigns.id}?tab=rewards`)
  const first = page.getByRole('button', { name: /^Mark as handed out/ }).first()
  const label = (await (await alive(first)).getAttribute('aria-label')) ?? ''
  await first.press('Enter')
  const whose = label.replace('Mark as handed out: ', '')
  const undo = page.getByRole('button', { name: `Undo: handed out to ${whose}`, exact: true })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(page.getByRole('button', { name: label, exact: true })).toBeFocused()
})

test('the rewards tab and its form have no accessibility violations', { tag: '@phone' }, async () => {
  const page = representative
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addReward({ title: 'Scarf', type: 'elite_circle' })
  await open(page)
  await expect(card(page, 'Scarf')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Edit Scarf' }).click()
  const form = drawer(page, 'Edit Reward')
  await form.getByRole('switch', { name: 'Prizes in tiers' }).check()
  await form.getByRole('button', { name: 'Add Tier' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Prize is required')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
})
