import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { useWords } from '#web/site/words.ts'
import { Choice } from '#web/ui/choice.tsx'
import { STEP_FORM, type StepProps } from './dialog.tsx'
import { ambassadorName } from './referral.ts'

export function AmbassadorStep({
  answers,
  answer,
  onNext,
  ambassadors,
}: StepProps & { ambassadors: readonly PublicAmbassador[] }) {
  const choices = [
    { id: null, name: 'No ambassador' },
    ...ambassadors.map((ambassador) => ({ id: ambassador.id, name: ambassadorName(ambassador) })),
  ]
  const words = useWords()
  return (
    <form
      id={STEP_FORM}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <h3>Did someone from the {words.team} ask you?</h3>
      <p className="quiet">Choose who, and they are credited with your pledge. This is optional.</p>
      <fieldset className="grid min-w-0 gap-2.5 md:grid-cols-2">
        <legend className="sr-only">Ambassador</legend>
        {choices.map(({ id, name }) => (
          <Choice
            key={id ?? 'none'}
            name="ambassador"
            value={id ?? ''}
            title={name}
            checked={answers.ambassadorId === id}
            onChange={() => answer({ ambassadorId: id })}
          />
        ))}
      </fieldset>
    </form>
  )
}
