/**
 * npm run screens -- http://localhost:3000 [folder]: visits every screen of a running demo as each kind of user, on a
 * phone, a tablet and a desktop, in light and dark: what axe finds, links that lead nowhere, pages wider than the screen,
 * what moves while a page loads with the processor slowed down, and script errors. Opens each dialog of a screen once, by
 * controls that alone change nothing. With a folder, keeps a picture of each. After the folder, only these: `owner` or
 * `owner-tablet`. One person at one width takes at most ten minutes, and what was not reached by then is listed.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { paint, RULES, RULES_OF_COLOR, violationsOn } from '#tests/e2e/accessibility.ts'
import routes from '#web/routes.ts'
import { kindOf, patternOf, patternsOf } from './addresses.ts'
import { openThrottled, recordMoves } from './moves.ts'
import { PEOPLE, type Person } from './people.ts'

const [base = 'http://localhost:3000', folder, ...only] = process.argv.slice(2)
const patterns = patternsOf(routes)
const WIDTHS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
} as const
type Width = keyof typeof WIDTHS
/** What opens a dialog and alone changes nothing. */
const OPENS =
  /^(Enter Results|One Result|Import|Add|Edit|New|Invite|Prepare|Approve|Details|Void|Correct|Record|Reverse|Decline|Cancel (Campaign|Pledge)|Refund|Lock in|Merge|Propose|Remove|Find|Yes|Share|Create|Change|Delete|Hand out|Close|Leave)/i
/** Names that match, but do not open a dialog. */
const NOT = /^(Create (Account|Draft)|Change Photo|Close|Invite as .*)$/i
/** A button that each row has, followed by the row's name. */
const ROWS = /^(Remove|Delete|Void|Correct|Details|Hand out|Edit(?! (Campaign|details)))/
const DIALOG = '[role=dialog], [role=alertdialog]'
const MAX_SCREENS = 60
const MAX_DIALOGS = 12
const MAX_MS = 10 * 60_000

const problems = new Set<string>()
const seen = new Set<string>()

const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
})
for (const person of PEOPLE)
  for (const width of Object.keys(WIDTHS) as Width[])
    if (only.length === 0 || only.includes(person.name) || only.includes(`${person.name}-${width}`))
      await lookAsOne(person, width)
await browser.close()

const unseen = patterns.filter(
  (pattern) => ![...seen].some((kind) => kind.split('?tab')[0] === `/${pattern}`),
)
if (only.length === 0 && unseen.length > 0) console.log(`Never reached: ${unseen.join(', ')}`)
console.log(`${seen.size} screens and tabs, ${problems.size} problems`)
process.exitCode = problems.size === 0 ? 0 : 1

function complain(where: string, what: string): void {
  const text = `${where}: ${what}`
  if (!problems.has(text)) console.log(text)
  problems.add(text)
}

async function lookAsOne(person: Person, width: Width): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: WIDTHS[width],
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...(width !== 'desk' ? { hasTouch: true, isMobile: true } : {}),
  })
  if (person.email) await signIn(context, person.email)
  const page = await context.newPage()
  const session = await recordMoves(page)
  let at = ''
  page.on('pageerror', ({ message }) => complain(`${person.name} ${at}`, message))
  page.on('console', (said) => {
    // A refusal by the server shows in the status of the page itself.
    if (said.type() === 'error' && !said.text().startsWith('Failed to load resource'))
      complain(`${person.name} ${at}`, said.text())
  })
  const waiting = [...person.starts]
  const done = new Set<string>()
  const opened = new Set<string>()
  const until = Date.now() + MAX_MS
  while (waiting.length > 0 && done.size < MAX_SCREENS && Date.now() < until) {
    const address = waiting.shift() ?? ''
    const kind = kindOf(patterns, address) ?? address
    if (done.has(kind)) continue
    done.add(kind)
    at = `${kind} (${address}) ${width}`
    const { response: answer, moves } = await openThrottled(page, session, address)
    for (const move of moves) complain(`${person.name} ${at}`, move)
    await settle(page)
    const isMeant = person.starts.includes(address)
    if (!isMeant && (answer?.status() ?? 500) >= 400)
      complain(person.name, `a link leads to ${address}, which answers ${answer?.status()}`)
    seen.add(kind)
    await look(page, `${person.name} ${at}`, nameOf(person, kind, width))
    waiting.push(...(await linksOf(page)))
    const screen = { where: `${person.name} ${at}`, name: nameOf(person, kind, width), address, until }
    await lookAtDialogs(page, screen, opened)
  }
  const left = new Set(waiting.map((address) => kindOf(patterns, address) ?? address)).difference(done)
  if (left.size > 0) console.log(`${person.name}, ${width}: not reached: ${[...left].join(', ')}`)
  console.log(`${person.name}, ${width}: ${done.size} screens, ${opened.size} dialogs`)
  await context.close()
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const data = { email, password: 'demo-password' }
  const answer = await context.request.post('/api/identity/sign-in/email', { data })
  if (!answer.ok()) throw new Error(`${email}: ${await answer.text()}`)
}

function nameOf({ name }: Person, kind: string, width: Width): string {
  return `${name}${kind.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}`
}

async function settle(page: Page): Promise<void> {
  // A page that keeps a stream open is never idle.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await page.evaluate(paint)
}

/** Links within the site that lead to a screen; never one that signs out or downloads. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
      .map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search }) => pathname + search),
  )
  return links.filter((link) => !link.startsWith('/api/') && !link.startsWith('/c/'))
}

async function look(page: Page, where: string, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (wide > 0) complain(where, `${wide} px wider than the screen`)
  await check(page, where, { type: 'tag', values: RULES })
  await check(page, where, { type: 'rule', values: ['label-content-name-mismatch'] })
  await picture(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await check(page, `${where} dark`, { type: 'rule', values: RULES_OF_COLOR })
  await picture(page, `${name}-dark`)
}

async function picture(page: Page, name: string): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const isDialog = await page.locator(DIALOG).count()
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: isDialog === 0 })
}

async function check(page: Page, where: string, runOnly: RunOnly): Promise<void> {
  // What is behind an open dialog is checked with its own screen.
  const isDialog = await page.locator(DIALOG).count()
  for (const [id, elements] of await violationsOn(page, { within: isDialog > 0 ? [DIALOG] : [], runOnly }))
    for (const element of elements) complain(where, `${id}: ${element.replaceAll(/\s+/g, ' ')}`)
}

type Screen = { where: string; name: string; address: string; until: number }

/** Those that no earlier screen of this person opened: those in a header are the same on each of its tabs. */
async function lookAtDialogs(page: Page, screen: Screen, opened: Set<string>): Promise<void> {
  const buttons = page.locator('main button:visible, [role=main] button:visible')
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
  )
  const pattern = patternOf(patterns, screen.address)
  const kinds = new Map<string, string>()
  for (const text of names) {
    // Of buttons that rows repeat with their own name, one is tried.
    const kind = (ROWS.exec(text)?.[0] ?? text).split(/[:$#]/)[0]?.trim() ?? ''
    if (!OPENS.test(text) || NOT.test(text) || opened.has(`${pattern} ${kind}`)) continue
    if (!kinds.has(kind)) kinds.set(kind, text)
  }
  for (const [kind, name] of [...kinds].slice(0, MAX_DIALOGS)) {
    if (Date.now() > screen.until) return
    // By its name: content that loads meanwhile moves the others.
    const button = buttons.and(page.getByRole('button', { name, exact: true })).first()
    if (await lookAtOne(page, button, kind, screen)) opened.add(`${pattern} ${kind}`)
  }
}

/** Returns whether it opened one; afterwards the screen is as before. */
async function lookAtOne(page: Page, button: Locator, kind: string, screen: Screen): Promise<boolean> {
  const before = page.url()
  await button.click({ timeout: 3_000 }).catch(() => undefined)
  const dialog = page.locator('[role=dialog]:visible, [role=alertdialog]:visible').first()
  const isOpen = await dialog
    .waitFor({ timeout: 1_500 })
    .then(() => true)
    .catch(() => false)
  if (isOpen) {
    await settle(page)
    await look(page, `${screen.where} "${kind}"`, `${screen.name}-${kind.replaceAll(/[^a-z0-9]+/gi, '-')}`)
    await page.keyboard.press('Escape')
    const isClosed = await dialog
      .waitFor({ state: 'detached', timeout: 1_500 })
      .then(() => true)
      .catch(() => false)
    if (isClosed && page.url() === before) return true
  }
  if (isOpen || page.url() !== before) {
    await page.goto(screen.address)
    await settle(page)
  }
  return isOpen
}
