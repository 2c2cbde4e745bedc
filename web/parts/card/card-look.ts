/** How Stripe's field looks inside ours: it is another site's page, and takes colors instead of our style sheet. */
import type { StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** A color token as it is at this moment, light or dark. */
function colour(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function look(): StripeElementStyle {
  const [ink, wrong] = [colour('--ink'), colour('--danger')]
  return {
    base: {
      ...{ color: ink, iconColor: ink, fontSize: '16px', fontFamily: 'system-ui, sans-serif' },
      '::placeholder': { color: colour('--ink2') },
    },
    invalid: { color: wrong, iconColor: wrong },
  }
}

/** Follows the system when it changes from light to dark. Only in a browser. */
export function useCardLook(): StripeElementStyle {
  const [current, setCurrent] = useState(look)
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const update = () => setCurrent(look())
    system.addEventListener('change', update)
    return () => system.removeEventListener('change', update)
  }, [])
  return current
}
