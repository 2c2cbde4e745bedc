import type { z } from 'zod'
import {
  type AccountMap,
  ORGANIZATION_ACCOUNTS,
  PROVIDER_ACCOUNTS,
} from '#domain/billing/exports/accounts.ts'
import { type Bookkeeping, OrganizationAccounts, ProviderAccounts } from '#domain/schemas/bookkeeping.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { accountsPath } from '#web/queries/bookkeeping.ts'
import { TextField } from '#web/ui/field.tsx'

type Props = { books: Bookkeeping; onClose: () => void }

/** The account's name in QuickBooks Online and its code in Xero, for each line of the files. */
export function AccountsDrawer({ books, onClose }: Props) {
  const schema: z.ZodType = books.organization ? OrganizationAccounts : ProviderAccounts
  const lines = Object.entries<{ label: string; hint?: string }>(
    books.organization ? ORGANIZATION_ACCOUNTS : PROVIDER_ACCOUNTS,
  )
  const { form, submit, isPending, attempt, problem } = useRecordForm<AccountMap, AccountMap>({
    schema: schema as z.ZodType<unknown, AccountMap>,
    initial: books.accounts,
    version: null,
    request: (payload) => ({ method: 'PUT', path: accountsPath(books), payload }),
    failure: 'Failed to change the accounts',
    success: { title: 'Accounts changed' },
    refresh: [['bookkeeping']],
    onSaved: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDrawer
      title="Edit accounts"
      description="As they are called in your accounting program. Write Parent:Sub for an account within another."
      save="Save Changes"
      saving="Saving..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {lines.map(([name, { label, hint }]) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="mb-1.5 font-semibold">{label}</legend>
          <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3">
            <TextField
              {...form.register(`quickbooks.${name}`)}
              label="QuickBooks Online"
              error={errors.quickbooks?.[name]?.message}
            />
            <TextField {...form.register(`xero.${name}`)} label="Xero" error={errors.xero?.[name]?.message} />
          </div>
          {hint && <p className="quiet fine">{hint}</p>}
        </fieldset>
      ))}
      <TextField
        {...form.register('taxRate')}
        label="Tax rate in Xero"
        hint="Its full name, as in Xero’s tax settings."
        error={errors.taxRate?.message}
      />
      <TextField
        {...form.register('tracking')}
        label="Tracking category in Xero"
        optional
        hint="Campaigns are its options. Leave it empty if you don’t track by campaign."
        error={errors.tracking?.message}
      />
    </FormDrawer>
  )
}
