import { type RefObject, useRef } from 'react'

/**
 * Radix returns the focus to its own trigger; what another button opened returns it to that button. `home` is
 * for what opened automatically, or from a button that is gone. Spread onto the content.
 */
export function useReturnFocus(home?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const isThere = opener.current?.isConnected && opener.current !== document.body
      const target = isThere ? opener.current : home?.current
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
