/** What had the focus is gone, or nothing had it. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * A heading or a region can get it too: a screen reader says it and goes on from there. Only until it leaves: a press on
 * one that could still have it would take the focus from where somebody is.
 */
export function focusOn(target: Element | null | undefined, options?: FocusOptions): void {
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    const leave = (): void => {
      // Another window came to the front: it still has the focus in this one.
      if (document.activeElement === target) return
      target.removeAttribute('tabindex')
      target.removeEventListener('blur', leave)
    }
    target.tabIndex = -1
    target.addEventListener('blur', leave)
  }
  target.focus(options)
}

/** An element and all that it is in, from when it was still there. */
export function lineageOf(element: Element | null | undefined): Element[] {
  return element ? [element, ...lineageOf(element.parentElement)] : []
}

/**
 * What takes over from an element that is gone: the nearest heading above it, or the page's own. The titles of the
 * navigation beside the page are not meant. What is on the screen stays there.
 */
export function focusOnHeading(lineage: readonly Element[]): void {
  const there = lineage.filter((one) => one.isConnected && one.closest('main, [role$="dialog"]'))
  const heading = there.map((one) => one.querySelector('h1, h2, h3')).find(Boolean)
  focusOn(heading ?? document.querySelector('main h1'), { preventScroll: true })
}

/** The first field that is wrong, whatever kind it is: a choice among several is known by its error alone. */
export function firstInvalid(area: Element | null): Element | null {
  const wrong = [...(area?.querySelectorAll('[aria-invalid="true"], .field .field-error') ?? [])]
  const fields = wrong.map((one) =>
    one.matches('.field-error')
      ? one.closest('.field')?.querySelector('input, textarea, select, button')
      : one,
  )
  return fields.find(Boolean) ?? null
}
