import { useWords } from '#web/site/words.ts'
import { Choice } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { STEP_FORM, type StepProps } from './dialog.tsx'
import { ANONYMOUS_DOES } from './words.ts'

const LONGEST_NOTE = 200

/** Says exactly who sees what (R26). */
export function PrivacyStep({ answers, answer, onNext }: StepProps) {
  const words = useWords()
  return (
    <form
      id={STEP_FORM}
      className="grid max-w-[640px] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <h3>Who sees your name</h3>
      <ul className="quiet grid list-disc gap-1.5 pl-5">
        <li>The public page always shows every supporter as “Anonymous Supporter”.</li>
        <li>
          The representative who handles payments sees your name, because someone has to take care of the
          invoices.
        </li>
        <li>If you win a reward, the organization sees your name and contact details.</li>
      </ul>
      <Choice
        type="checkbox"
        name="anonymous"
        value="yes"
        title="Keep my pledge anonymous"
        checked={answers.isAnonymous}
        onChange={(isAnonymous) => answer({ isAnonymous })}
      >
        {ANONYMOUS_DOES}
      </Choice>
      <TextField
        label={`A note for the ${words.team}`}
        optional
        hint="It appears next to your pledge on the public page."
        maxLength={LONGEST_NOTE}
        value={answers.note}
        onChange={(event) => answer({ note: event.target.value })}
      />
    </form>
  )
}
