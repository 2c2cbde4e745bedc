import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/** Of those that can be decided: the first at or after the place that was pressed, otherwise the last before it. */
export function nextOf(before: readonly string[], place: number, left: readonly string[]): string | null {
  const after = before.slice(place).find((id) => left.includes(id))
  return after ?? before.slice(0, place).findLast((id) => left.includes(id)) ?? left[0] ?? null
}

type Row = { id: string; button: HTMLButtonElement | null }
const rowsIn = (list: HTMLElement): Row[] =>
  [...list.querySelectorAll<HTMLElement>('[data-result]')].map((row) => ({
    id: row.dataset.result ?? '',
    button: row.querySelector<HTMLButtonElement>('button[data-decides]'),
  }))

/**
 * A decided row leaves the list and would take the focus with it: the next one gets it, which is also what a screen reader
 * then says. Without a next one it goes to `rest`. A focus that somebody moved elsewhere stays there.
 */
export function useNextFocus(list: RefObject<HTMLElement | null>, rest: RefObject<HTMLElement | null>) {
  const pressed = useRef<{ button: HTMLButtonElement; before: string[]; place: number } | null>(null)
  useEffect(() => {
    const from = pressed.current
    if (!from || from.button.isConnected) return
    pressed.current = null
    if (document.activeElement && document.activeElement !== document.body) return
    const rows = list.current ? rowsIn(list.current).filter(({ button }) => button) : []
    const next = nextOf(
      from.before,
      from.place,
      rows.map(({ id }) => id),
    )
    const target = rows.find(({ id }) => id === next)?.button ?? rest.current
    target?.focus()
  })
  /** For the list's `onClickCapture`. */
  return ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest('button') : null
    // A question that opens from it is not in the list, though its clicks arrive here.
    if (!button || !list.current?.contains(button)) return
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-result]')]
    const place = rows.findIndex(
      (row) =>
        row.contains(button) ||
        Boolean(button.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING),
    )
    pressed.current = {
      button,
      before: rows.map(({ dataset }) => dataset.result ?? ''),
      place: place === -1 ? rows.length : place,
    }
  }
}
