/** What gets the focus when what had it is gone. A focus that is elsewhere stays there. */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { firstInvalid, focusOn, focusOnHeading, isFocusLost, lineageOf } from './focus.ts'

/** Asked in a layout effect: what had the focus just before this change is gone. Somebody who focused nothing lost nothing. */
function useLoss(): () => boolean {
  const had = typeof document === 'undefined' ? null : document.activeElement
  return () => had?.isConnected === false && isFocusLost()
}

/** When another part is shown, and what had the focus went with the previous one, `next` gets it. */
export function useFocusNext(shown: unknown, next: () => Element | null | undefined): void {
  const was = useRef(shown)
  const isLost = useLoss()
  useLayoutEffect(() => {
    if (was.current === shown) return
    was.current = shown
    if (!isLost()) return
    const taker = next()
    // The page's title is far from where somebody read: it is said, and the page stays where it is.
    focusOn(taker, { preventScroll: taker?.tagName === 'H1' })
  })
}

/** When another screen replaces the one whose button was pressed: it is read, and on a phone seen, from its title on. */
export function useFocusOnScreen(shown: unknown): void {
  const was = useRef(shown)
  useLayoutEffect(() => {
    if (was.current === shown) return
    was.current = shown
    if (isFocusLost()) focusOn(document.querySelector('h1'))
  })
}

/** The field that was refused may be far from the button that was pressed: it gets the focus, and its error is read with it. */
export function useFocusOnRefused<Area extends HTMLElement>(error: Error | null): RefObject<Area | null> {
  const area = useRef<Area>(null)
  useEffect(() => {
    if (error) focusOn(firstInvalid(area.current))
  }, [error])
  return area
}

/** A list that begins short: once all of it is shown, the first row that was hidden gets the focus. */
export function useWhole<List extends HTMLElement>(first: number) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<List>(null)
  useFocusNext(isWhole, () => {
    const row = list.current?.children[first]
    return row?.querySelector('a, button, summary') ?? row
  })
  return { isWhole, showWhole: () => setWhole(true), list }
}

/** Of those that are left: the first at or after the place, otherwise the last before it. */
export function nextOf<Row>(before: readonly Row[], place: number, left: readonly Row[]): Row | null {
  const after = before.slice(place).find((one) => left.includes(one))
  return after ?? before.slice(0, place).findLast((one) => left.includes(one)) ?? left[0] ?? null
}

type Marked = {
  /** The rows, where they are in several lists that are gone through as one. */
  row: string
  /** The button of a row that takes the focus: for a row that cannot be acted on, there is none. */
  control: string
  /** Gets the focus where no such row is left. */
  rest: RefObject<HTMLElement | null>
}
type Last = {
  lineage: Element[]
  /** Null for a button above the rows that acts on several of them. */
  row: Element | null
  /** Among the controls of its row. */
  index: number
  rows: () => Element[]
  before: Element[]
  place: number
}
const CONTROLS = 'a, button'

/** What was focused, and where in the list: null outside its rows, unless they are marked. */
function lastOf(target: Element, area: Element, marked: Marked | undefined): Last | null {
  const row = target.closest(marked?.row ?? 'li, tr')
  if (!row && !marked) return null
  const list = row?.parentElement
  const rows = (): Element[] => [...(marked ? area.querySelectorAll(marked.row) : (list?.children ?? []))]
  const before = rows()
  const place = before.findIndex(
    (one) =>
      one === row ||
      (!row && Boolean(target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)),
  )
  return {
    row,
    rows,
    before,
    lineage: lineageOf(target),
    index: [...(row?.querySelectorAll(CONTROLS) ?? [])].indexOf(target),
    place: place === -1 ? before.length : place,
  }
}

/**
 * For a list whose rows change or are removed; spread onto what holds it. What replaced a button in its own row gets the
 * focus; the same button of the next row after a removed one; and the list's heading, or `rest`, after the last one.
 */
export function useFocusInRows(marked?: Marked) {
  const last = useRef<Last | null>(null)
  const isLost = useLoss()
  useLayoutEffect(() => {
    const from = last.current
    if (!from || from.lineage[0]?.isConnected) return
    last.current = null
    if (!isLost()) return
    const { row, index, rows, before, place } = from
    const controlOf = (one: Element): Element | null | undefined =>
      marked ? one.querySelector(marked.control) : one.querySelectorAll(CONTROLS)[index]
    // Never another row's button while this one is there: pressed again, it would act on somebody else.
    if (row?.isConnected) {
      focusOn([...row.querySelectorAll(CONTROLS)].slice(0, index + 1).at(-1) ?? row)
      return
    }
    const left = rows().filter((one) => one.isConnected && controlOf(one))
    const next = nextOf(before, place, left)
    if (next) focusOn(controlOf(next))
    else if (marked?.rest.current) focusOn(marked.rest.current)
    else focusOnHeading(from.lineage)
  })
  return {
    onFocus: ({ currentTarget, target }: FocusEvent): void => {
      // A question that opens from a row is not in the list, though its events arrive here.
      if (currentTarget.contains(target)) last.current = lastOf(target, currentTarget, marked)
    },
  }
}
