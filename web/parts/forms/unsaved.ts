import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const nowhere = () => false

/**
 * Asks before leaving a page with unsaved changes: by its links, the Back button, or closing the tab. Steps of
 * one form, each with its own address, count as the same page.
 */
export function useUnsaved(isDirty: boolean, isInside: (pathname: string) => boolean = nowhere) {
  const blocker = useBlocker(({ nextLocation }) => isDirty && !isInside(nextLocation.pathname))
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  const isBlocked = blocker.state === 'blocked'
  return {
    isBlocked,
    stay: (): void => (blocker.state === 'blocked' ? blocker.reset() : undefined),
    leave: (): void => (blocker.state === 'blocked' ? blocker.proceed() : undefined),
  }
}
