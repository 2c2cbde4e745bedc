import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { say } from '#domain/vocabulary.ts'
import { dateIn } from '#domain/zone.ts'
import { useNow } from '#web/site/session.ts'
import { saveEntry } from '#web/touchline/device.ts'
import { type Entry, isSameMatch, type KeptMatch, type MatchEntry } from '#web/touchline/entry.ts'
import {
  ADD,
  type Count,
  couldBe,
  countOf,
  isBegun,
  keepCount,
  keptCount,
  matchOf,
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
  /** What stands is being asked for again. */
  isReading: boolean
  /** What the server does not have yet. */
  entries: readonly KeptMatch[]
  /** One of them, that is mended. */
  mended: KeptMatch | null
  onClose: () => void
}

export type Question =
  | { about: 'match'; matches: Management['events'] }
  | { about: 'figures'; reasons: readonly string[] }

/** Of a match that is chosen: where an entry of it waits on this device, that one goes on. */
function countFor(choice: string, { data, entries }: Touchline, today: string): Count {
  const entry = entries.find(({ match }) => match.eventId === choice && choice !== ADD)
  const added = { ...newMatchFor(data.campaign.vocabulary), day: today }
  if (entry) return countOf(entry, fromEvent(entry.match.event, data.campaign.timeZone))
  return { choice, added, typed: {}, note: '', evidenceUrl: '' }
}

/** The match that is counted and what is typed of it, kept on this device as it is typed. */
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
    /** What the plate shows: as typed, otherwise what stands. */
    shown: (statisticId: string): string =>
      count.typed[statisticId]?.value ?? String(standing(count.choice, statisticId) ?? ''),
    type: (statisticId: string, value: string): void => {
      const { [statisticId]: typed, ...others } = count.typed
      const stood = typed ? typed.standing : standing(count.choice, statisticId)
      change({
        ...count,
        typed: value === '' ? others : { ...others, [statisticId]: { value, standing: stood } },
      })
    },
    /** What did not happen is a result too (R31). */
    zero: (statistics: readonly { id: string }[]): void =>
      change({
        ...count,
        typed: {
          ...count.typed,
          ...Object.fromEntries(statistics.map(({ id }) => [id, { value: '0', standing: null }])),
        },
      }),
  }
}

type Refusal = KeptMatch['refusal']

/** Keeps or sends an entry: it takes the place of the one that it corrects. */
function useSaving({ entries, mended, userId, data, onClose }: Touchline) {
  /** The entry that this screen made and the server refused. */
  const refused = useRef<string>(undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>(mended?.refusal ?? null)
  const saveMatch = async (entry: Extract<Entry, { match: MatchEntry }>): Promise<void> => {
    const instead =
      entries.find(({ key, match }) => key === refused.current || isSameMatch(match, entry.match)) ??
      mended ??
      undefined
    setSaving(true)
    const saved = await saveEntry(entry, instead)
    setSaving(false)
    // What is refused is kept in the queue.
    keepCount(userId, data.campaign.id, null)
    if (saved.became !== 'refused') return onClose()
    refused.current = entry.key
    setRefusal(saved.why)
  }
  return { isSaving, refusal, setRefusal, saveMatch }
}

/** The state of the screen that counts a match, and what its button does. */
export function useCount(screen: Touchline) {
  const { data, userId, isReading } = screen
  const { id: campaignId, timeZone } = data.campaign
  /** What is asked before anything is kept or sent; another figure or match ends the question. */
  const [question, setQuestion] = useState<Question | null>(null)
  const [isTried, setTried] = useState(false)
  const confirmed = useRef<string>(undefined)
  const { count, change, choices, standing, now, choose, ...typing } = useTyped(screen, () =>
    setQuestion(null),
  )
  const { isSaving, refusal, setRefusal, saveMatch } = useSaving(screen)

  // Refused once, it is known what stands now: saving again goes over that knowingly.
  const current = refusal === null ? count : rebased(count, standing, data)
  const newMatch = count.choice === ADD ? newMatchProblems(count.added) : {}

  /** `sure`: unusual figures were just confirmed to be right. */
  async function save(given: Count = current, { sure = false } = {}): Promise<void> {
    const match = matchOf(given, userId, timeZone)
    setTried(true)
    if (Object.keys(newMatch).length > 0 || Object.keys(problemsOf(match)).length > 0) return
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
    await saveMatch({
      ...{ key: uuid(), userId, campaignId, name, match, refusal: null },
      madeAt: new Date(now).toISOString(),
    })
  }

  /** It is that match: what is typed goes there, over what stands there now. */
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
    /** What was refused is saved over what stands now, once that is known. */
    isChecking: refusal !== null && isReading,
    rows: rowsOf(current),
    /** What stands of it in this match. */
    stood: (statisticId: string) => standing(current.choice, statisticId),
    problems: isTried ? problemsOf(matchOf(current, userId, timeZone)) : {},
    isBegun: isBegun(count),
    isCorrection: rowsOf(current).some(({ standing: stood }) => stood !== null),
  }
}
export type Counting = ReturnType<typeof useCount>
