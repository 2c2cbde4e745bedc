import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { say } from '#domain/vocabulary.ts'
import { dateIn } from '#domain/zone.ts'
import { useNow } from '#web/site/session.ts'
import { saveEntry } from '#web/touchline/device.ts'
import {
  type Entry,
  isSameMatch,
  type KeptMatch,
  type MatchEntry,
  type OneEntry,
} from '#web/touchline/entry.ts'
import {
  ADD,
  type Count,
  couldBe,
  countOf,
  emptiedOf,
  isBegun,
  keepCount,
  keptCount,
  matchOf,
  onesOf,
  problemsOf,
  rebased,
  rebasedTyped,
  rowsOf,
} from './count.ts'
import { matchChoices, standingOf } from './matches.ts'
import { fromEvent, newMatchFor, newMatchProblems } from './new-match.tsx'
import { unusualCount } from './unusual-count.ts'

export type Touchline = {
  data: Management
  userId: string
  standings: readonly MatchStanding[]
  /** The current results are being read again. */
  isReading: boolean
  /** Entries that the server does not have yet. */
  entries: readonly KeptMatch[]
  /** The one that is being fixed. */
  mended: KeptMatch | null
  /** The event of the match to begin with; null: the one most likely being played. */
  at?: string | null
  onClose: () => void
}

export type Question =
  | { about: 'match'; matches: Management['events'] }
  | { about: 'figures'; reasons: readonly string[] }

/** For the chosen match: continues an unsent entry of it on this device. */
function countFor(choice: string, { data, entries }: Touchline, today: string): Count {
  const entry = entries.find(({ match }) => match.eventId === choice && choice !== ADD)
  const added = { ...newMatchFor(data.campaign.vocabulary), day: today }
  if (entry) return countOf(entry, fromEvent(entry.match.event, data.campaign.timeZone))
  return { choice, added, typed: {}, note: '', evidenceUrl: '' }
}

/** The match being counted and what is typed for it, stored on this device while typing. */
function useTyped(screen: Touchline, onChange: () => void) {
  const { data, userId, standings, mended } = screen
  const { id: campaignId, timeZone } = data.campaign
  const now = useNow()
  const today = dateIn(timeZone, new Date(now))
  const choices = matchChoices(data.events, standings, { now, timeZone })
  const standing = standingOf(standings)
  const [count, setCount] = useState<Count>(() => {
    if (mended) return countOf(mended, fromEvent(mended.match.event, timeZone))
    const kept = keptCount(userId, campaignId)
    const isThere = kept && (kept.choice === ADD || choices.some(({ id }) => id === kept.choice))
    if (screen.at && kept?.choice !== screen.at) return countFor(screen.at, screen, today)
    return isThere ? kept : countFor(choices[0]?.id ?? ADD, screen, today)
  })
  const change = (next: Count): void => {
    setCount(next)
    onChange()
    if (!mended) keepCount(userId, campaignId, next)
  }
  return {
    ...{ count, change, choices, standing, now },
    choose: (choice: string): void => change(countFor(choice, screen, today)),
    /** What the plate shows: as typed, otherwise the current result. */
    shown: (statisticId: string): string =>
      count.typed[statisticId]?.value ?? String(standing(count.choice, statisticId) ?? ''),
    type: (statisticId: string, value: string): void => {
      const typed = count.typed[statisticId]
      const stood = typed ? typed.standing : standing(count.choice, statisticId)
      // An emptied plate stays empty: with the current result back in it, the next digit would be added to that.
      change({ ...count, typed: { ...count.typed, [statisticId]: { value, standing: stood } } })
    },
    /** The outcome of an achievement; null: unchanged. */
    answer: (statisticId: string, kind: OneEntry['kind'] | null): void => {
      const { [statisticId]: _before, ...others } = count.answers ?? {}
      change({ ...count, answers: kind === null ? others : { ...others, [statisticId]: kind } })
    },
    /** That something did not happen is a result too (R31). */
    zero: (statistics: readonly { id: string }[]): void =>
      change({
        ...count,
        typed: {
          ...count.typed,
          ...Object.fromEntries(
            statistics.map(({ id }) => [
              id,
              { value: '0', standing: count.typed[id]?.standing ?? standing(count.choice, id) },
            ]),
          ),
        },
      }),
  }
}

type Refusal = KeptMatch['refusal']

type MatchOrder = Extract<Entry, { match: MatchEntry }>
type Order = { match: MatchOrder | null; ones: Extract<Entry, { one: OneEntry }>[] }

/** Stores or sends what was entered: a match replaces the one that it corrects. */
function useSaving({ entries, mended, userId, data, onClose }: Touchline) {
  /** The entry that this screen made and the server refused. */
  const refused = useRef<string>(undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>(mended?.refusal ?? null)
  const saveMatch = (entry: MatchOrder) => {
    const instead =
      entries.find(({ key, match }) => key === refused.current || isSameMatch(match, entry.match)) ??
      mended ??
      undefined
    return saveEntry(entry, instead)
  }
  /** The match first. Refused entries are in this device's queue, whose notes lead to them. */
  const saveAll = async ({ match, ones }: Order): Promise<{ isRefused: boolean }> => {
    setSaving(true)
    const saved = match ? await saveMatch(match) : null
    for (const one of ones) await saveEntry(one)
    setSaving(false)
    keepCount(userId, data.campaign.id, null)
    if (saved?.became !== 'refused') {
      onClose()
      return { isRefused: false }
    }
    refused.current = match?.key
    setRefusal(saved.why)
    return { isRefused: true }
  }
  return { isSaving, refusal, setRefusal, saveAll }
}

/** The state of the screen that counts a match, and what its button does. */
export function useCount(screen: Touchline) {
  const { data, userId, isReading } = screen
  const { id: campaignId, timeZone } = data.campaign
  /** The question before anything is stored or sent; changing a figure or the match dismisses it. */
  const [question, setQuestion] = useState<Question | null>(null)
  const [isTried, setTried] = useState(false)
  const confirmed = useRef<string>(undefined)
  const { count, change, choices, standing, now, choose, ...typing } = useTyped(screen, () =>
    setQuestion(null),
  )
  const { isSaving, refusal, setRefusal, saveAll } = useSaving(screen)

  // After a refusal the current results are known: saving again overwrites them knowingly.
  const current = refusal === null ? count : rebased(count, standing, data)
  const nameOf = (statisticId: string): string =>
    data.statistics.find(({ id }) => id === statisticId)?.name ?? 'A result'
  const problemsIn = (given: Count): Record<string, string> => ({
    ...problemsOf(matchOf(given, userId, timeZone), data.campaign.vocabulary),
    ...emptiedOf(given),
  })
  const newMatch = count.choice === ADD ? newMatchProblems(count.added) : {}

  /** `sure`: the user has just confirmed that unusual figures are right. */
  async function save(given: Count = current, { sure = false } = {}): Promise<void> {
    const match = matchOf(given, userId, timeZone)
    const ones = onesOf(given, userId)
    setTried(true)
    const made = { userId, campaignId, refusal: null, madeAt: new Date(now).toISOString() }
    const order = {
      match: null,
      ones: ones.map((one) => ({ ...made, key: uuid(), name: nameOf(one.statisticId), one })),
    }
    // Answers alone have no match: none of its checks apply.
    if (match.rows.length === 0 && ones.length > 0 && Object.keys(emptiedOf(given)).length === 0)
      return void (await saveAll(order))
    if (Object.keys(newMatch).length > 0 || Object.keys(problemsIn(given)).length > 0) return
    const alike = couldBe(given, data)
    if (alike.length > 0) return setQuestion({ about: 'match', matches: alike })
    const unusual = unusualCount(given, data, { standing, now })
    const figures = JSON.stringify([match.eventId, match.event?.startTime, match.rows])
    if (sure) confirmed.current = figures
    if (unusual.length > 0 && confirmed.current !== figures)
      return setQuestion({ about: 'figures', reasons: unusual })
    setQuestion(null)
    const name =
      match.event?.name ??
      choices.find(({ id }) => id === match.eventId)?.name ??
      say(data.campaign.vocabulary, 'A match')
    const { isRefused } = await saveAll({ ...order, match: { ...made, key: uuid(), name, match } })
    // The match is entered again; the answers are sent, or in this device's queue.
    if (isRefused && ones.length > 0) change({ ...given, answers: {} })
  }

  /** It is that match: the typed values go there, over its current results. */
  const isThat = (eventId: string): void => {
    const choice = { ...current, choice: eventId }
    change({ ...choice, typed: rebasedTyped(choice, standing) })
  }
  const isNone = (): void => {
    const others = question?.about === 'match' ? question.matches.map(({ id }) => id) : []
    const next = { ...current, differentFrom: [...(current.differentFrom ?? []), ...others] }
    change(next)
    void save(next)
  }

  return {
    ...{ question, isThat, isNone, isRight: () => void save(current, { sure: true }) },
    isWrong: () => setQuestion(null),
    ...{ count, change, choices, save, isSaving, refusal, isTried, newMatch, ...typing },
    choose: (choice: string): void => {
      setTried(false)
      setRefusal(null)
      choose(choice)
    },
    /** Refused values are saved over the current results, once those are known. */
    isChecking: refusal !== null && isReading,
    rows: rowsOf(current),
    /** How many results saving will create. */
    results: rowsOf(current).length + onesOf(current, userId).length,
    /** The statistic's current result in this match. */
    stood: (statisticId: string) => standing(current.choice, statisticId),
    problems: isTried ? problemsIn(current) : {},
    isBegun: isBegun(count),
    isCorrection: rowsOf(current).some(({ standing: stood }) => stood !== null),
  }
}
export type Counting = ReturnType<typeof useCount>
