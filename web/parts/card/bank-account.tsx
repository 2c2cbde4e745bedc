/** Asks for a bank account and for the authorization to debit it (R60). */
import { useQuery } from '@tanstack/react-query'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { MANDATE_VERSION, mandateText, oneDebitText } from '#domain/bank-debit.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import { brand } from '#web/content/brand.ts'
import { ownBankAccountsQuery } from '#web/queries/users.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { SandboxBankAccount } from './bank-account-sandbox.tsx'
import { post } from './card-setup.ts'

const StripeBankAccount = lazily(async () => (await import('./bank-account-stripe.tsx')).default)

/** @throws an error in words for whoever typed the account. */
export type BankAccountHandle = {
  save: () => Promise<SavedBankAccount>
  /** Debits it once, and keeps it nowhere (R44). */
  pay: (payment: ChargePayment) => Promise<void>
}
export type BankAccountProps = {
  ref: Ref<BankAccountHandle>
  error: Error | null
  /** Something was typed: what was said of the account before is over. */
  onChange?: () => void
  /** In cents, of an account that is debited once, now; without it the account is saved for later debits. */
  amount?: Cents
}

/** The authorization is given by going on; our server keeps its words, the time and the address. */
export const authorize = (): Promise<CardSetup> =>
  post('/api/bank-accounts/setups', { mandateVersion: MANDATE_VERSION })

export const accountName = ({ bankName, last4 }: SavedBankAccount): string => `${bankName} ending in ${last4}`

const ANOTHER = 'another'

export type ChoiceHandle = Pick<BankAccountHandle, 'save'>

/** One that was connected before, or a new one. */
export function BankAccount({ ref, error }: { ref: Ref<ChoiceHandle>; error: Error | null }) {
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
      {!known && (
        <NewAccount ref={form} error={error}>
          <strong>By choosing Next you agree:</strong> {mandateText(brand.name)}
        </NewAccount>
      )}
    </>
  )
}

const NOT_YET = 'The form is still loading. Try again in a moment.'

/**
 * An account that is debited once, now, and kept nowhere (R44, R60). `action` is the button that agrees to it: it may stand at
 * the foot of a phone's screen, so the words come before the fields.
 */
export const OneDebit = ({
  amount,
  action,
  ...props
}: BankAccountProps & { amount: Cents; action: string }) => (
  <>
    <p className="quiet fine">
      <strong>By choosing {action} you agree:</strong> {oneDebitText(brand.name, formatUsd(amount))}
    </p>
    <NewAccount {...props} amount={amount} />
  </>
)

export const debitFrom = (
  { current }: RefObject<BankAccountHandle | null>,
  payment: ChargePayment,
): Promise<void> => current?.pay(payment) ?? Promise.reject(new Error(NOT_YET))

function NewAccount({ children, ...props }: BankAccountProps & { children?: ReactNode }) {
  const { testMode, cards } = usePublicConfig()
  return (
    <fieldset className="grid max-w-[520px] gap-4 rounded-stat border border-line p-4">
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
      {children && <p className="quiet fine">{children}</p>}
    </fieldset>
  )
}
