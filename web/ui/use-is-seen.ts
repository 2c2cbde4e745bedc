import { type RefObject, useEffect, useState } from 'react'

/** Whether any part of it is in view now; `initially` until that is known. */
export function useIsSeen(target: RefObject<HTMLElement | null>, initially = false): boolean {
  const [isSeen, setSeen] = useState(initially)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const observer = new IntersectionObserver((sightings) =>
      setSeen(sightings.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(element)
    return () => observer.disconnect()
  })
  return isSeen
}
