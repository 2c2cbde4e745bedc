import type { ImportPreview } from '#domain/schemas/import.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

/** More choices than these are a list. */
const MOST_CARDS = 4

type Props = { preview: ImportPreview; onAnswer: (id: string, value: string) => void }

/** What only a person knows about the file, each asked once. */
export function Questions({ preview: { questions }, onAnswer }: Props) {
  return questions.map(({ id, text, choices, answer }) =>
    choices.length > MOST_CARDS ? (
      <SelectField
        key={id}
        label={text}
        value={answer ?? ''}
        placeholder="Choose"
        options={choices}
        onChange={(value) => onAnswer(id, value)}
      />
    ) : (
      <ChoiceGroup
        key={id}
        legend={text}
        across={choices.length < 3}
        options={choices.map(({ value, label }) => ({ value, title: label }))}
        value={answer}
        onChange={(value) => onAnswer(id, value)}
      />
    ),
  )
}
