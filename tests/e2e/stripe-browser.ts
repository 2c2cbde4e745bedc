/** A stand-in for Stripe's script in a browser without internet: its form and its bank, on the stand-in's books. */
import type { Page } from '@playwright/test'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

/** Only what the product calls. One field takes the whole card: number, month / year. */
const SCRIPT = `
  window.Stripe = (key) => {
    const listeners = {}
    let text = ''
    const element = {
      mount: (target) => {
        const frame = document.createElement('input')
        frame.setAttribute('aria-label', 'Card number')
        frame.addEventListener('input', () => {
          text = frame.value
          for (const notify of listeners.change ?? []) notify({ elementType: 'card', complete: true, empty: false })
        })
        target.append(frame)
        for (const notify of listeners.ready ?? []) notify()
      },
      on: (name, notify) => { (listeners[name] ??= []).push(notify); return element },
      off: () => element,
      once: () => element,
      update: (options) => window.standIn('look', JSON.stringify(options.style ?? null)),
      destroy: () => {}, unmount: () => {},
    }
    const elements = {
      create: (type, options) => { window.standIn('look', JSON.stringify(options.style ?? null)); return element },
      getElement: () => element,
      update: () => {}, on: () => {}, off: () => {},
    }
    return {
      elements: () => elements,
      createToken: () => {}, createPaymentMethod: () => {}, _registerWrapper: () => {}, registerAppInfo: () => {},
      confirmCardSetup: async (secret, { payment_method }) =>
        JSON.parse(await window.standIn('setup', JSON.stringify({ secret, text, billing: payment_method.billing_details }))),
      confirmCardPayment: async (secret) => JSON.parse(await window.standIn('pay', JSON.stringify({ secret }))),
    }
  }
`

export type Seen = { looks: string[]; billing: unknown[]; scripts: number }

/** Serves the page's requests to Stripe's address. */
export async function serveStripe(page: Page, { books }: StripeStandIn): Promise<Seen> {
  const seen: Seen = { looks: [], billing: [], scripts: 0 }
  await page.route('https://js.stripe.com/**', (route) => {
    seen.scripts += 1
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  const refused = (error: { code?: string; message: string }) =>
    JSON.stringify({ error: { type: 'card_error', ...error } })
  await page.exposeFunction('standIn', (what: string, given: string) => {
    if (what === 'look') {
      seen.looks.push(given)
      return ''
    }
    const { secret, text, billing } = JSON.parse(given) as { secret: string; text: string; billing: unknown }
    if (what === 'pay') return JSON.stringify({ paymentIntent: books.confirmPayment(secret) })
    seen.billing.push(billing)
    const setup = books.confirmSetup(secret, { number: text.replace(/\D/g, ''), expMonth: 12, expYear: 2034 })
    return setup.last_setup_error ? refused(setup.last_setup_error) : JSON.stringify({ setupIntent: setup })
  })
  return seen
}
