import { type RefObject, useRef } from 'react'
import { focusOn, focusOnHeading, isFocusLost, lineageOf } from './focus.ts'

/**
 * Radix returns the focus to its own trigger; what another button opened returns it to that button. `home` is
 * for what opened automatically. Where the button is gone, a focus that nothing else took goes to the nearest heading:
 * what closes together with another surface leaves it where that one returned it. Spread onto the content.
 */
export function useReturnFocus(open: boolean, home?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element[]>([])
  const wasOpen = useRef(false)
  // Before the content is there: a field in it may take the focus as it appears.
  if (open && !wasOpen.current && typeof document !== 'undefined')
    opener.current = lineageOf(isFocusLost() ? home?.current : document.activeElement)
  wasOpen.current = open
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const [button] = opener.current
      if (button?.isConnected || home?.current) focusOn(button?.isConnected ? button : home?.current)
      else if (isFocusLost()) focusOnHeading(opener.current)
    },
  }
}
