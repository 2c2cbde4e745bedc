/**
 * At first only what is visible is laid out (`.later` in hero.css), which matters on a slow phone. The rest follows piece
 * by piece while the browser is idle, and all at once on the first scroll, by a link to a part of the page, or on a page
 * the user comes back to, where the scroll position further down is restored. `<html>` then has `data-settled`.
 */
import { useEffect } from 'react'

/** Runs in the head of every page. The router stores its state in the history entry of each page it has shown. */
export const deferredLayoutScript =
  '{const settle=()=>{document.documentElement.dataset.settled=""};' +
  'history.state||location.hash?settle():addEventListener("scroll",settle,{once:true,passive:true})}'

const SOON_MS = 200
/** Not every browser has `requestIdleCallback`. */
const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, SOON_MS)
}

export function useDeferredLayout(): void {
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
