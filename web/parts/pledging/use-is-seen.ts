import { type RefObject, useEffect, useState } from 'react'

/** Whether any part of it is in view now. */
export function useIsSeen(target: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return isSeen
}
