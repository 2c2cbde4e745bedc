import { Badge } from '#web/ui/badge.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { Import } from './use-import.ts'

/** More choices than these are a list. */
const MOST_CARDS = 4

/** What only a person knows about the file, each asked once. */
export function Questions({ importing: { questions: asked, answer } }: { importing: Import }) {
  if (asked.length === 0) return null
  const open = asked.filter(({ answer }) => answer === null).length
  return (
    <section aria-label="Questions" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading level={3} size="detail">
          {asked.length === 1 ? 'One question first' : `${asked.length} questions first`}
        </Heading>
        <p role="status" className="quiet fine">
          {open === 0 ? 'All answered' : `${open} still to answer`}
        </p>
      </div>
      {asked.map((question) => (
        <Card key={question.id} question={question} onAnswer={(value) => answer(question.id, value)} />
      ))}
    </section>
  )
}

type CardProps = { question: Import['questions'][number]; onAnswer: (value: string) => void }

function Card({ question: { text, choices, answer }, onAnswer }: CardProps) {
  const isOpen = answer === null
  return (
    <div
      className={`grid gap-2.5 rounded-card border border-l-4 p-4 ${isOpen ? 'border-line border-l-accent' : 'border-line'}`}
    >
      <Badge tone={isOpen ? 'paused' : 'active'} icon={isOpen ? 'warning' : 'check'}>
        {isOpen ? 'Not answered' : 'Answered'}
      </Badge>
      {choices.length > MOST_CARDS ? (
        <SelectField
          label={text}
          value={answer ?? ''}
          placeholder="Choose"
          options={choices}
          onChange={onAnswer}
        />
      ) : (
        <ChoiceGroup
          legend={text}
          across={choices.length < 3}
          options={choices.map(({ value, label }) => ({ value, title: label }))}
          value={answer}
          onChange={onAnswer}
        />
      )}
    </div>
  )
}
