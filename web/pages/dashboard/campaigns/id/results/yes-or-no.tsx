import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Outcome } from './outcome-dialog.tsx'

type State = 'open' | 'achieved' | 'not_achieved'

/** What each answer enters; the current answer enters nothing. */
const ANSWERS = [
  { state: 'achieved', label: 'Yes', kind: 'achieved' },
  { state: 'not_achieved', label: 'No', kind: 'not_achieved' },
  { state: 'open', label: 'Not yet', kind: 'withdrawn' },
] as const

/** "No" is refused while it is achieved: that is withdrawn first (R20). */
const isPossible = (state: State, to: State): boolean => !(state === 'achieved' && to === 'not_achieved')

type Props = {
  name: string
  /** The current answer. */
  state: State
  /** Chosen and not saved; null: the current answer. */
  chosen?: Outcome['kind'] | null
  /** For a thumb at the touchline. */
  isBig?: boolean
  /** Null: the current answer, which enters nothing. */
  onAnswer: (kind: Outcome['kind'] | null) => void
}

/** The outcome of an achievement, asked as a question: yes, no, or not yet (R20). */
export function YesOrNo({ name, state, chosen = null, isBig = false, onAnswer }: Props) {
  const isAnswer = ({ state: answer, kind }: (typeof ANSWERS)[number]): boolean =>
    chosen === null ? answer === state : kind === chosen
  return (
    <fieldset
      className="mt-3 grid grid-cols-[repeat(3,minmax(auto,1fr))] gap-2 whitespace-nowrap"
      aria-label={name}
    >
      {ANSWERS.map((answer) => (
        <Button
          key={answer.state}
          size={isBig ? 'normal' : 'small'}
          kind={isAnswer(answer) ? 'ink' : 'secondary'}
          aria-label={`${answer.label}: ${name}`}
          aria-pressed={isAnswer(answer)}
          disabled={!isPossible(state, answer.state)}
          onClick={() => !isAnswer(answer) && onAnswer(answer.state === state ? null : answer.kind)}
        >
          {isAnswer(answer) && <Icon icon={faCheck} />}
          {answer.label}
        </Button>
      ))}
    </fieldset>
  )
}
