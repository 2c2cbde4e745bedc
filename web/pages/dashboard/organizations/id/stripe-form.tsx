/** Stripe's own form, from Stripe itself and never stored: what is typed into it goes to Stripe, and not to us. */
import { loadConnectAndInitialize } from '@stripe/connect-js/pure'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StartedStripeAccount } from '#domain/schemas/stripe-account.ts'
import { post } from '#web/parts/card/card-setup.ts'
import { useStripeAppearance } from '#web/parts/card/stripe-options.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = {
  organizationId: string
  clientSecret: string
  publishableKey: string
  /** Nothing is missing: the owner changes what was entered. */
  isComplete: boolean
  onDone: () => void
}

export default function StripeForm({
  organizationId,
  clientSecret,
  publishableKey,
  isComplete,
  onDone,
}: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const { variables = {} } = useStripeAppearance()
  const done = useEffectEvent(onDone)
  /** Each secret opens one session: the first came with the press that opened this. */
  const secrets = useRef([clientSecret])
  const secret = useEffectEvent(async () => {
    const first = secrets.current.pop()
    if (first !== undefined) return first
    const path = `${organizationPath(organizationId)}/stripe-account`
    const { form } = await post<StartedStripeAccount>(path)
    return form?.clientSecret ?? ''
  })
  const { colorPrimary, colorBackground, colorText, colorDanger, fontFamily } = variables
  useEffect(() => {
    const stripe = loadConnectAndInitialize({
      publishableKey,
      fetchClientSecret: () => secret(),
      appearance: {
        overlays: 'dialog',
        variables: {
          colorPrimary: colorPrimary ?? '',
          colorBackground: colorBackground ?? '',
          colorText: colorText ?? '',
          colorDanger: colorDanger ?? '',
          fontFamily: fontFamily ?? '',
        },
      },
    })
    const form = isComplete ? stripe.create('account-management') : stripe.create('account-onboarding')
    if ('setOnExit' in form) form.setOnExit(() => done())
    form.setOnLoadError(() => setMissing(true))
    place.current?.append(form)
    return () => form.remove()
  }, [publishableKey, isComplete, colorPrimary, colorBackground, colorText, colorDanger, fontFamily])
  return (
    <div className="grid gap-3">
      {isMissing && (
        <Note tone="danger" role="alert">
          Stripe’s form could not be loaded. Check your connection, then try again.
        </Note>
      )}
      <div ref={place} />
      <div>
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
