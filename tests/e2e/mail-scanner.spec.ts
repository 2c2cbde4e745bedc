/** A mail scanner that opens every link of a season's mails and presses every button binds nobody (R58, R59). */
import type { Browser, Page } from '@playwright/test'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { deviceOf } from './pledge-dialog.ts'

type Call = Awaited<ReturnType<typeof apiOf>>
type Mail = { to: string; subject: string; text: string }

const MAX_PRESSES = 10
/** Pages of one kind are alike: this many of each are opened. */
const OF_ONE_KIND = 2
const ORDERS = ['from the top', 'from the bottom', 'the biggest first'] as const

let people: Record<'coach' | 'representative' | 'supporter', Page>
let calls: Record<'coach' | 'representative' | 'supporter', Call>
let campaign: Campaign
let goals: string
const stamp = Date.now()

test.beforeAll(async ({ browser }, info) => {
  people = {
    coach: await enterAs(browser, deviceOf(info), 'coach@demo.test'),
    representative: await enterAs(browser, deviceOf(info), 'rep@demo.test'),
    supporter: await enterAs(browser, deviceOf(info), 'supporter@demo.test'),
  }
  campaign = await activeCampaign(people.coach, people.representative, `Scanned ${stamp}`)
  calls = {
    coach: await apiOf(people.coach.request),
    representative: await apiOf(people.representative.request),
    supporter: await apiOf(people.supporter.request),
  }
  const { statistics } = await calls.coach('GET', `/api/campaigns/${campaign.id}`)
  goals = (statistics as { id: string; name: string }[]).find(({ name }) => name === 'Goals')?.id ?? ''
})
test.afterAll(async () => {
  for (const page of Object.values(people)) await page.context().close()
})

const allMails = async (): Promise<Mail[]> =>
  (await (await people.coach.request.get('/api/dev/mail')).json()) as Mail[]
const linkTo = async (email: string, pattern: RegExp): Promise<string> => {
  const found = async () =>
    (await allMails())
      .filter(({ to }) => to === email)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find(Boolean)
  await expect.poll(found).toBeDefined()
  return (await found()) ?? ''
}

/** A card that is charged after a statement and declined: mails with a link to pay. */
async function pledgeWithBill(): Promise<string> {
  const call = calls.supporter
  const { clientSecret } = await call('POST', '/api/cards/setups', {})
  const card = { clientSecret, number: '4000000000000341', expMonth: 12, expYear: 2040, cvc: '123' }
  const saved = await call('POST', '/api/sandbox/card-setups/confirm', card)
  const { id } = await call('POST', `/api/campaigns/${campaign.id}/pledges`, {
    paymentMethod: 'auto_bill_progress',
    stripePaymentMethodId: saved.stripePaymentMethodId,
    pledgeStatistics: [{ statisticId: goals, pledgeAmount: '3.00' }],
  })
  const path = `/api/campaigns/${campaign.id}`
  await calls.coach('POST', `${path}/imports`, { text: pastMatches(campaign.now) })
  const waiting = (await calls.representative('GET', `${path}/results`)) as unknown as { id: string }[]
  const resultIds = waiting.map((one) => one.id)
  await calls.representative('POST', `${path}/results/confirmations`, { resultIds })
  const { version, previewId } = await calls.representative(
    'GET',
    `${path}/settlements/preview?kind=progress`,
  )
  await calls.representative('POST', `${path}/settlements`, { kind: 'progress', version, previewId })
  await calls.representative('POST', '/api/dev/clock', { days: 0 })
  await calls.representative('POST', '/api/dev/clock', { days: 4 })
  return id
}

/** By card, as a browser of its own does: held until the mail is opened. */
async function guestPledge(email: string): Promise<{ id: string; secret: string }> {
  const call = calls.coach
  const begun = await call('POST', `/api/campaigns/${campaign.id}/guest-pledges`, {})
  const { clientSecret } = begun.setup as { clientSecret: string }
  const card = { clientSecret, number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  const saved = await call('POST', '/api/sandbox/guest-card-setups/confirm', card)
  await call('POST', `/api/guest-pledges/${begun.id}/holding`, {
    secret: begun.secret,
    email,
    maximumAmount: '300.00',
    stripePaymentMethodId: saved.stripePaymentMethodId,
    pledgeStatistics: [{ statisticId: goals, pledgeAmount: '2.00' }],
  })
  return { id: begun.id, secret: String(begun.secret) }
}

/** A large one by check, confirmed: it waits for a representative, and its mail offers to take it back. */
async function largePledge(email: string): Promise<string> {
  const call = calls.coach
  const begun = await call('POST', `/api/campaigns/${campaign.id}/guest-pledges`, {})
  await call('POST', `/api/guest-pledges/${begun.id}/holding`, {
    secret: begun.secret,
    email,
    maximumAmount: '12000.00',
    paymentMethod: 'check',
    firstName: 'Rosa',
    lastName: 'Diaz',
    stripePaymentMethodId: null,
    contact: { phone: '541-555-0100', streetAddress1: '1 Main St', city: 'Bend', state: 'OR', zip: '97701' },
    pledgeStatistics: [{ statisticId: goals, pledgeAmount: '90.00' }],
  })
  const link = await linkTo(email, /\/g\/([\w-]{43})/)
  await call('POST', `/api/guest-pledge-links/${link}/confirmation`, {})
  await linkTo(email, /\/g\/([\w-]{43})#changed-mind/)
  return link
}

/** Everything that binds somebody, as it is now. */
async function boundBy({ guest, billed, token, large }: Season): Promise<unknown> {
  const managed = await calls.representative('GET', `/api/dashboard/campaigns/${campaign.id}`)
  const { agreedMaximum, lines, earned, collected, status } = await calls.supporter(
    'GET',
    `/api/pledges/${billed}`,
  )
  const linked = await calls.coach('GET', `/api/pledge-links/${token}`)
  return {
    state: (await calls.coach('POST', `/api/guest-pledges/${guest.id}/state`, { secret: guest.secret }))
      .state,
    pledges: managed.pledges,
    billed: { agreedMaximum, lines, earned, collected, status },
    linked: [linked.agreedMaximum, linked.lines, linked.status],
    large: (await calls.coach('GET', `/api/guest-pledge-links/${large}`)).heldState,
  }
}

type Season = { guest: { id: string; secret: string }; billed: string; token: string; large: string }

async function playSeason(): Promise<Season> {
  const billed = await pledgeWithBill()
  const confirmed = `confirmed-${stamp}@example.test`
  await guestPledge(confirmed)
  const link = await linkTo(confirmed, /\/g\/([\w-]{43})/)
  const { pledgeUrl } = await calls.coach('POST', `/api/guest-pledge-links/${link}/confirmation`, {})
  const token = String(pledgeUrl).slice('/p/'.length)
  const wanted = { kind: 'raise', statisticId: goals, pledgeAmount: '7.00' }
  const shown = await calls.coach(
    'GET',
    `/api/pledge-links/${token}/changes/preview?${new URLSearchParams(wanted)}`,
  )
  await calls.coach('POST', `/api/pledge-links/${token}/changes`, { ...wanted, agreedMaximum: shown.most })
  const guest = await guestPledge(`waiting-${stamp}@example.test`)
  const invited = { email: `ambassador-${stamp}@example.test` }
  await calls.coach('POST', `/api/campaigns/${campaign.id}/ambassadors`, invited)
  await linkTo(`waiting-${stamp}@example.test`, /\/g\/([\w-]{43})/)
  await linkTo(confirmed, /\/change\/([\w-]{43})/)
  const large = await largePledge(`large-${stamp}@example.test`)
  return { guest, billed, token, large }
}

const kindOf = (path: string): string => path.replace(/[\w-]{36,43}/g, '*')

/** Every page of ours that a mail of this season leads to. */
async function mailedPages(): Promise<string[]> {
  const own = (await allMails()).filter(
    ({ subject, text, to }) => `${subject} ${text}`.includes(campaign.name) || to.includes(String(stamp)),
  )
  const paths = own.flatMap(({ text }) =>
    [...text.matchAll(/https?:\/\/localhost:\d+(\/[^\s)>\]”]+)/g)].map(([, path = '']) =>
      path.replace(/[.,]$/, ''),
    ),
  )
  const kinds = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const alike = kinds.get(kindOf(path)) ?? []
    if (alike.length < OF_ONE_KIND) kinds.set(kindOf(path), [...alike, path])
  }
  return [...kinds.values()].flat()
}

/** Presses the next control that was not pressed yet; null where none is left. Runs in the page. */
function pressNext([order, pressed]: [string, string[]]): string | null {
  const controls = 'button, [role="button"], summary, .chip, [role="radio"]'
  const nameOf = (one: HTMLElement) => one.textContent?.trim() || one.getAttribute('aria-label') || ''
  const left = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (one) => one.offsetParent !== null && !pressed.includes(nameOf(one)),
  )
  const area = (one: HTMLElement) => one.offsetWidth * one.offsetHeight
  if (order === 'from the bottom') left.reverse()
  if (order === 'the biggest first') left.sort((one, other) => area(other) - area(one))
  // What is in front is pressed first.
  const next = left.find((one) => one.closest('[role="dialog"]')) ?? left[0]
  const name = next ? nameOf(next) : null
  next?.click()
  return name
}

/** Its scripts run, and nothing is being loaded or sent. */
const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (!document.querySelector('script[data-after-paint]') || '__reactRouterRouteModules' in window) &&
      !document.querySelector('[aria-busy="true"], [data-waits]'),
  )

async function pressEverything(
  browser: Browser,
  baseURL: string | undefined,
  path: string,
  order: string,
): Promise<number> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  const pressed: string[] = []
  await page.goto(path)
  await settled(page)
  while (pressed.length < MAX_PRESSES && !page.url().includes('/sign-in')) {
    const name = await page.evaluate(pressNext, [order, pressed] as [string, string[]])
    if (name === null) break
    pressed.push(name)
    await settled(page)
  }
  await context.close()
  return pressed.length
}

test('every button of every mailed page, in several orders, binds nobody', async ({ browser, baseURL }) => {
  test.setTimeout(420_000)
  const season = await playSeason()
  const pages = await mailedPages()
  for (const kind of ['/g/*', '/change/*', '/p/*'])
    expect(pages.map((path) => kindOf(path).replace(/#.*/, ''))).toContain(kind)
  const before = await boundBy(season)
  for (const order of ORDERS) {
    let presses = 0
    for (const path of pages) presses += await pressEverything(browser, baseURL, path, order)
    expect(presses).toBeGreaterThan(pages.length)
    expect(await boundBy(season), order).toEqual(before)
  }
  expect(before).toMatchObject({ state: 'held', large: 'held' })
})
