/** A campaign's schedule: in its time zone, validated in words, moved by its owner until a match has started. */
import type { Locator, Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, dayFrom, enterAs, expect, test } from './fixtures.ts'

let campaign: Campaign
let coach: Page
let representative: Page

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Schedule ${project.name}-${Date.now()}`)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const open = (page: Page) => page.goto(`/dashboard/campaigns/${campaign.id}?tab=events`)
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function addMatch(name: string): Promise<void> {
  const call = await apiOf(representative.request)
  await call('POST', `/api/campaigns/${campaign.id}/events`, {
    name,
    eventType: 'game',
    opponent: name.replace('at ', ''),
    venue: 'away',
    startTime: `${dayFrom(campaign.now, 9)}T01:30:00Z`,
    location: 'Lower Field',
  })
}

/** As people type it: month first. */
const typed = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

async function pick(form: Locator, which: 'Start' | 'End', day: string, time?: string): Promise<void> {
  const group = form.getByRole('group', { name: which })
  await group.getByRole('textbox', { name: 'Day' }).fill(typed(day))
  await group.getByRole('textbox', { name: 'Day' }).blur()
  if (time) await group.getByLabel('Time').fill(time)
}

async function choose(form: Locator, page: Page, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an event is added in the campaign’s time zone; its end is proposed one hour after the start', {
  tag: '@phone',
}, async () => {
  const page = representative
  await open(page)
  await expect(page.getByRole('columnheader')).toHaveText(['Event', 'Type', 'Time', 'Location', 'Edit'])
  await page.getByRole('button', { name: 'Add Event' }).click()
  const form = drawer(page, 'Add Event')
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(form.getByText('Event name is required')).toBeVisible()
  await expect(form.getByText('Please select an event type')).toBeVisible()
  await expect(form.getByText('Start time is required')).toBeVisible()
  await expect(form.getByLabel('Event Name')).toBeFocused()

  await form.getByLabel('Event Name').fill('at Lakeside')
  await choose(form, page, 'Type', 'Game')
  await form.getByLabel('Opponent').fill('Lakeside')
  await choose(form, page, 'Where', 'Away')
  await form.getByLabel('Location').fill('Lakeside Field')
  await pick(form, 'Start', dayFrom(campaign.now, -3), '18:30')
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(form.getByText('Start time cannot be before today')).toBeVisible()
  // Focus goes to what is wrong, even in a field that is not native.
  await expect(form.getByRole('group', { name: 'Start' }).getByRole('textbox', { name: 'Day' })).toBeFocused()
  await expect(form.getByLabel('Event Name')).toHaveValue('at Lakeside')

  const day = dayFrom(campaign.now, 9)
  await pick(form, 'Start', day, '18:30')
  await pick(form, 'End', day)
  const end = form.getByRole('group', { name: 'End' })
  await expect(end.getByLabel('Time')).toHaveValue('7:30 PM')
  await end.getByLabel('Time').fill('17:00')
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(form.getByText('End time cannot be before the start time')).toBeVisible()
  await form.getByRole('button', { name: 'Clear: End' }).click()
  await expect(end.getByLabel('Time')).toHaveValue('')
  await end.getByLabel('Time').fill('21:00')
  await end.getByLabel('Time').blur()
  await expect(end.getByRole('textbox', { name: 'Day' })).toHaveValue(typed(day))
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(page.getByText('Event added successfully!', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(row(page, 'at Lakeside')).toContainText(/Game.*6:30\sPM.*Lakeside Field/)

  const call = await apiOf(page.request)
  const { events } = (await call('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
    events: { name: string; startTime: string; endTime: string; opponent: string; venue: string }[]
  }
  const added = events.find(({ name }) => name === 'at Lakeside')
  // Oregon's evening, from a browser in New York.
  const inOregon = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hour: 'numeric',
    minute: '2-digit',
  })
  expect(inOregon.format(Date.parse(added?.startTime ?? ''))).toBe('6:30 PM')
  expect(inOregon.format(Date.parse(added?.endTime ?? ''))).toBe('9:00 PM')
  expect(added).toMatchObject({ opponent: 'Lakeside', venue: 'away' })
})

test('an event whose time is not known is added with its day, and gets its time later', {
  tag: '@phone',
}, async () => {
  const page = representative
  await open(page)
  await page.getByRole('button', { name: 'Add Event' }).click()
  const form = drawer(page, 'Add Event')
  await form.getByLabel('Event Name').fill('vs. Sandpoint')
  await choose(form, page, 'Type', 'Game')
  await form.getByRole('checkbox', { name: 'Time not known yet' }).check()
  const start = form.getByRole('group', { name: 'Start' })
  await expect(start.getByLabel('Time')).toBeHidden()
  await pick(form, 'Start', dayFrom(campaign.now, 9))
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, 'vs. Sandpoint')).toContainText('Time TBD')

  await page.getByRole('button', { name: 'Edit vs. Sandpoint' }).click()
  const edited = drawer(page, 'Edit Event')
  const unknown = edited.getByRole('checkbox', { name: 'Time not known yet' })
  await expect(unknown).toBeChecked()
  await unknown.uncheck()
  const time = edited.getByRole('group', { name: 'Start' }).getByLabel('Time')
  await expect(time).toHaveValue('')
  await edited.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edited.getByText('Start time is required')).toBeVisible()
  await time.fill('19:00')
  await edited.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edited).toBeHidden()
  await expect(row(page, 'vs. Sandpoint')).toContainText(/7:00\sPM/)
})

test('an edited event opens with its saved values, and a practice has no opponent', {
  tag: '@desk',
}, async () => {
  const page = representative
  await open(page)
  await (await alive(page.getByRole('button', { name: 'Edit vs. Summit' }))).click()
  const form = drawer(page, 'Edit Event')
  await expect(form.getByLabel('Event Name')).toHaveValue('vs. Summit')
  await expect(form.getByRole('combobox', { name: 'Type' })).toHaveText('Game')
  await expect(form.getByLabel('Opponent')).toHaveValue('Summit')
  await pick(form, 'Start', dayFrom(campaign.now, -2))
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Start time cannot be before today')).toBeVisible()
  await pick(form, 'Start', dayFrom(campaign.now, 4), '10:15')
  await choose(form, page, 'Type', 'Practice')
  await expect(form.getByLabel('Opponent')).toHaveCount(0)
  await form.getByRole('switch', { name: 'Completed' }).check()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Event updated successfully!', { exact: true })).toBeVisible()
  await expect(row(page, 'vs. Summit')).toContainText(/Completed.*Practice.*10:15\sAM/)
})

test(
  'saving an event that somebody else changed shows both values and keeps what was typed',
  { tag: '@desk' },
  async ({ browser }, { project }) => {
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const other = await enterAs(browser, use, 'rep2@demo.test')
    await addMatch('at Harbor')
    for (const page of [representative, other]) {
      await open(page)
      await (await alive(page.getByRole('button', { name: 'Edit at Harbor' }))).click()
    }
    const first = drawer(representative, 'Edit Event')
    const second = drawer(other, 'Edit Event')
    await first.getByLabel('Location').fill('Main Stadium')
    await first.getByRole('button', { name: 'Save Changes' }).click()
    await expect(first).toBeHidden()
    await second.getByLabel('Event Name').fill('Derby at Harbor')
    await second.getByRole('button', { name: 'Save Changes' }).click()
    await expect(second.getByText('Location: was Lower Field, is now Main Stadium')).toBeVisible()
    await expect(second.getByLabel('Event Name')).toHaveValue('Derby at Harbor')
    await second.getByRole('button', { name: 'Use their version' }).click()
    await expect(second.getByText('Someone else saved this')).toHaveCount(0)
    await expect(second.getByLabel('Location')).toHaveValue('Main Stadium')
    await second.getByLabel('Event Name').fill('Derby at Harbor')
    await second.getByRole('button', { name: 'Save Changes' }).click()
    await expect(row(other, 'Derby at Harbor')).toContainText('Main Stadium')
    await other.context().close()
  },
)

test('an event removed from its own form leaves the focus in the list of events', {
  tag: '@desk',
}, async () => {
  const page = representative
  await addMatch('at Redmond')
  await open(page)
  await (await alive(page.getByRole('button', { name: 'Edit at Redmond' }))).click()
  await drawer(page, 'Edit Event').getByRole('button', { name: 'Remove event' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove at Redmond?' })
  await question.getByRole('button', { name: 'Remove event' }).click()
  await expect(page.getByText('Event removed', { exact: true })).toBeVisible()
  await expect(row(page, 'at Redmond')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Not in the navigation beside it, whose titles come first in the document.
  await expect(page.getByRole('region', { name: 'Events' }).locator(':focus')).toHaveCount(1)
})

test('the owner of an active campaign moves a match, and asks a representative, who answers', {
  tag: '@desk',
}, async () => {
  const opponent = 'at Harborview'
  await addMatch(opponent)
  await open(coach)
  await (await alive(coach.getByRole('button', { name: `Edit ${opponent}` }))).click()
  const form = drawer(coach, 'Edit Event')
  await form.getByRole('button', { name: 'Ask your representative' }).click()
  const ask = coach.getByRole('dialog', { name: 'Ask your representative' })
  await ask.getByRole('button', { name: 'Send' }).click()
  await expect(coach.getByText('Your representative was asked', { exact: true })).toBeVisible()
  await pick(form, 'Start', dayFrom(campaign.now, 9), '18:00')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(coach, opponent)).toContainText(/6:00\sPM/)

  await open(representative)
  const asked = representative.getByRole('region', { name: 'Asked by its owner' })
  await expect(asked).toContainText(opponent)
  await asked.getByRole('button', { name: 'Mark as done' }).click()
  await expect(representative.getByText('Answered', { exact: true })).toBeVisible()
  await expect(asked).toHaveCount(0)
})

test('an owner adds events to a draft', { tag: '@desk' }, async () => {
  const call = await apiOf(coach.request)
  const { organization } = (await call('GET', `/api/dashboard/campaigns/${campaign.id}`)) as unknown as {
    organization: { id: string }
  }
  const draft = await call('POST', '/api/campaigns', {
    name: 'Next year',
    organizationId: organization.id,
    aboutThisCampaign: 'Again.',
    goal: 1000,
    startDate: dayFrom(campaign.now, 1),
    endDate: dayFrom(campaign.now, 90),
    campaignType: 'athletic',
    template: 'soccer',
  })
  await coach.goto(`/dashboard/campaigns/${draft.id}?tab=events`)
  await expect(coach.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  await coach.getByRole('button', { name: 'Add Event' }).click()
  const form = drawer(coach, 'Add Event')
  await form.getByLabel('Event Name').fill('Car wash')
  await choose(form, coach, 'Type', 'Fundraiser')
  await pick(form, 'Start', dayFrom(campaign.now, 2), '09:00')
  await form.getByRole('button', { name: 'Add Event' }).click()
  await expect(row(coach, 'Car wash')).toContainText(/Fundraiser.*9:00\sAM/)
})

test('the event form has no accessibility violations', { tag: '@phone' }, async () => {
  const page = representative
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addMatch('at Ridgeview')
  await open(page)
  await (await alive(page.getByRole('button', { name: 'Edit at Ridgeview' }))).click()
  const form = drawer(page, 'Edit Event')
  await form.getByLabel('Event Name').fill('')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Event name is required')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
})
