/** What Stripe's elements need before there is anything to confirm: it must match what the server creates later. */
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import { openStripe } from './stripe.ts'

/** Of fields and buttons. */
export const CORNERS = '6px'

/** A color token's current value, light or dark. */
function color(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const now = getComputedStyle(probe).color
  probe.remove()
  return now
}

/** How Stripe's form looks inside ours: it belongs to another site, so it takes colors instead of our style sheet. */
function look(isDark: boolean): Appearance {
  const ink = color('--ink')
  const quiet = color('--ink2')
  const wrong = color('--danger')
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorText: ink,
      colorTextSecondary: quiet,
      colorTextPlaceholder: quiet,
      iconColor: ink,
      colorBackground: color('--surface'),
      colorDanger: wrong,
      iconCardErrorColor: wrong,
      colorPrimary: color('--accenttext'),
      borderRadius: CORNERS,
      gridRowSpacing: '16px',
      // The reader’s own size, usually 16 px: below that, a phone zooms into the field.
      fontSizeBase: getComputedStyle(document.documentElement).fontSize,
      fontFamily: 'system-ui, sans-serif',
    },
    rules: {
      '.Label': { fontSize: '0.90625rem', fontWeight: '600', color: ink },
      '.Input': { border: `1.5px solid ${color('--control')}`, boxShadow: 'none' },
      '.Input:focus': { outline: `3px solid ${color('--focus')}`, outlineOffset: '1px', boxShadow: 'none' },
      '.Input--invalid': { border: `2px solid ${wrong}`, boxShadow: 'none' },
    },
  }
}

const DARK = '(prefers-color-scheme: dark)'

/** Follows the system's light and dark setting. Browser only. */
export function useStripeAppearance(): Appearance {
  const [current, setCurrent] = useState(() => look(window.matchMedia(DARK).matches))
  useEffect(() => {
    const system = window.matchMedia(DARK)
    const update = () => setCurrent(look(system.matches))
    system.addEventListener('change', update)
    return () => system.removeEventListener('change', update)
  }, [])
  return current
}

/** A saved card is charged later without its owner; one that pays now is kept nowhere. */
export function modeOf(
  amount: Cents | undefined,
  type: 'card' | 'us_bank_account' = 'card',
): StripeElementsOptionsMode {
  const shared = { currency: 'usd', allowedPaymentMethodTypes: [type] }
  return amount === undefined
    ? { mode: 'setup', setupFutureUsage: 'off_session', ...shared }
    : { mode: 'payment', amount, ...shared }
}

/** Without a network it fails with a message at once, instead of loading forever. */
export const useStripeScript = (publishableKey: string) =>
  useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { path: 'js.stripe.com' },
  })

/** Where a bank that requires its own page sends the person afterwards. */
export const returning = () => ({ return_url: window.location.href })
