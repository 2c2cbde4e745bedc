/**
 * npm run screens -- http://localhost:3000 [folder]: looks at every screen of a running demo as each kind of user, on a
 * phone and at a desk, in light and dark: what axe finds, links that lead nowhere, pages wider than the screen and
 * errors of the script. Opens the dialogs that change nothing by themselves. With a folder, keeps a picture of each.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { paint, RULES, RULES_OF_COLOR, violationsOn } from '#tests/e2e/accessibility.ts'
import routes from '#web/routes.ts'
import { kindOf, patternsOf } from './addresses.ts'
import { PEOPLE, type Person } from './people.ts'

const [base = 'http://localhost:3000', folder, ...only] = process.argv.slice(2)
const patterns = patternsOf(routes)
const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const
type Width = keyof typeof WIDTHS
/** What opens a dialog and, by itself, changes nothing. */
const OPENS =
  /^(Enter Results|One Result|Import|Add|Edit|New|Invite|Prepare|Approve|Details|Void|Correct|Record|Reverse|Decline|Cancel (Campaign|Pledge)|Refund|Lock in|Merge|Propose|Remove|Find|Yes|Share|Create|Change|Delete|Hand out|Close|Leave)/i
/** What is no dialog's opener although it is called so. */
const NOT = /^(Create Account|Change Photo|Close)$/i
const DIALOG = '[role=dialog], [role=alertdialog]'
const MOST_SCREENS = 60
const MOST_DIALOGS = 12

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
    ...{ baseURL: base, viewport: WIDTHS[width], reducedMotion: 'reduce', locale: 'en-US' },
    ...(width === 'phone' ? { hasTouch: true, isMobile: true } : {}),
  })
  if (person.email) await signIn(context, person.email)
  const page = await context.newPage()
  let at = ''
  page.on('pageerror', ({ message }) => complain(`${person.name} ${at}`, message))
  const waiting = [...person.starts]
  const done = new Set<string>()
  while (waiting.length > 0 && done.size < MOST_SCREENS) {
    const address = waiting.shift() ?? ''
    const kind = kindOf(patterns, address) ?? address
    if (done.has(kind)) continue
    done.add(kind)
    at = `${kind} (${address}) ${width}`
    const answer = await page.goto(address)
    await settle(page)
    const isMeant = person.starts.includes(address)
    if (!isMeant && (answer?.status() ?? 500) >= 400)
      complain(person.name, `a link leads to ${address}, which answers ${answer?.status()}`)
    seen.add(kind)
    await look(page, `${person.name} ${at}`, nameOf(person, kind, width))
    waiting.push(...(await linksOf(page)))
    await lookAtDialogs(page, `${person.name} ${at}`, nameOf(person, kind, width), address)
  }
  console.log(`${person.name}, ${width}: ${done.size} screens`)
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

/** Links within the site that lead to a screen; never what signs out or downloads. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
      .map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search, hash }) => pathname + search + hash),
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

async function lookAtDialogs(page: Page, where: string, name: string, address: string): Promise<void> {
  const buttons = page.locator('main button:visible, [role=main] button:visible')
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
  )
  const kinds = new Map<string, number>()
  names.forEach((text, index) => {
    const kind = text.split(/[:$#]/)[0]?.trim() ?? ''
    if (OPENS.test(text) && !NOT.test(text) && !kinds.has(kind)) kinds.set(kind, index)
  })
  for (const [kind, index] of [...kinds].slice(0, MOST_DIALOGS)) {
    await buttons
      .nth(index)
      .click({ timeout: 3_000 })
      .catch(() => undefined)
    const dialog = page.locator('[role=dialog]:visible, [role=alertdialog]:visible').first()
    const isOpen = await dialog
      .waitFor({ timeout: 1_500 })
      .then(() => true)
      .catch(() => false)
    if (!isOpen && page.url().endsWith(address)) continue
    if (isOpen) {
      await settle(page)
      await look(page, `${where} "${kind}"`, `${name}-${kind.replaceAll(/[^a-z0-9]+/gi, '-')}`)
    }
    await page.goto(address)
    await settle(page)
  }
}
