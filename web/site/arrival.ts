import { useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * For the part of a screen that an address ends with (`#charges`): scrolls it into view once it exists, which is after
 * its data has loaded, too late for the browser to do it itself.
 */
export function useArrival(name: string): (element: HTMLElement | null) => void {
  const { hash, key } = useLocation()
  const arrived = useRef('')
  return (element) => {
    if (!element || hash !== `#${name}` || arrived.current === key) return
    arrived.current = key
    element.scrollIntoView()
  }
}
