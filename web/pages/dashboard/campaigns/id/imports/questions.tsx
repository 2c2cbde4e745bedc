import type { ImportPreview } from '#domain/schemas/import.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { Import } from './use-import.ts'

/** More choices than these are a list. */
const MOST_CARDS = 4

export type Asked = ImportPreview['questions'][number]

/** With what was pressed since the preview was made. */
export const askedIn = ({ preview, said }: Import): Asked[] =>
  (preview?.questions ?? []).map((one) => ({ ...one, answer: said.answers[one.id] ?? one.answer }))

/** What only a person knows about the file, each asked once. */
export function Questions({ importing }: { importing: Import }) {
  const asked = askedIn(importing)
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
        <Card key={question.id} question={question} onAnswer={importing.answer} />
      ))}
    </section>
  )
}

type CardProps = { question: Asked; onAnswer: (id: string, value: string) => void }

function Card({ question: { id, text, choices, answer }, onAnswer }: CardProps) {
  const isOpen = answer === null
  return (
    <div
      className={`grid gap-2.5 rounded-card border border-l-4 p-4 ${isOpen ? 'border-line border-l-accent' : 'border-line'}`}
    >
      {isOpen ? (
        <Badge tone="paused" icon="warning">
          Not answered
        </Badge>
      ) : (
        <Badge tone="active" icon="check">
          Answered
        </Badge>
      )}
      {choices.length > MOST_CARDS ? (
        <SelectField
          label={text}
          value={answer ?? ''}
          placeholder="Choose"
          options={choices}
          onChange={(value) => onAnswer(id, value)}
        />
      ) : (
        <ChoiceGroup
          legend={text}
          across={choices.length < 3}
          options={choices.map(({ value, label }) => ({ value, title: label }))}
          value={answer}
          onChange={(value) => onAnswer(id, value)}
        />
      )}
    </div>
  )
}
