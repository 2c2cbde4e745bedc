import { useRef, useState } from 'react'
import { dateIn } from '#domain/places/zone.ts'
import { parseQuantity, toNumber } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { comparedWith, unusualReasons } from '#domain/season/unusual-result.ts'
import { noteDone } from '#web/site/last-action.ts'
import { discardEntry, saveEntry } from '#web/touchline/device.ts'
import { isSameMatch, type KeptMatch, type MatchEntry } from '#web/touchline/entry.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  ADD,
  type Count,
  couldBe,
  countOf,
  emptiedOf,
  inItsMatch,
  isBegun,
  matchesOn,
  matchOf,
  moved,
  problemsOf,
  rowsOf,
  secondGame,
} from './count.ts'
import { dropDraft, type MatchOrder, orderOf } from './drafts.ts'
import type { CurrentOf } from './matches.ts'
import { countedOn, type Decision, decided, type Overtaken, overtakenOf } from './matches.ts'
import { fromEvent, newMatchProblems, toEvent } from './new-match.tsx'
import { useTyped } from './use-typed.ts'

export type Touchline = {
  data: Management
  userId: string
  standings: readonly MatchTotals[]
  /** The current results are being read again. */
  isReading: boolean
  /** Entries that the server does not have yet. */
  entries: readonly KeptMatch[]
  /** The one that is being fixed. */
  mended: KeptMatch | null
  /** The event of the match to begin with; null: the one most likely being played. */
  at?: string | null
  onClose: () => void
  /** Enters one result instead; null while an entry is changed. */
  onSingle: (() => void) | null
}

/** The state of the screen that counts a match, and what its button does. */
export function useCount(screen: Touchline) {
  const { data, userId, isReading } = screen
  const { timeZone, vocabulary } = data.campaign
  /** The question before anything is stored or sent; changing a figure or the match dismisses it. */
  const [question, setQuestion] = useState<Question | null>(null)
  const [tries, setTries] = useState(0)
  const isTried = tries > 0
  const confirmed = useRef<string>(undefined)
  const typed = useTyped(screen, () => setQuestion(null))
  const { count, change, choices, currentOf, now } = typed
  const saving = useSaving(screen, count)
  const { refusal } = saving
  const current = refusal === null ? count : inItsMatch(count, data)
  const problemsIn = (given: Count): Record<string, string> => ({
    ...problemsOf(matchOf(given, userId, timeZone), vocabulary),
    ...emptiedOf(given),
  })
  const newMatch = count.choice === ADD ? newMatchProblems(count.added) : {}
  /** It was taken off the schedule after it was counted. */
  const isGone = refusal !== null && count.choice !== ADD && !choices.some(({ id }) => id === current.choice)
  const overtaken = overtakenOf(current, currentOf, refusal?.figures)

  /** `sure`: the user has just confirmed that unusual figures are right. */
  async function save(counted: Count = current, { sure = false } = {}): Promise<void> {
    const given = inItsMatch(countedOn(counted, currentOf, refusal?.figures), data)
    setTries(tries + 1)
    if (isGone || Object.keys(newMatch).length > 0 || Object.keys(problemsIn(given)).length > 0) return
    if (sure) confirmed.current = figuresOf(given)
    const asked = questionAbout(given, data, screen.entries, {
      currentOf,
      now,
      refused: refusal?.figures,
      confirmed: confirmed.current,
    })
    setQuestion(asked)
    if (!asked) await saving.saveMatch(orderOf(given, { data, userId, now, choices }))
  }

  return {
    ...typed,
    ...answersTo(question, { current, screen, change, save, giveUp: saving.giveUp }),
    /** What is to be decided before anything is saved. */
    overtaken: refusal !== null || question?.about === 'overtaken' ? overtaken : [],
    question,
    save,
    isSaving: saving.isSaving,
    refusal: refusal?.why ?? null,
    isTried,
    tries,
    isGone,
    newMatch,
    isWrong: () => setQuestion(null),
    choose: (choice: string): void => {
      setTries(0)
      saving.setRefusal(null)
      typed.choose(choice)
    },
    /** What was refused can be decided about once the current results are known. */
    isChecking: refusal !== null && isReading,
    rows: rowsOf(current),
    /** A figure differs from the current result, or was emptied and is asked about. */
    isChanged: rowsOf(current).length > 0 || Object.keys(emptiedOf(current)).length > 0,
    /** The statistic's current result in this match. */
    stood: (statisticId: string) => currentOf(current.choice, statisticId),
    isOpen: (statisticId: string) => typed.isOpen(statisticId),
    problems: isTried ? problemsIn(current) : {},
    isBegun: isBegun(count),
    isCorrection: rowsOf(current).some(({ standing: stood }) => stood !== null),
  }
}
export type Counting = ReturnType<typeof useCount>

type Answering = {
  current: Count
  screen: Touchline
  change: (count: Count) => void
  save: (count: Count, how?: { sure: boolean }) => Promise<void>
  giveUp: () => void
}

/** What the answer to each question does. */
function answersTo(question: Question | null, { current, screen, change, save, giveUp }: Answering) {
  return {
    /** It is that match: what was counted goes there, and is compared with its results when it is saved. */
    isThat: (eventId: string): void => {
      const { timeZone } = screen.data.campaign
      const kept = screen.entries.find(({ key }) => keptId(key) === eventId)
      if (!kept) return void change(moved(current, eventId))
      const before = countOf(kept, fromEvent(kept.match.event, timeZone))
      const { choice, added, from } = before
      change({
        ...current,
        choice,
        added,
        ...(from ? { from } : {}),
        typed: { ...before.typed, ...current.typed },
      })
    },
    isSecond: (): void => {
      if (question?.about !== 'second') return
      const next = { ...current, added: { ...current.added, opponent: question.opponent } }
      change(next)
      void save(next)
    },
    isNone: (): void => {
      const others = question?.about === 'match' ? question.matches.map(({ id }) => id) : []
      const next = { ...current, differentFrom: [...(current.differentFrom ?? []), ...others] }
      change(next)
      void save(next)
    },
    isRight: (): void => void save(current, { sure: true }),
    /** Saving asks about the next one, if any. */
    decide: (one: Overtaken, how: Decision): void => {
      const next = decided(current, one, how)
      change(next)
      if (rowsOf(next).length > 0) return void save(next)
      giveUp()
      toast({ title: 'Nothing saved', description: 'The results stay as they are.' })
    },
  }
}

/** Why figures about to be saved are unusual: asked about once. */
function unusualCount(
  count: Count,
  data: Pick<Management, 'events' | 'statistics' | 'campaign'>,
  { currentOf, now }: { currentOf: CurrentOf; now: number },
): string[] {
  const { events, statistics, campaign } = data
  const isAdded = count.choice === ADD
  const event = isAdded
    ? { id: ADD, eventType: 'game' as const, ...toEvent(count.added, campaign.timeZone) }
    : (events.find(({ id }) => id === count.choice) ?? null)
  if (!event || event.startTime === '') return []
  const season = comparedWith({
    events: isAdded ? [...events, { ...event }] : events,
    currentOf,
    words: campaign.vocabulary,
  })
  const reasons = rowsOf(count).flatMap(({ statisticId, quantity }) => {
    const statistic = statistics.find(({ id }) => id === statisticId)
    const parsed = parseQuantity(quantity)
    if (!statistic || parsed === null) return []
    return unusualReasons({ statistic, total: toNumber(parsed), event, at: new Date(now) }, season, 'asking')
  })
  // Each statistic of a match that has not been played yet says so.
  return [...new Set(reasons)]
}

/** Why the server refused it, and the figures it refused, by statistic. */
type Refusal = { why: string; figures: Record<string, string> }
const refusalOf = (why: string | null, { rows }: MatchEntry): Refusal | null =>
  why === null
    ? null
    : { why, figures: Object.fromEntries(rows.map(({ statisticId, quantity }) => [statisticId, quantity])) }

/** Stores or sends what was entered: a match replaces the one that it corrects. */
function useSaving({ entries, mended, userId, data, onClose }: Touchline, count: Count) {
  /** The entry that this screen made and the server refused. */
  const refused = useRef<string>(undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(mended && refusalOf(mended.refusal, mended.match))
  const replacedBy = (entry: MatchOrder | null): KeptMatch | undefined => {
    const own = entries.find(({ key }) => key === refused.current) ?? mended
    return own ?? entries.find(({ match }) => entry && isSameMatch(match, entry.match)) ?? count.from
  }
  /** A refused entry is in this device's queue, whose note leads to it. */
  const saveMatch = async (match: MatchOrder): Promise<void> => {
    setSaving(true)
    const saved = await saveEntry(match, replacedBy(match))
    setSaving(false)
    if (!mended) dropDraft({ userId, campaignId: data.campaign.id }, count.choice)
    if (saved.became !== 'refused') {
      noteDone('What you entered is saved.')
      return onClose()
    }
    refused.current = match.key
    setRefusal(refusalOf(saved.why, match.match))
  }
  /** The current results stay as they are: nothing is left to send. */
  const giveUp = (): void => {
    const entry = replacedBy(null)
    if (entry) discardEntry(entry)
    if (!mended) dropDraft({ userId, campaignId: data.campaign.id }, count.choice)
    onClose()
  }
  return { isSaving, refusal, setRefusal, saveMatch, giveUp }
}

type Question =
  | { about: 'second'; same: Known; opponent: string }
  | { about: 'match'; matches: Management['events'] }
  | { about: 'figures'; reasons: readonly string[] }
  | { about: 'overtaken' }

/** Figures that were confirmed to be right are asked about again only if they change. */
const figuresOf = (count: Count): string =>
  JSON.stringify([count.choice, count.added.day, count.added.time, rowsOf(count)])

/** A match of the day: on the schedule, or counted on this device and not sent yet. */
type Known = { id: string; name: string; opponent: string | null; startTime: string; hasTime: boolean }

/** What a match that only this device knows is called among those of the schedule. */
const keptId = (key: string): string => `kept:${key}`

/** The question whether it is a second game against a team. */
function secondAbout(
  count: Count,
  { events, campaign }: Management,
  entries: readonly KeptMatch[],
): Question | null {
  const { added, choice } = count
  if (choice !== ADD || added.venue === 'none' || added.opponent.trim() === '') return null
  const isThatDay = ({ startTime }: { startTime: string }): boolean =>
    startTime !== '' && dateIn(campaign.timeZone, new Date(startTime)) === added.day
  const kept = entries
    .filter(({ key }) => key !== count.from?.key)
    .flatMap(({ key, match }): Known[] =>
      match.event ? [{ ...match.event, hasTime: true, id: keptId(key) }] : [],
    )
  const second = secondGame(toEvent(added, campaign.timeZone), [
    ...matchesOn(events, added.day, campaign.timeZone),
    ...kept.filter(isThatDay),
  ])
  return second && { about: 'second', ...second }
}

type Context = {
  currentOf: CurrentOf
  now: number
  /** The figures that the server refused, by statistic. */
  refused: Readonly<Record<string, string>> | undefined
  confirmed: string | undefined
}

/** What the person has to say before the count is stored or sent: one question at a time. */
function questionAbout(
  count: Count,
  data: Management,
  entries: readonly KeptMatch[],
  { currentOf, now, refused, confirmed }: Context,
): Question | null {
  const second = secondAbout(count, data, entries)
  if (second) return second
  const matches = couldBe(count, data)
  if (matches.length > 0) return { about: 'match', matches }
  if (overtakenOf(count, currentOf, refused).length > 0) return { about: 'overtaken' }
  const reasons = unusualCount(count, data, { currentOf, now })
  return reasons.length > 0 && confirmed !== figuresOf(count) ? { about: 'figures', reasons } : null
}
