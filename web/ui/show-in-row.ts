/**
 * For a row that scrolls sideways, such as tabs on a phone: moves this part of it to its middle. The page itself stays
 * where it is; `scrollIntoView` would take it away from whoever has scrolled down already.
 */
export function showInRow(part: HTMLElement): void {
  const row = part.parentElement
  if (!row) return
  const own = part.getBoundingClientRect()
  const around = row.getBoundingClientRect()
  row.scrollBy({ left: own.left - around.left - (around.width - own.width) / 2 })
}
