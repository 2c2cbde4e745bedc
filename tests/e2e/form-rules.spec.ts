/** Each rule of every form: its message is beside the field, is exposed to screen readers, and nothing is sent. */
import { expect, type Locator, type Page } from '@playwright/test'
import { formRules } from '#tests/form-rules/all.ts'
import type { FormRules, Round, Wrong } from '#tests/form-rules/rule.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { apiOf, enterAs, test } from './fixtures.ts'

let representative: Page
let campaign: Campaign
let organization: string
let forms: Record<string, FormRules>
/** The writes that the page sent to the API. */
const sent: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Rules ${project.name}-${Date.now()}`)
  const call = await apiOf(coach.request)
  const { events, statistics, organizations } = (await call(
    'GET',
    `/api/campaigns/${campaign.id}`,
  )) as unknown as Record<'events' | 'statistics', { id: string }[]> & { organizations: { id: string } }
  organization = organizations.id
  const rows = [{ statisticId: statistics[0]?.id, quantity: 2 }]
  await call('POST', `/api/campaigns/${campaign.id}/results/matches`, { eventId: events[0]?.id, rows })
  await coach.context().close()
  forms = formRules(campaign.now)
  representative.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/'))
      sent.push(`${request.method()} ${request.url()}`)
  })
})
test.afterAll(() => representative.context().close())

type Opened = { scope: Locator; send: Locator }
const manage = (tab: string) => representative.goto(`/dashboard/campaigns/${campaign.id}?tab=${tab}`)
const button = (name: string | RegExp, scope: Page | Locator = representative): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' }).first()
const dialog = (name: string | RegExp): Locator => representative.getByRole('dialog', { name })

/** By its button, on the page that is open. */
async function byButton(opens: string | RegExp, title: string | RegExp, sends: string): Promise<Opened> {
  await button(opens).click()
  return { scope: dialog(title), send: button(sends, dialog(title)) }
}
async function inTab(tab: string, opens: string | RegExp, title: string | RegExp, sends: string) {
  await manage(tab)
  return byButton(opens, title, sends)
}
async function inOrganization(opens: string, title: string, sends: string): Promise<Opened> {
  await representative.goto(`/dashboard/organizations/${organization}`)
  return byButton(opens, title, sends)
}
async function onPage(path: string, form: string, sends: string): Promise<Opened> {
  await representative.goto(path)
  const scope = representative.getByRole('form', { name: form, exact: true })
  return { scope, send: button(sends, scope) }
}

/** How each form is opened. */
const OPEN: Record<string, () => Promise<Opened>> = {
  statistic: () => inTab('statistics', 'Add Statistic', 'Add Statistic', 'Add Statistic'),
  reward: () => inTab('rewards', /^Add .*Reward$/, 'Add Reward', 'Add Reward'),
  event: () => inTab('events', 'Add Event', 'Add Event', 'Add Event'),
  campaign: async () => {
    await manage('statistics')
    await pressEditCampaign(representative)
    const scope = representative.getByRole('dialog', { name: 'Edit Campaign Details' })
    return { scope, send: button('Save Changes', scope) }
  },
  copy: () => onPage(`/dashboard/campaigns/${campaign.id}/copy`, 'Copy', 'Create Draft'),
  'ambassador invite': () =>
    inTab('ambassadors', 'Invite Ambassador', 'Invite Ambassador', 'Invite Ambassador'),
  'bulk invite': () => inTab('ambassadors', 'Invite Many', 'Invite many ambassadors', 'Preview'),
  'invite member': () => inOrganization('Invite', 'Invite someone', 'Send invitation'),
  organization: () => inOrganization('Edit details', 'Edit details', 'Save Changes'),
  verification: () => inOrganization('Edit verified details', 'Edit verified details', 'Save Changes'),
  representative: async () => {
    await representative.goto('/dashboard/representatives')
    return byButton('Propose representative', 'Propose a representative', 'Propose representative')
  },
  profile: () => onPage('/dashboard/profile', 'Profile', 'Save profile'),
  'single result': async () => {
    await manage('results')
    await button('Enter Results').first().click()
    return byButton(/^One result without a/, 'Add one result', 'Add result')
  },
  achievement: () => inTab('results', /^Yes: /, /^Achieved: /, 'Enter as achieved'),
  'result correction': async () => {
    await manage('results')
    await button('Every entry, newest first').click()
    await button(/^Void/).click()
    const scope = representative.getByRole('alertdialog', { name: 'Void this result?' })
    return { scope, send: button('Void result', scope) }
  },
  comment: async () => {
    await representative.goto(`/campaigns/${campaign.id}`)
    const scope = representative.locator('form').filter({ hasText: 'Your message' })
    return { scope, send: button('Post Your Support!', scope) }
  },
  contact: () => onPage('/contact', 'Talk to us', 'Send message'),
}

/** `End › Day` is the field Day of the group End. */
function fieldOf(scope: Locator, label: string, group?: string): Locator {
  const [first, second] = label.split(' › ')
  if (group) return named(scope.getByRole('group', { name: group }), label)
  return second && first ? named(scope.getByRole('group', { name: first }), second) : named(scope, label)
}
const literal = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')
const named = (scope: Locator, label: string): Locator =>
  scope
    .getByLabel(new RegExp(`^${literal(label)}( \\(optional\\))?$`))
    .or(scope.getByRole('group', { name: label, exact: true }))
    .first()

async function prepare({ scope }: Opened, before: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(before)) {
    if (value === 'press') await button(label, scope).click()
    else if (value === 'on' || value === 'off')
      await scope.getByRole('switch', { name: label }).setChecked(value === 'on')
    else await enter(fieldOf(scope, label), value)
  }
}

async function enter(field: Locator, value: string): Promise<void> {
  if ((await field.getAttribute('role')) !== 'combobox') {
    await field.fill(value)
    // As a person does before typing into the next field.
    return field.blur()
  }
  await field.click()
  await representative.getByRole('option', { name: value }).click()
}

/** The message describes the field, and the field is marked invalid. */
async function expectRefused({ scope }: Opened, { label, group, words }: Wrong): Promise<void> {
  const field = fieldOf(scope, label ?? '', group)
  await expect(field).toHaveAccessibleDescription(new RegExp(literal(words)))
  const isGroup = await field.evaluate((element) => element.tagName === 'FIELDSET')
  if (!isGroup) await expect(field).toHaveAttribute('aria-invalid', 'true')
}

async function refusesAll(opened: Opened, { before = {}, wrong }: Round): Promise<void> {
  const shown = wrong.filter(({ label }) => label !== undefined)
  if (wrong.some(({ because }) => because === 'the button cannot be pressed'))
    await expect(opened.send).toBeDisabled()
  if (shown.length === 0) return
  await prepare(opened, before)
  for (const { label, group, typed } of shown)
    if (typed !== undefined && label) await enter(fieldOf(opened.scope, label, group), typed)
  await opened.send.click()
  for (const rule of shown) await expectRefused(opened, rule)
}

test('every form shows the message of each broken rule beside its field and sends nothing', {
  tag: '@desk',
}, async () => {
  test.setTimeout(240_000)
  // The page is left with unsaved changes: the browser's question about them is answered.
  representative.on('dialog', (question) => void question.accept())
  expect(
    Object.keys(forms)
      .filter((name) => name !== 'comment report')
      .sort(),
  ).toEqual(Object.keys(OPEN).sort())
  for (const [name, open] of Object.entries(OPEN)) {
    await test.step(name, async () => {
      const opened = await open()
      await expect(opened.scope).toBeVisible()
      sent.length = 0
      for (const round of forms[name]?.rounds ?? []) await refusesAll(opened, round)
      expect(sent).toEqual([])
    })
    if (name === 'event') await expectNoViolations(representative)
  }
})
