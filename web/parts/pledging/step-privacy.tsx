import type { User } from '#domain/schemas/user.ts'
import { useWords } from '#web/site/words.ts'
import { Choice } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { STEP_FORM, type StepProps } from './dialog.tsx'
import { ANONYMOUS_DOES } from './words.ts'

const LONGEST_NOTE = 200

/** First name and initial, as the server makes it of the pledge's name (R26). */
const shownAs = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string => {
  const [initial = ''] = lastName?.trim() ?? ''
  return [firstName?.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}

/** Says exactly who sees what (R26). */
export function PrivacyStep({ user, answers, answer, onNext }: StepProps & { user: User }) {
  const words = useWords()
  return (
    <form
      id={STEP_FORM}
      className="grid max-w-[40rem] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <h3>Who sees your name</h3>
      <ul className="quiet grid list-disc gap-1.5 pl-5">
        <li>The public page lists every supporter as “Anonymous Supporter”.</li>
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
        onChange={(isAnonymous) =>
          answer(isAnonymous ? { isAnonymous, thankByName: false } : { isAnonymous })
        }
      >
        {ANONYMOUS_DOES}
      </Choice>
      <Choice
        type="checkbox"
        name="thanks"
        value="yes"
        title="Thank me by name"
        checked={answers.thankByName ?? false}
        onChange={(thankByName) =>
          answer(thankByName ? { thankByName, isAnonymous: false } : { thankByName })
        }
      >
        The campaign’s page thanks you as <span translate="no">{shownAs(user)}</span>, once a representative
        has checked it. Your amounts are never shown with it.
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
