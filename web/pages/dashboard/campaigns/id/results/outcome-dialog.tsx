import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import type { KeptOne } from '#web/touchline/entry.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { noWhy, OfflineNote, useOne, WhyFields } from './entry-fields.tsx'

type State = 'open' | 'achieved' | 'not_achieved'

/** What each answer enters; the current answer enters nothing. */
const ANSWERS = [
  { state: 'achieved', label: 'Yes', kind: 'achieved' },
  { state: 'not_achieved', label: 'No', kind: 'not_achieved' },
  { state: 'open', label: 'Not yet', kind: 'withdrawn' },
] as const

/** "No" is refused while it is achieved: that is withdrawn first. */
const isPossible = (state: State, to: State): boolean => !(state === 'achieved' && to === 'not_achieved')

type YesOrNoProps = {
  name: string
  /** The current answer. */
  state: State
  /** Null: the current answer, which enters nothing. */
  onAnswer: (kind: Outcome['kind'] | null) => void
}

/** The outcome of an achievement, asked as a question: yes, no, or not yet. */
export function YesOrNo({ name, state, onAnswer }: YesOrNoProps) {
  const isAnswer = (answer: (typeof ANSWERS)[number]): boolean => answer.state === state
  return (
    <fieldset
      className="mt-3 grid grid-cols-[repeat(3,minmax(auto,1fr))] gap-2 whitespace-nowrap"
      aria-label={name}
    >
      {ANSWERS.map((answer) => (
        <Button
          key={answer.state}
          size="small"
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

export type Outcome = { statisticId: string; kind: 'achieved' | 'withdrawn' | 'not_achieved' }

const SAID: Record<Outcome['kind'], { title: string; save: string; words: string }> = {
  achieved: {
    title: 'Achieved',
    save: 'Enter as achieved',
    words: 'Once a second person confirms it, every pledge on it is earned.',
  },
  withdrawn: {
    title: 'Withdraw',
    save: 'Withdraw it',
    words: 'Once a second person confirms it, it counts as open again.',
  },
  not_achieved: {
    title: 'Not achieved',
    save: 'Enter as not achieved',
    words: 'Once a second person confirms it, nothing is owed for it.',
  },
}

type Props = {
  campaignId: string
  outcome: Outcome
  name: string
  /** An unsent entry of the same statistic on this device. */
  kept: KeptOne | null
  onClose: () => void
}

/** The outcome of an achievement, with its evidence. */
export function OutcomeDialog({ campaignId, outcome, name, kept, onClose }: Props) {
  const before = kept ? { note: kept.one.note, evidenceUrl: kept.one.evidenceUrl } : noWhy
  const [why, setWhy] = useState(before)
  const one = { ...outcome, ...why, eventId: null }
  const { save, isSaving, refusal, attempt, problems } = useOne({
    campaignId,
    name,
    one,
    onClose,
    instead: kept,
  })
  const said = SAID[outcome.kind]
  return (
    <FormDrawer
      isShort
      title={`${said.title}: ${name}`}
      description={said.words}
      save={said.save}
      saving="Saving..."
      isPending={isSaving}
      attempt={attempt}
      isDirty={why.note !== before.note || why.evidenceUrl !== before.evidenceUrl}
      problem={refusal}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <WhyFields why={why} onChange={setWhy} problems={problems} />
      <OfflineNote />
    </FormDrawer>
  )
}
