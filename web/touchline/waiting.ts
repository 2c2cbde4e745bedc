import { useEffect } from 'react'
import { PREFIX } from './prefix.ts'

function hasEntries(): boolean {
  try {
    return Object.keys(localStorage).some((place) => place.startsWith(PREFIX))
  } catch {
    return false
  }
}

/** Entries counted offline are sent from the next page their owner opens, whichever it is. */
export function useWaitingEntries(isSignedIn: boolean): void {
  useEffect(() => {
    if (isSignedIn && hasEntries())
      import('./device.ts').then(
        ({ resume }) => resume(),
        () => undefined,
      )
  }, [isSignedIn])
}
