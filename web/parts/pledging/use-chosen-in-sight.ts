import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Selection } from './selection.ts'

/** What was just picked stays in sight although its card grows, and although the panel's foot may have appeared over it. */
export function useChosenInSight(panel: RefObject<HTMLElement | null>, { picks }: Selection): void {
  const before = useRef(picks)
  useLayoutEffect(() => {
    const changed = Object.keys(picks).find((id) => picks[id] !== before.current[id])
    before.current = picks
    if (!changed || !panel.current?.contains(document.activeElement)) return
    const card = panel.current.querySelector(`#statistic-${changed}`)?.closest('li')
    card?.querySelector('fieldset')?.scrollIntoView({ block: 'nearest' })
  }, [panel, picks])
}
