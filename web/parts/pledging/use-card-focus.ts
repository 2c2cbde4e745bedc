import { type FocusEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'

/**
 * The button that selects a statistic and the one that cancels replace each other. The focus goes on in the card, not to
 * the page's top: to its first amount, or else its first button; never to a text field, which would open a phone's keyboard.
 * Left with 0 in its field, a card is no longer selected either: then its name gets the focus, so that Enter, meant for
 * another button, does not select it again.
 */
export function useCardFocus(isSelected: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const isInside = useRef(false)
  const isPressed = useRef(false)
  const was = useRef(isSelected)
  useLayoutEffect(() => {
    const hasChanged = was.current !== isSelected
    was.current = isSelected
    if (!hasChanged || !isInside.current || document.activeElement !== document.body) return
    const target =
      card.current?.querySelector('[type=radio]') ??
      card.current?.querySelector(isPressed.current ? 'button' : 'h3')
    if (!(target instanceof HTMLElement)) return
    // Only what is no control needs it.
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [isSelected])
  return {
    ref: card,
    onFocus: () => {
      isInside.current = true
      isPressed.current = false
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isInside.current = currentTarget.contains(relatedTarget)
    },
    // Where a tap does not move the focus, and before hydration.
    onClickCapture: ({ target }: MouseEvent) => {
      isInside.current = true
      isPressed.current = target instanceof Element && target.closest('button') !== null
    },
  }
}
