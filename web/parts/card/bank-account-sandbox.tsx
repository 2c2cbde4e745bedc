import { useImperativeHandle, useState } from 'react'
import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import { authorize, type BankAccountProps } from './bank-account.tsx'
import { post } from './card-setup.ts'

const EMPTY = { routingNumber: '', accountNumber: '' }

/** The sandbox's own form: it accepts only the published test accounts. */
export function SandboxBankAccount({ ref, error }: BankAccountProps) {
  const [account, setAccount] = useState(EMPTY)
  useImperativeHandle(ref, () => ({
    save: async () => {
      const { clientSecret } = await authorize()
      const path = '/api/sandbox/bank-accounts/confirm'
      const { stripePaymentMethodId } = await post<SavedBankAccount>(path, { clientSecret, ...account })
      return post<SavedBankAccount>('/api/bank-accounts', { stripePaymentMethodId })
    },
  }))
  const refused = fieldErrors(error)
  const field = (name: keyof typeof EMPTY) => ({
    value: account[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setAccount((known) => ({ ...known, [name]: value })),
  })
  return (
    <>
      <TextField
        label="Routing number"
        hint="The 9 digits at the bottom left of a check"
        {...field('routingNumber')}
      />
      <TextField label="Account number" hint="The digits after it" {...field('accountNumber')} />
    </>
  )
}
