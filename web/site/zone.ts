import { useSyncExternalStore } from 'react'
import { dateIn, latestDayIn } from '#domain/places/zone.ts'
import { useNow } from './session.ts'

const never = () => () => {}
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The user's time zone. The server does not know it: it renders UTC, and the browser corrects it. */
export const useZone = (): string => useSyncExternalStore(never, localZone, () => 'UTC')

/**
 * The last day that has begun for the user and in one of the campaigns' zones: what is recorded for them counts on a day there, where it may still be yesterday.
 */
export function todayIn(own: string, zones: readonly string[], now: Date): string {
  const today = dateIn(own, now)
  const theirs = latestDayIn(zones, now)
  return theirs !== null && theirs < today ? theirs : today
}

export const useTodayIn = (zones: readonly string[]): string => todayIn(useZone(), zones, new Date(useNow()))
