import { useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * For the part of a screen that an address ends with (`#charges`): brings it into view once it is there, which is after
 * its data has come, too late for the browser to do it by itself.
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
