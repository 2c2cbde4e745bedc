/** Asks for a bank account and for the authorization to debit it. */
import { useQuery } from '@tanstack/react-query'
import { type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { MANDATE_VERSION, mandateText } from '#domain/billing/bank-debit.ts'
import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import { brand } from '#web/content/brand.ts'
import { ownBankAccountsQuery } from '#web/queries/users.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { Skeleton } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { post } from './card-setup.ts'

const EMPTY = { routingNumber: '', accountNumber: '' }

/** The sandbox's own form: it accepts only the published test accounts. */
function SandboxBankAccount({ ref, error }: BankAccountProps) {
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

const StripeBankAccount = lazily(async () => (await import('./bank-account-stripe.tsx')).default)

/** @throws an error in words for the person who typed the account. */
export type BankAccountHandle = { save: () => Promise<SavedBankAccount> }
export type BankAccountProps = { ref: Ref<BankAccountHandle>; error: Error | null }

/** Continuing gives the authorization; our server keeps its words, the time and the address. */
export const authorize = (): Promise<CardSetup> =>
  post('/api/bank-accounts/setups', { mandateVersion: MANDATE_VERSION })

export const accountName = ({ bankName, last4 }: SavedBankAccount): string => `${bankName} ending in ${last4}`

const ANOTHER = 'another'

/** A previously connected account, or a new one. */
export function BankAccount({ ref, error }: BankAccountProps) {
  const form = useRef<BankAccountHandle>(null)
  const asked = useQuery(ownBankAccountsQuery)
  const saved = asked.data ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const choice = picked ?? saved[0]?.stripePaymentMethodId ?? ANOTHER
  const known = saved.find(({ stripePaymentMethodId }) => stripePaymentMethodId === choice)
  useImperativeHandle(ref, () => ({
    save: async () => known ?? (await (form.current?.save() ?? Promise.reject(new Error(NOT_YET)))),
  }))
  if (asked.isLoading) return <Skeleton className="h-40" />
  return (
    <>
      {saved.length > 0 && (
        <fieldset className="grid gap-2.5 md:grid-cols-2">
          <legend className="label mb-2">Bank account</legend>
          {saved.map((account) => (
            <Choice
              key={account.stripePaymentMethodId}
              name="account"
              value={account.stripePaymentMethodId}
              title={accountName(account)}
              checked={choice === account.stripePaymentMethodId}
              onChange={() => setPicked(account.stripePaymentMethodId)}
            />
          ))}
          <Choice
            name="account"
            value={ANOTHER}
            title="Another bank account"
            checked={choice === ANOTHER}
            onChange={() => setPicked(ANOTHER)}
          />
        </fieldset>
      )}
      {!known && <NewAccount ref={form} error={error} />}
    </>
  )
}

const NOT_YET = 'The form is still loading. Try again in a moment.'

function NewAccount(props: BankAccountProps) {
  const { testMode, cards } = usePublicConfig()
  const fields = useFocusOnRefused<HTMLFieldSetElement>(props.error)
  return (
    <fieldset ref={fields} className="grid max-w-[32.5rem] gap-4 rounded-stat border border-line p-4">
      <legend className="sr-only">Bank account</legend>
      {testMode && (
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="paused" icon="warning">
            Test mode
          </Badge>
          <span className="quiet fine">No real account is debited. Use 110000000 and 000123456789.</span>
        </p>
      )}
      {cards.provider === 'stripe' && cards.publishableKey ? (
        <Suspense fallback={<p className="quiet">Loading the form…</p>}>
          <StripeBankAccount {...props} publishableKey={cards.publishableKey} />
        </Suspense>
      ) : (
        <SandboxBankAccount {...props} />
      )}
      <p className="quiet fine">
        <strong>By choosing Next you agree:</strong> {mandateText(brand.name)}
      </p>
    </fieldset>
  )
}
