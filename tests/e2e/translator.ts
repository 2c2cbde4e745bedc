/** A browser that translates a page, as its script sees it: every text node is replaced by an element of another owner. */
import { expect, type Page } from '@playwright/test'
import { allParts } from './fixtures.ts'

/** Runs in the page: like Chrome's translator, it wraps each text in two `<font>`, also what comes or changes later. */
function startTranslating(): void {
  const skipped = 'script, style, noscript, textarea, title, code, option, font, [translate="no"]'
  const swapped: [text: Text, font: HTMLElement, was: string][] = []
  const wrap = (text: Text): void => {
    const was = text.data
    if (!text.isConnected || !/[\p{L}\d]/u.test(was) || text.parentElement?.closest(skipped)) return
    const font = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = was
    font.append(inner)
    swapped.push([text, font, was])
    text.replaceWith(font)
  }
  const wrapAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(wrap)
  }
  wrapAll(document.body)
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') wrap(target as Text)
      for (const node of addedNodes) node instanceof Text ? wrap(node) : wrapAll(node)
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  /** What the page shows although its script says something else by now. */
  const stale = () =>
    swapped
      .filter(([text, font, was]) => font.isConnected && text.data !== was)
      .map(([text, , was]) => `${was} instead of ${text.data}`)
  Object.assign(window, { staleTexts: stale })
}

export async function translate(page: Page): Promise<void> {
  await allParts(page)
  await page.evaluate(startTranslating)
}

/** Nothing that is shown is out of date, and the page is still there. */
export async function expectWhole(page: Page): Promise<void> {
  const stale = () => page.evaluate(() => (window as unknown as { staleTexts: () => string[] }).staleTexts())
  await expect.poll(stale).toEqual([])
  await expect(page.getByRole('heading', { name: /Not Found|failed/ })).toHaveCount(0)
}
