import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentMethodCreateParams, Stripe, StripeElements } from '@stripe/stripe-js'
import { useId, useImperativeHandle, useMemo } from 'react'
import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { useUser } from '#web/site/session.ts'
import { FieldError } from '#web/ui/field.tsx'
import { authorize, type BankAccountProps } from './bank-account.tsx'
import { billingOf, fieldsFor } from './billing.ts'
import { post } from './card-setup.ts'
import { StripeForm, StripeMissing } from './stripe-form.tsx'
import { modeOf, returning, useStripeScript } from './stripe-options.ts'

const MODE = modeOf(undefined, 'us_bank_account')

/** Stripe's form: a sign-in at the bank, or routing and account number and two small deposits to confirm. */
export default function StripeBankAccount({
  publishableKey,
  ...props
}: BankAccountProps & { publishableKey: string }) {
  const { data, error, refetch, isFetching } = useStripeScript(publishableKey)
  if (!data) return <StripeMissing error={error} retry={refetch} isRetrying={isFetching} />
  return (
    <StripeForm stripe={data} mode={MODE}>
      <AccountOfStripe {...props} />
    </StripeForm>
  )
}

function AccountOfStripe({ ref, error }: BankAccountProps) {
  const stripe = useStripe()
  const elements = useElements()
  const user = useUser()
  const billing = useMemo(() => billingOf(user), [user])
  const options = useMemo(() => ({ layout: 'tabs' as const, fields: fieldsFor(billing) }), [billing])
  const id = useId()
  useImperativeHandle(ref, () => ({ save: () => save({ stripe, elements, billing }) }))
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="sr-only">Bank account details</legend>
      <PaymentElement options={options} />
      {error && <FieldError id={`${id}-error`}>{error.message}</FieldError>}
    </fieldset>
  )
}

type Given = {
  stripe: Stripe | null
  elements: StripeElements | null
  billing: PaymentMethodCreateParams.BillingDetails
}

const NOT_YET = 'The form is still loading. Try again in a moment.'
const NOT_DONE = 'Your bank account could not be connected. Try again, or pay another way.'
const TO_BE_CONFIRMED =
  'Your bank gets two small deposits in one or two business days, and Stripe emails you a link to confirm them. After that, choose the account here. Or pay another way now.'

async function save({ stripe, elements, billing }: Given): Promise<SavedBankAccount> {
  if (!stripe || !elements) throw new Error(NOT_YET)
  const { error: incomplete } = await elements.submit()
  if (incomplete) throw new Error(incomplete.message ?? NOT_DONE)
  const { clientSecret } = await authorize()
  const { setupIntent, error } = await stripe.confirmSetup({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: { ...returning(), payment_method_data: { billing_details: billing } },
  })
  if (error) throw new Error(error.message ?? NOT_DONE)
  if (setupIntent.status === 'requires_action') throw new Error(TO_BE_CONFIRMED)
  const { payment_method: saved } = setupIntent
  const stripePaymentMethodId = typeof saved === 'string' ? saved : saved?.id
  return post<SavedBankAccount>('/api/bank-accounts', { stripePaymentMethodId })
}
