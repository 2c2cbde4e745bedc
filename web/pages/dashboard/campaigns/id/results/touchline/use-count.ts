import { useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import type { KeptMatch } from '#web/touchline/entry.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  ADD,
  type Count,
  countOf,
  emptiedOf,
  inItsMatch,
  isBegun,
  matchOf,
  moved,
  onesOf,
  problemsOf,
  rowsOf,
} from './count.ts'
import { fromEvent, newMatchProblems } from './new-match.tsx'
import { orderOf } from './order.ts'
import { countedOn, type Decision, decided, type Overtaken, overtakenOf } from './overtaken.ts'
import { figuresOf, keptId, type Question, questionAbout } from './questions.ts'
import { useSaving } from './use-saving.ts'
import { useTyped } from './use-typed.ts'

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
  const { count, change, choices, standing, now } = typed
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
  const overtaken = overtakenOf(current, standing, refusal?.figures)

  /** `sure`: the user has just confirmed that unusual figures are right. */
  async function save(counted: Count = current, { sure = false } = {}): Promise<void> {
    const given = inItsMatch(countedOn(counted, standing, refusal?.figures), data)
    const order = orderOf(given, { data, userId, now, choices })
    setTries(tries + 1)
    // Answers alone have no match: none of its checks apply.
    const isAnswers = rowsOf(given).length === 0 && order.ones.length > 0
    if (isAnswers && Object.keys(emptiedOf(given)).length === 0)
      return void (await saving.saveAll({ ...order, match: null }))
    if (isGone || Object.keys(newMatch).length > 0 || Object.keys(problemsIn(given)).length > 0) return
    if (sure) confirmed.current = figuresOf(given)
    const asked = questionAbout(given, data, screen.entries, {
      standing,
      now,
      refused: refusal?.figures,
      confirmed: confirmed.current,
    })
    setQuestion(asked)
    if (asked) return
    const { isRefused } = await saving.saveAll(order)
    // The match is entered again; the answers are sent, or in this device's queue.
    if (isRefused && order.ones.length > 0) change({ ...given, answers: {} })
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
    /** How many results saving will create. */
    results: rowsOf(current).length + onesOf(current, userId).length,
    /** The statistic's current result in this match. */
    stood: (statisticId: string) => standing(current.choice, statisticId),
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
      if (rowsOf(next).length > 0 || Object.keys(next.answers ?? {}).length > 0) return void save(next)
      giveUp()
      toast({ title: 'Nothing saved', description: 'The results stay as they are.' })
    },
  }
}
