/**
 * After a link within the site, the focus goes to the new page's heading, as it does by itself when a browser loads a
 * page: a screen reader says where one is, and Tab goes on from there. Loaded with the first link that is followed.
 */
import { focusOn } from '#web/ui/focus.ts'

const LONGEST_WAIT_MS = 30_000
const DIALOG = '[role="dialog"],[role="alertdialog"]'

let stopWaiting = (): void => undefined

/** `from` had the focus when the page changed. */
export function reachPage(from: Element | null): void {
  stopWaiting()
  // A menu that was open gives the focus back to its button first.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => wait(from))
  })
  stopWaiting = () => cancelAnimationFrame(frame)
}

function wait(from: Element | null): void {
  const isTaken = (active: Element | null): boolean =>
    active !== from && active?.closest(`main,${DIALOG}`) != null
  // The page, or a dialog on it, has put the focus where it wants it.
  if (document.querySelector(DIALOG) || isTaken(document.activeElement) || isOwnField(from)) return
  const start = document.activeElement
  const isElsewhere = (): boolean =>
    document.activeElement !== start && document.activeElement !== document.body
  const look = (): void => {
    if (isElsewhere() || reach(targetOf())) stopWaiting()
  }
  const watch = new MutationObserver(look)
  const timer = setTimeout(() => {
    stopWaiting()
    if (!isElsewhere()) reach(document.querySelector('main'))
  }, LONGEST_WAIT_MS)
  stopWaiting = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
  look()
}

/** A link may still be there on the next page; a field that has the focus was given it by that page. */
const isOwnField = (from: Element | null): boolean =>
  Boolean(from?.isConnected && from.closest('main') && !from.closest('a'))

/** Nothing while the page still loads. */
function targetOf(): Element | null {
  const main = document.querySelector('main:not([aria-busy="true"])')
  return main && (named(location.hash.slice(1)) ?? main.querySelector('h1'))
}

/** A typed address may contain a malformed escape. */
function named(id: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(id))
  } catch {
    return null
  }
}

/** The router scrolls. An element that cannot have the focus can have it, without a ring, until it loses it. */
function reach(target: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (!target.matches('a[href],button,input,select,textarea,summary,[tabindex]')) {
    target.dataset.reached = ''
    target.addEventListener('blur', () => delete target.dataset.reached, { once: true })
  }
  focusOn(target, { preventScroll: true })
  return true
}
