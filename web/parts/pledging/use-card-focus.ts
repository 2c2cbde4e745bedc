import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * The button that selects a statistic and the one that cancels replace each other. The focus goes on in the card, not to
 * the page's top: to its first amount, or else its first button; never to a text field, which would open a phone's keyboard.
 */
export function useCardFocus(isSelected: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const isInside = useRef(false)
  const was = useRef(isSelected)
  useLayoutEffect(() => {
    const hasChanged = was.current !== isSelected
    was.current = isSelected
    if (!hasChanged || !isInside.current || document.activeElement !== document.body) return
    const target = card.current?.querySelector('[type=radio]') ?? card.current?.querySelector('button')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }, [isSelected])
  return {
    ref: card,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isInside.current = currentTarget.contains(relatedTarget)
    },
    // Where a tap does not move the focus, and before hydration.
    onClickCapture: () => {
      isInside.current = true
    },
  }
}
