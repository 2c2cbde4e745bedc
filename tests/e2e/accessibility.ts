/** Accessibility violations that axe finds on a page as it is now, by WCAG 2.2 AA and axe’s own best practice. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a color scheme can change; everything else is the same in both. */
export const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

type Part = {
  /** Selectors of what is checked; without any it is the whole page. */
  within?: readonly string[]
}

/** In the color scheme that the page has now. */
export async function expectNoViolations(page: Page, { within = [] }: Part = {}): Promise<void> {
  await expectNothing(page, within, (axe) => axe.withTags(RULES))
}

/** Every rule in the light scheme, and then those about color in the dark one. */
export async function expectNoViolationsInBothSchemes(page: Page, part: Part = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(page, part)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(page, part.within ?? [], (axe) => axe.withRules(RULES_OF_COLOR))
  await page.emulateMedia({ colorScheme: null })
}

async function expectNothing(
  page: Page,
  within: readonly string[],
  ruled: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await page.evaluate(paint)
  // Only violations are reported, and the report is put together in the page itself, without a second one.
  const all = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const axe = within.reduce((part, selector) => part.include(selector), all)
  const { violations } = await ruled(axe).analyze()
  expect(
    violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    ]),
  ).toEqual([])
}

/** What is not laid out yet has no color behind it, and what changes its color still has the one of the other scheme. */
export async function paint(): Promise<void> {
  document.documentElement.dataset.settled = ''
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}
