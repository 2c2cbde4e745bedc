import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ApiKeyForm, type MadeApiKey, type Scope } from '#domain/schemas/api-key.ts'
import { copyByHand } from '#web/parts/campaign/link-to-share.tsx'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
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
export function ShownKey({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sheet"
      title={`Copy the key ${made.name}`}
      foot={
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="grid gap-5">
        <Note tone="warning">
          It is shown only now. Keep it like a password: paste it into the program, and nowhere else.
        </Note>
        <TextField label="API key" readOnly value={made.key} onFocus={(event) => event.target.select()} />
        <p>
          <CopyButton text={made.key} onRefused={copyByHand}>
            Copy key
          </CopyButton>
        </p>
        {made.earlierWorksUntil && (
          <p className="quiet">
            The earlier key works for 24 hours more, so that you can change it in the program first.
          </p>
        )}
      </div>
    </Dialog>
  )
}
