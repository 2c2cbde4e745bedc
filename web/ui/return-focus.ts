import { type RefObject, useRef } from 'react'

/**
 * Radix gives the focus back to its own trigger; what is opened by somebody else's button returns it to that. `home` is
 * for what opened by itself, or by a button that is gone since. Spread onto the content.
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
