/**
 * A page is laid out no further than it is seen at first (`.later` in hero.css), which a slow phone notices. The rest
 * follows piece by piece while nothing else is to be done, and all at once with the first scroll or on a page that
 * somebody comes back to, where a place further down is looked for. `<html>` then says `data-settled`.
 */
import { useEffect } from 'react'

/** Runs in the head of every page. The router leaves its mark in the history of each page that it has shown. */
export const firstLookScript =
  '{const settle=()=>{document.documentElement.dataset.settled=""};' +
  'history.state?settle():addEventListener("scroll",settle,{once:true,passive:true})}'

const SOON_MS = 200
/** Not every browser says when it has time. */
const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, SOON_MS)
}

export function useFirstLook(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.settled !== undefined) return
    const pieces = [...document.querySelectorAll<HTMLElement>('.later > *')]
    const settleNext = (): void => {
      const piece = dataset.settled === undefined ? pieces.shift() : undefined
      if (!piece) {
        dataset.settled = ''
        return
      }
      piece.style.contentVisibility = 'visible'
      whenIdle(settleNext)
    }
    whenIdle(settleNext)
  }, [])
}
