import { useEffect } from 'react'
import { PREFIX } from './prefix.ts'

function hasEntries(): boolean {
  try {
    return Object.keys(localStorage).some((place) => place.startsWith(PREFIX))
  } catch {
    return false
  }
}

/** What was counted without a connection is sent from whatever page its owner opens next. */
export function useWaitingEntries(isSignedIn: boolean): void {
  useEffect(() => {
    if (isSignedIn && hasEntries())
      import('./device.ts').then(
        ({ resume }) => resume(),
        () => undefined,
      )
  }, [isSignedIn])
}
