/** The questions of the help page that have what was typed. */
import { faCircleQuestion } from '@fortawesome/free-solid-svg-icons'
import { likeness, wordsOf } from '#domain/likeness.ts'
import { helpGroups } from '#web/content/help.ts'
import { paths } from '#web/paths.ts'
import type { PaletteOption } from '#web/ui/command-palette.tsx'

const MAX_QUESTIONS = 4
/** A part of a shorter text is in too many words. */
const SHORTEST = 3
/** Every word is the beginning of one in the answer: in a long text, anything is like something. */
const BEGINS = 3

/** Best first: what a question has, with typos, counts more than what is only in its answer. */
export function helpFor(typed: string, isForRepresentative: boolean): PaletteOption[] {
  const words = wordsOf(typed)
  if (typed.length < SHORTEST || !/\p{L}/u.test(typed)) return []
  return helpGroups(isForRepresentative)
    .flatMap(({ title, questions }) => questions.map((one) => ({ ...one, group: title })))
    .map((one) => {
      const inAnswer = likeness(words, [one.question, ...one.answer.flat()].join(' '))
      return { one, alike: likeness(words, one.question) || (inAnswer >= BEGINS ? 0.5 : 0) }
    })
    .filter(({ alike }) => alike > 0)
    .sort((one, other) => other.alike - one.alike)
    .slice(0, MAX_QUESTIONS)
    .map(({ one }) => ({
      id: `help-${one.id}`,
      to: `${paths.help}#${one.id}`,
      main: one.question,
      note: one.group,
      icon: faCircleQuestion,
    }))
}
