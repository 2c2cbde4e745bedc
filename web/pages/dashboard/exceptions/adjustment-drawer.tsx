import { useState } from 'react'
import type { z } from 'zod'
import { EXCEPTIONS } from '#domain/exception.ts'
import { AdjustmentForm, type Exception } from '#domain/schemas/exception.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { SIGN_OFF_KEYS } from '#web/queries/sign-offs.ts'
import { ChoiceField, TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { useWrite } from '#web/write.ts'

type Input = z.input<typeof AdjustmentForm>

const MOST_BYTES = 2_000_000

/** Moves exactly the exception's amount between two accounts, once another representative has approved it (R29, R34). */
export function AdjustmentDrawer({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, kind, amount, happened } = exception
  const { waysOut } = EXCEPTIONS[kind]
  const [file, setFile] = useState<File | null>(null)
  const attach = useWrite<SignOff, { signOffId: string; scan: File }>({
    request: ({ signOffId, scan }) => ({
      method: 'POST',
      path: `/api/sign-offs/${signOffId}/attachment`,
      payload: scan,
    }),
    failure: 'The file was not attached: withdraw it and prepare it again',
    refresh: SIGN_OFF_KEYS,
  })
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, SignOff & { version: number }>({
    schema: AdjustmentForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { way: waysOut[0]?.way as Input['way'], reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `/api/exceptions/${id}/adjustments`, payload }),
    failure: 'Adjustment not prepared',
    success: { title: 'Adjustment prepared', description: 'Another representative must approve it.' },
    refresh: SIGN_OFF_KEYS,
    onSaved: ({ id: signOffId }) => {
      if (file) attach.mutate({ signOffId, scan: file })
      onClose()
    },
  })
  const { errors } = form.formState
  const tooLarge = file !== null && file.size > MOST_BYTES ? 'Attach a file of at most 2 MB' : undefined
  const way = waysOut.find((one) => one.way === form.watch('way'))
  return (
    <FormDrawer
      isShort
      title={`Adjust ${usd(amount)}`}
      description={`${happened} Once another representative approves it, the journal has it and the exception is resolved.`}
      save="Prepare adjustment"
      saving="Preparing..."
      isDirty={form.formState.isDirty || file !== null}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={(event) => {
        if (tooLarge) event.preventDefault()
        else submit(event)
      }}
    >
      <ChoiceField {...form.register('way')} label="What happens with it" error={errors.way?.message}>
        {waysOut.map((one) => (
          <option key={one.way} value={one.way}>
            {one.label}
          </option>
        ))}
      </ChoiceField>
      <TextArea
        {...form.register('reason')}
        label="Why"
        maxLength={500}
        hint={way?.hint}
        error={errors.reason?.message}
      />
      <FileDrop
        label="A letter or a bank’s notice (optional)"
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
        name={file?.name ?? null}
        onFile={setFile}
        error={tooLarge}
      />
    </FormDrawer>
  )
}
