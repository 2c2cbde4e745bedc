/** What a reader with a very large font would not see: text that is cut off, or outside of the screen. */
import type { Page } from '@playwright/test'

/** Chrome's "Very large" and more: twice the usual 16. */
const VERY_LARGE_PX = 32

/** As set in the browser itself, which media queries in rem know too. */
export async function preferLargeType(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: VERY_LARGE_PX, fixed: VERY_LARGE_PX } })
}

/** As set by an extension or a style of the reader's own, which media queries do not know. */
export const styleLargeType = (page: Page): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${VERY_LARGE_PX}px`)

/** A table in a region of its own may scroll sideways, and a long text may end after some lines. */
const KEPT = '[tabindex="0"][aria-label], [class*="line-clamp"], .campaign-list h3 a, .skip-link'

/** Every text that is cut off at its side, and how far the page scrolls sideways. */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate((kept) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found =
      scrollWidth > clientWidth ? [`the page scrolls ${scrollWidth - clientWidth}px sideways`] : []
    /** In a box of one pixel, as `.sr-only` and the column names of a table shown as records. */
    const isForScreenReaders = (part: Element): boolean => {
      const { width, height } = part.getBoundingClientRect()
      const isOnePixel = width === 1 && height === 1
      return isOnePixel || (part.parentElement !== null && isForScreenReaders(part.parentElement))
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim() ?? ''
      const around = text.parentElement
      const isShown = around?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      if (words === '' || !around || !isShown || around.closest(`${kept}, script, style, noscript, option`))
        continue
      if (isForScreenReaders(around)) continue
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width < 2) continue
      const isOutside = box.left < -1 || box.right > clientWidth + 1
      const isCutBy = (part: Element): boolean => {
        const { overflowX, position } = getComputedStyle(part)
        const edges = part.getBoundingClientRect()
        const isCut = overflowX !== 'visible' && (box.left < edges.left - 2 || box.right > edges.right + 2)
        const next = position === 'fixed' ? null : part.parentElement
        return isCut || (next !== null && isCutBy(next))
      }
      if (isOutside || isCutBy(around)) found.push(words.slice(0, 60))
    }
    return found
  }, KEPT)
