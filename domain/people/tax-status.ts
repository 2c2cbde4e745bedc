/** An organization's tax status, and from which day it holds (R70). */

export type TaxStatus = {
  is501c3: boolean
  ein: string | null
  /** Null: since the organization was made. */
  since: string | null
}

/** With the day on which it was recorded; null: it never was. */
type RecordedTaxStatus = TaxStatus & { recordedOn: string | null }

/** All of them, the oldest first: it holds since the organization was made. */
type TaxStatusHistory = readonly [RecordedTaxStatus, ...RecordedTaxStatus[]]

type Wanted = Omit<TaxStatus, 'since'> & {
  /** From which day, if a representative says so. */
  since: string | null
  checkedOn: string | null
}

const NONE = { is501c3: false, ein: null } as const
const isSame = (a: Omit<TaxStatus, 'since'>, b: Omit<TaxStatus, 'since'>): boolean =>
  a.is501c3 === b.is501c3 && a.ein === b.ein
const isLater = (a: string | null, b: string | null): boolean => (a ?? '') > (b ?? '')

/** Which one holds from which day on: of those that begin by then, the one that was recorded last. */
function timeline(history: readonly TaxStatus[]): TaxStatus[] {
  const days = [...new Set([null, ...history.map(({ since }) => since)])]
  days.sort((a, b) => (isLater(a, b) ? 1 : -1))
  const found = days.map((since): TaxStatus => {
    const { is501c3, ein } = history.findLast((one) => !isLater(one.since, since)) ?? NONE
    return { is501c3, ein, since }
  })
  return found.filter((one, place) => place === 0 || !isSame(one, found[place - 1] ?? one))
}

/** What held from a day on, to be recorded again: later ones cover it. */
function again(history: readonly TaxStatus[], from: string | null): TaxStatus[] {
  const all = timeline(history)
  const [first = { ...NONE, since: from }] = all.filter(({ since }) => !isLater(since, from)).slice(-1)
  return [{ ...first, since: from }, ...all.filter(({ since }) => isLater(since, from))]
}

/** A check from before the status ended says nothing of the status that is recorded again. */
function firstDay(history: TaxStatusHistory, { since, checkedOn }: Wanted, today: string): string {
  const endedOn = timeline(history).at(-1)?.since ?? null
  return since ?? (checkedOn !== null && !isLater(endedOn, checkedOn) ? checkedOn : today)
}

/** Without the current one, whatever its day was. */
function withoutCurrent(history: TaxStatusHistory, current: TaxStatus): readonly TaxStatus[] {
  const last = history.findLastIndex((one) => !isSame(one, current))
  return history.slice(0, last + 1)
}

/** What to record, in this order: later ones hold where both do. None if nothing has changed. */
export function taxStatusesToRecord(history: TaxStatusHistory, wanted: Wanted, today: string): TaxStatus[] {
  const { is501c3, ein } = wanted
  const current = history.at(-1) ?? history[0]
  const isMoved = is501c3 && wanted.since !== null && wanted.since !== current.since
  const isOther = is501c3 ? !isSame(wanted, current) : current.is501c3
  if (!isMoved && !isOther) return []
  // The first one is what was before, also if it was written down today.
  const untilToday = history.filter(({ recordedOn }, place) => place === 0 || recordedOn !== today)
  const yesterday = untilToday.at(-1) ?? history[0]
  const isNew = !isSame(yesterday, current)
  // Taken back on the day on which it was recorded, it was a mistake and never held.
  const isTakenBack = isNew && (is501c3 ? isSame(yesterday, wanted) : !yesterday.is501c3)
  if (isTakenBack && !isMoved) return again(untilToday, current.since)
  if (!is501c3) return [{ ...NONE, since: today }]
  if (!current.is501c3) return [{ is501c3, ein, since: firstDay(history, wanted, today) }]
  const since = isMoved ? wanted.since : isNew ? current.since : today
  const found = { is501c3, ein, since }
  // Another EIN that begins later takes no day away from the one before it, unless that was a mistake.
  if (!isLater(since, current.since) || (isOther && !isNew)) return [found]
  const before = isNew ? untilToday : withoutCurrent(history, current)
  return [...again(before, current.since).filter((one) => isLater(since, one.since)), found]
}
