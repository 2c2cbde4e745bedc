/** How Stripe's form looks inside ours: it belongs to another site, so it takes colors instead of our style sheet. */
import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

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

function look(isDark: boolean): Appearance {
  const [ink, quiet, wrong] = [color('--ink'), color('--ink2'), color('--danger')]
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
