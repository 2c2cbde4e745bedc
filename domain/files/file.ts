/** What an uploaded file says, before anyone decides what it means here. Pure. */
import type { Event } from '../schemas/event.ts'

export type EventType = Event['eventType']
export type Venue = NonNullable<Event['venue']>

/** Why a file cannot be read at all, in words for the person who chose it: what it is, and what to do. */
export class FileProblem extends Error {}

/** Where the contents of a file belong. */
export type Place = 'season' | 'people' | 'money' | 'rosters'

/** One row of a file about the season: a date on its schedule, a result, or both. What it does not say is null. */
export type Entry = {
  line: number
  /** The file's own id for the event, by which it is found again on another day. */
  uid: string | null
  /** Null: the file does not say on which day. At noon in the campaign's zone where it gives a day only. */
  start: Date | null
  hasTime: boolean
  /** Undefined: the file has no ends. */
  end: Date | null | undefined
  /** "Game: Palms vs Reef", as written. */
  title: string | null
  /** The title had an apostrophe in front, as in our own files: "'-5K run" is text and no formula. */
  isText?: boolean
  /** The opponent's column, as written: it may begin with "at". */
  opponent: string | null
  venue: Venue | null
  /** Both sides, where the file names both. */
  teams: { home: string; away: string } | null
  /** "JV", "14U": which of a club's teams, from a column of its own. */
  level: string | null
  /** "Rainout", "Completed", from a column or a calendar's STATUS. */
  status: string | null
  eventType: EventType | null
  location: string | null | undefined
  description: string | null | undefined
  /** Which player or child the row is about: only compared, never stored. */
  person: string | null
  /** The whole row, to tell a row that is repeated from one that is like it. */
  text?: string
  /** By column: what it says, as written. */
  figures: Readonly<Record<string, string>>
}

/** What says nothing yet: a format adds what it knows. */
export const BLANK: Omit<Entry, 'line' | 'start' | 'hasTime'> = {
  uid: null,
  end: undefined,
  title: null,
  opponent: null,
  venue: null,
  teams: null,
  level: null,
  status: null,
  eventType: null,
  location: undefined,
  description: undefined,
  person: null,
  figures: {},
}

/** Something that a person decides about a file; asked once, and answered by one of the choices. */
export type Question = {
  /** `us`, `order`, `line 7 forfeit`: the same for the same file. */
  id: string
  /** The line that it is about; null: the whole file. */
  line: number | null
  text: string
  choices: { value: string; label: string }[]
}

/** Choices by what the answer is called: not for answers that are numbers, which would come first. */
export const choicesOf = (labels: Readonly<Record<string, string | false>>): Question['choices'] =>
  Object.entries(labels).flatMap(([value, label]) => (label === false ? [] : [{ value, label }]))

/** Gives the answer to a question, or null while there is none. */
export type Ask = (question: Question) => string | null

/** What is asked about a file, each question once. */
export function asking(answer: Ask): { ask: Ask; questions: Question[] } {
  const questions: Question[] = []
  const ask: Ask = (question) => {
    if (!questions.some(({ id }) => id === question.id)) questions.push(question)
    return answer(question)
  }
  return { ask, questions }
}

/** What a question is about: an event keeps its id, and its answer, wherever a calendar's next version has it. */
export const subjectOf = ({ uid, line }: Pick<Entry, 'uid' | 'line'>): string =>
  uid === null ? `line ${line}` : `event ${uid}`

/** By the question's id. */
export type Answers = Readonly<Record<string, string>>

/** The answer, if it is one of the choices. */
export const answerTo = ({ id, choices }: Question, answers: Answers): string | null => {
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
  return choices.find(({ value }) => value === answer)?.value ?? null
}
