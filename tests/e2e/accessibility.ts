/** Accessibility violations that axe finds on a page as it is now, by WCAG 2.2 AA and axe’s own best practice. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a color scheme can change; everything else is the same in both. */
export const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

type Part = {
  /** Selectors of what is checked; without any it is the whole page. */
  within?: readonly string[]
}

/** In the color scheme that the page has now. */
export async function expectNoViolations(page: Page, { within = [] }: Part = {}): Promise<void> {
  await expectNothing(page, within, { type: 'tag', values: RULES })
}

/** Every rule in the light scheme, and then those about color in the dark one. */
export async function expectNoViolationsInBothSchemes(page: Page, { within = [] }: Part = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(page, within, { type: 'tag', values: RULES })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(page, within, { type: 'rule', values: RULES_OF_COLOR })
  await page.emulateMedia({ colorScheme: null })
}

async function expectNothing(page: Page, within: readonly string[], runOnly: axe.RunOnly): Promise<void> {
  expect(await violationsOn(page, { within, runOnly })).toEqual([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Each violated rule, with the elements and what to do. Frames of other sites are left out. The script of axe is read
 * once for each document, not for each check: reading it costs more than checking a small page.
 */
export async function violationsOn(
  page: Page,
  { within = [], runOnly }: Part & { runOnly: axe.RunOnly },
): Promise<[id: string, elements: string[]][]> {
  await page.evaluate(paint)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([selectors, rules]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const context = selectors.length > 0 ? { include: selectors.map((one) => [one]) } : document
      const options: axe.RunOptions = { runOnly: rules, resultTypes: ['violations'], iframes: false }
      const { violations } = await checker.run(context, options)
      return violations.map(({ id, nodes }): [string, string[]] => [
        id,
        nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      ])
    },
    [within, runOnly] as const,
  )
}

/**
 * An element that is not laid out yet has no color behind it, and one in transition still has the color of the other
 * scheme. An inherited color changes after the one that it comes from, so this waits until nothing changes anymore.
 */
export async function paint(): Promise<void> {
  document.documentElement.dataset.settled = ''
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // In a folded part a transition that has finished stays listed.
    const transitions = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.playState !== 'finished')
    if (transitions.length === 0) return
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }
}
