/** A stand-in for Stripe's script in a browser without internet: its form, its wallets and its bank, on the stand-in's data. */
import type { Page } from '@playwright/test'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

/**
 * Only what the product calls. The Payment Element is one field for the whole card; the Express Checkout Element
 * is one button, whose wallet has the card of `window.walletCard`. As in Stripe's script, nothing can be confirmed
 * before the form was submitted, and what is confirmed must match what the form was opened for.
 */
const SCRIPT = `
  window.Stripe = (key) => {
    const elementsOf = (options) => {
      const listeners = {}
      const tell = (type, name, event) => { for (const notify of listeners[type + name] ?? []) notify(event) }
      const group = { options, text: '', submitted: false, wallet: null }
      const look = () => window.standIn('look', JSON.stringify(group.options.appearance ?? null))
      const mounts = {
        payment: (target) => {
          const frame = document.createElement('input')
          frame.setAttribute('aria-label', 'Card number')
          frame.addEventListener('input', () => {
            group.text = frame.value
            tell('payment', 'change', { elementType: 'payment', complete: true, empty: false })
          })
          target.append(frame)
          group.focus = () => frame.focus()
          tell('payment', 'ready')
        },
        expressCheckout: (target) => {
          if (window.walletCard === undefined) {
            queueMicrotask(() => tell('expressCheckout', 'ready', { availablePaymentMethods: undefined }))
            return
          }
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = 'Google Pay'
          button.addEventListener('click', () => {
            group.text = window.walletCard
            tell('expressCheckout', 'confirm', {
              expressPaymentType: 'google_pay',
              billingDetails: {
                name: 'Pat Reyes', email: 'pat@wallet.test',
                address: { line1: '1 Main St', line2: null, city: 'Bend', state: 'OR', postal_code: '97701', country: 'US' },
              },
              paymentFailed: (payload) => window.standIn('walletFailed', JSON.stringify(payload ?? null)),
            })
          })
          target.append(button)
          queueMicrotask(() => tell('expressCheckout', 'ready', { availablePaymentMethods: { googlePay: true } }))
        },
      }
      const made = {}
      look()
      return Object.assign(group, {
        create: (type, options) => {
          window.standIn('created', JSON.stringify({ type, options }))
          const element = {
            mount: (target) => mounts[type](target),
            on: (name, notify) => { (listeners[type + name] ??= []).push(notify); return element },
            off: (name, notify) => {
              listeners[type + name] = (listeners[type + name] ?? []).filter((one) => one !== notify)
              return element
            },
            once: () => element,
            update: () => {},
            focus: () => group.focus?.(),
            destroy: () => {}, unmount: () => {},
          }
          made[type] = element
          return element
        },
        getElement: (type) => made[type] ?? null,
        update: (changes) => { Object.assign(group.options, changes); look() },
        submit: async () => {
          group.submitted = true
          return group.text === '' ? { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } : {}
        },
        on: () => {}, off: () => {},
      })
    }
    const confirm = async (what, { elements, clientSecret, confirmParams = {} }) => {
      if (!elements.submitted) throw new Error('elements.submit() must be called before confirming')
      elements.submitted = false
      const { mode, amount, setupFutureUsage } = elements.options
      const billing = confirmParams.payment_method_data?.billing_details ?? {}
      return JSON.parse(await window.standIn(what, JSON.stringify({
        secret: clientSecret, text: elements.text, billing, mode, amount, setupFutureUsage,
      })))
    }
    return {
      elements: (options) => elementsOf({ ...options }),
      createToken: () => {}, createPaymentMethod: () => {}, _registerWrapper: () => {}, registerAppInfo: () => {},
      confirmSetup: (given) => confirm('setup', given),
      confirmPayment: (given) => confirm('payment', given),
      confirmCardPayment: async (secret) => JSON.parse(await window.standIn('confirmation', JSON.stringify({ secret }))),
    }
  }
`

type Confirmed = {
  secret: string
  text: string
  billing: unknown
  mode: string
  amount?: number
  setupFutureUsage?: string
}
export type Seen = { looks: string[]; billing: unknown[]; scripts: number; walletFailures: string[] }

const refused = (error: { code?: string; message: string }) =>
  JSON.stringify({ error: { type: 'card_error', ...error } })
const cardOf = (text: string) => ({ number: text.replace(/\D/g, ''), expMonth: 12, expYear: 2034 })

/** Serves the page's requests to Stripe's address. With a wallet card, the browser has a wallet with that card. */
export async function serveStripe(
  page: Page,
  { books, problems }: StripeStandIn,
  { walletCard }: { walletCard?: string } = {},
): Promise<Seen> {
  const seen: Seen = { looks: [], billing: [], scripts: 0, walletFailures: [] }
  if (walletCard !== undefined) await page.addInitScript(`window.walletCard = ${JSON.stringify(walletCard)}`)
  await page.route('https://js.stripe.com/**', (route) => {
    seen.scripts += 1
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  const demand = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem)
  }
  const setUp = ({ secret, text, billing, mode, setupFutureUsage }: Confirmed): string => {
    demand(mode === 'setup' && setupFutureUsage === 'off_session', 'the form was not opened to save a card')
    seen.billing.push(billing)
    const setup = books.confirmSetup(secret, cardOf(text))
    return setup.last_setup_error ? refused(setup.last_setup_error) : JSON.stringify({ setupIntent: setup })
  }
  const pay = ({ secret, text, mode, amount }: Confirmed): string => {
    const intent = [...books.payments.values()].find((one) => one.client_secret === secret)
    demand(mode === 'payment' && amount === intent?.amount, 'the form was opened for another amount')
    return JSON.stringify({ paymentIntent: books.confirmPayment(secret, cardOf(text)) })
  }
  await page.exposeFunction('standIn', (what: string, given: string): string => {
    if (what === 'created') return ''
    if (what === 'look') seen.looks.push(given)
    else if (what === 'walletFailed') seen.walletFailures.push(given)
    else if (what === 'setup') return setUp(JSON.parse(given) as Confirmed)
    else if (what === 'payment') return pay(JSON.parse(given) as Confirmed)
    else
      return JSON.stringify({
        paymentIntent: books.confirmPayment((JSON.parse(given) as Confirmed).secret),
      })
    return ''
  })
  return seen
}
