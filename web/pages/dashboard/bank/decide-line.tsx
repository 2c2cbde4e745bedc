import { useState } from 'react'
import type { BankLine } from '#domain/schemas/bank-statement.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { movementLabel } from './movement-labels.ts'

const NOTE = 'note'

/** A person says what the line is: one of what it may be, or something that is not in the books. */
export function DecideLine({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(line.choices.length === 0 ? NOTE : null)
  const [note, setNote] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const isNote = chosen === NOTE
  const match = line.choices.find(({ id }) => id === chosen)
  const save = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/bank-lines/${line.id}`,
      payload: {
        matchId: match?.id ?? null,
        note: isNote ? note.trim() : null,
      },
    }),
    failure: 'The line was not saved',
    success: { title: match ? 'Line matched' : 'Line left with a note' },
    refresh: [['bank']],
    onSuccess: onClose,
  })
  const errors = fieldErrors(save.error)
  const needsNote = isNote && note.trim() === ''
  return (
    <FormDrawer
      title={usd(line.amount)}
      description={`${calendarDayText(line.day)}: ${line.text}`}
      save="Save"
      saving="Saving..."
      isPending={save.isPending}
      attempt={attempt}
      isDirty={note !== ''}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(chosen === null ? 'Choose what this line is' : null)
        if (chosen === null || needsNote) setAttempt(attempt + 1)
        else save.mutate()
      }}
    >
      {line.choices.length === 0 && (
        <p className="quiet">
          Nothing unmatched in the books has this amount. If it is a deposit, a payout or a refund, record it
          first: then it can be chosen here.
        </p>
      )}
      <ChoiceGroup
        legend="What this line is"
        options={[
          ...line.choices.map((one) => ({
            value: one.id,
            title: movementLabel(one),
            text: `${calendarDayText(one.day)}, ${usd(one.amount)}`,
          })),
          { value: NOTE, title: 'Not in these books', text: 'A bank fee, interest, or another account.' },
        ]}
        value={chosen}
        onChange={setChosen}
        error={errors.matchId}
      />
      {isNote && (
        <TextField
          label="Note"
          value={note}
          maxLength={200}
          onChange={({ target }) => setNote(target.value)}
          error={attempt > 0 && needsNote ? 'Write what it is' : errors.note}
        />
      )}
    </FormDrawer>
  )
}
