import { type ApiNoun, isReadOnlyNoun, labelOfNoun } from '#domain/people/api-nouns.ts'
import type { Access, Scope } from '#domain/schemas/api-key.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { allToRead, nounsFor, offeredTo, withScope } from './scopes.ts'

/** How a key is given its scopes. */
export type How = 'read' | 'write' | 'choose'

type Props = {
  organizationId: string | null
  how: How
  scopes: readonly Scope[]
  onChange: (how: How, scopes: Scope[]) => void
  error: string | undefined
}

/** All to read, everything, or noun by noun. */
export function ChooseScopes({ organizationId, how, scopes, onChange, error }: Props) {
  const scopesOf = (chosen: How): Scope[] => {
    if (chosen === 'choose') return [...scopes]
    return chosen === 'read' ? allToRead(organizationId) : offeredTo(organizationId)
  }
  return (
    <>
      <ChoiceGroup
        legend="What may it do?"
        options={[
          { value: 'read', title: 'Read everything', text: 'It changes nothing.' },
          {
            value: 'write',
            title: 'Read and change everything',
            text: 'Except for what takes a person, such as confirming results or moving money.',
          },
          { value: 'choose', title: 'Let me choose' },
        ]}
        value={how}
        onChange={(chosen) => onChange(chosen as How, scopesOf(chosen as How))}
        error={error}
      />
      {how === 'choose' && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {nounsFor(organizationId).map((noun) => (
            <NounScopes
              key={noun}
              noun={noun}
              scopes={scopes}
              onChange={(access, isOn) => onChange(how, withScope(scopes, { noun, access, isOn }))}
            />
          ))}
        </div>
      )}
    </>
  )
}

type NounProps = {
  noun: ApiNoun
  scopes: readonly Scope[]
  onChange: (access: Access, isOn: boolean) => void
}

function NounScopes({ noun, scopes, onChange }: NounProps) {
  const name = labelOfNoun(noun)
  const box = (access: Access, word: string) => (
    <Checkbox
      label={
        <>
          <span className="sr-only">{name}: </span>
          {word}
        </>
      }
      checked={scopes.includes(`${noun}:${access}` as Scope)}
      onChange={(isOn) => onChange(access, isOn)}
    />
  )
  return (
    <fieldset className="border-t border-line py-2">
      <legend className="float-left pt-2 font-semibold">{name}</legend>
      <div className="clear-both flex flex-wrap gap-x-6">
        {box('read', 'Read')}
        {!isReadOnlyNoun(noun) && box('write', 'Change')}
      </div>
    </fieldset>
  )
}
