/** An organization's tax standing, and from which day it holds (R70). */

export type Standing = {
  is501c3: boolean
  ein: string | null
  /** Null: since the organization was made. */
  since: string | null
}

type Latest = {
  /** The current one, and the day on which it was recorded; null: it was never recorded. */
  current: Standing & { recordedOn: string | null }
  /** The one before it. */
  previous: Pick<Standing, 'is501c3'> | null
}

type Wanted = Omit<Standing, 'since'> & {
  /** From which day, if a representative says so. */
  since: string | null
  checkedOn: string | null
}

/** What to record, in this order: later ones hold where both do. None if nothing has changed. */
export function standingsToRecord({ current, previous }: Latest, wanted: Wanted, today: string): Standing[] {
  const { is501c3, ein } = wanted
  const isToday = current.recordedOn === today
  if (!is501c3) {
    if (!current.is501c3) return []
    // Taken back on the day on which it was recorded, it was a mistake and never held.
    const isMistake = isToday && previous?.is501c3 === false
    return [{ is501c3: false, ein: null, since: isMistake ? current.since : today }]
  }
  if (!current.is501c3) return [{ is501c3, ein, since: wanted.since ?? wanted.checkedOn ?? today }]
  const isMoved = wanted.since !== null && wanted.since !== current.since
  if (!isMoved && ein === current.ein) return []
  const since = isMoved ? wanted.since : isToday ? current.since : today
  const isLater = isMoved && (current.since === null || (since ?? '') > current.since)
  return [...(isLater ? [{ is501c3: false, ein: null, since: current.since }] : []), { is501c3, ein, since }]
}
