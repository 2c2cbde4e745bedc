import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ApiKeyForm, type MadeApiKey, type Scope } from '#domain/schemas/api-key.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'
import { ChooseScopes, type How } from './choose-scopes.tsx'
import { allToRead } from './scopes.ts'

type Input = z.input<typeof ApiKeyForm>
type Props = { organizationId: string | null; onMade: (made: MadeApiKey) => void; onClose: () => void }

export function MakeKey({ organizationId, onMade, onClose }: Props) {
  const [how, setHow] = useState<How>('read')
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    MadeApiKey & { version: number }
  >({
    schema: ApiKeyForm,
    initial: { name: '', organizationId, scopes: allToRead(organizationId) },
    version: null,
    request: (payload) => ({ method: 'POST', path: '/api/api-keys', payload }),
    failure: 'Failed to make the key',
    success: { title: 'API key made' },
    refresh: [['api-keys']],
    onSaved: onMade,
  })
  const scopes = useWatch({ control: form.control, name: 'scopes' }) as Scope[]
  return (
    <FormDrawer
      title="Make an API key"
      description="A program works with it in place of your password."
      save="Make key"
      saving="Making..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="What is it for?" placeholder="Zapier" autoComplete="off" {...bound(form, 'name')} />
      <ChooseScopes
        organizationId={organizationId}
        how={how}
        scopes={scopes}
        error={form.formState.errors.scopes?.message}
        onChange={(chosen, next) => {
          setHow(chosen)
          form.setValue('scopes', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }}
      />
    </FormDrawer>
  )
}

/** The key, this once. */
export const ShownKey = ({ made, onClose }: { made: MadeApiKey; onClose: () => void }) => (
  <SecretDialog
    title={`Copy the key ${made.name}`}
    into="the program"
    label="API key"
    secret={made.key}
    copy="Copy key"
    onClose={onClose}
  >
    {made.earlierWorksUntil && (
      <p className="quiet">
        The earlier key works for 24 hours more, so that you can change it in the program first.
      </p>
    )}
  </SecretDialog>
)
