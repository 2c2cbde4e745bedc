/** Stripe's objects as its description defines them, as far as the card provider reads them. */
export type TestCard = {
  brand: string
  /** What its bank says when it is charged without its holder. */
  charge: { error: 'card_declined' | 'expired_card'; decline?: string; advice?: string } | 'succeeds' | 'asks'
  /** What its bank says when it is saved. */
  save?: 'refuses' | 'asks'
}
/** The card network's published test numbers. */
export const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', charge: 'succeeds' },
  '5555555555554444': { brand: 'mastercard', charge: 'succeeds' },
  '4000000000000341': { brand: 'visa', charge: { error: 'card_declined', decline: 'generic_decline' } },
  '4000000000009995': { brand: 'visa', charge: { error: 'card_declined', decline: 'insufficient_funds' } },
  '4000000000000069': { brand: 'visa', charge: { error: 'expired_card', decline: 'expired_card' } },
  '4000000000009979': {
    brand: 'visa',
    charge: { error: 'card_declined', decline: 'stolen_card', advice: 'do_not_try_again' },
  },
  '4000002760003184': { brand: 'visa', charge: 'asks' },
  '4000002500003155': { brand: 'visa', charge: 'succeeds', save: 'asks' },
  '4000000000000002': { brand: 'visa', charge: 'succeeds', save: 'refuses' },
}

export type Refusal = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  advice_code?: string
  message: string
  payment_method?: PaymentMethod | BankAccount
}
export type PaymentMethod = ReturnType<typeof paymentMethod>
export type SetupIntent = ReturnType<typeof setupIntent>
export type PaymentIntent = ReturnType<typeof paymentIntent>
export type Refund = ReturnType<typeof refund>
export type Dispute = ReturnType<typeof dispute>
export type Account = ReturnType<typeof account>
export type AccountSession = ReturnType<typeof accountSession>

type Made = { id: string; created: number }

export const customer = (made: Made, metadata: Record<string, string>) => ({
  ...made,
  object: 'customer' as const,
  livemode: false,
  metadata,
})

export const paymentMethod = (
  made: Made,
  card: { brand: string; number: string; expMonth: number; expYear: number; fingerprint: string },
) => ({
  ...made,
  object: 'payment_method' as const,
  livemode: false,
  type: 'card',
  metadata: {},
  customer: null as string | null,
  billing_details: { address: null, email: null, name: null, phone: null },
  card: {
    brand: card.brand,
    funding: 'credit',
    last4: card.number.slice(-4),
    country: 'US',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
  },
})

/** Published test accounts, and why their banks return a debit. */
export const TEST_ACCOUNTS: Record<string, { failure: string | null }> = {
  '000123456789': { failure: null },
  '000222222227': { failure: 'insufficient_funds' },
  '000111111113': { failure: 'account_closed' },
  '000333333335': { failure: 'debit_not_authorized' },
}

export const bankAccount = (made: Made, number: string, fingerprint: string) => ({
  ...made,
  object: 'payment_method' as const,
  livemode: false,
  type: 'us_bank_account',
  metadata: {},
  customer: null as string | null,
  billing_details: { address: null, email: null, name: 'Pat Reyes', phone: null },
  us_bank_account: {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    fingerprint,
    last4: number.slice(-4),
    routing_number: '110000000',
    networks: null,
    financial_connections_account: null,
    status_details: null,
  },
})
export type BankAccount = ReturnType<typeof bankAccount>

export type Mandate = ReturnType<typeof mandate>
export const mandate = (made: Made, paymentMethod: string) => ({
  id: made.id,
  object: 'mandate' as const,
  livemode: false,
  type: 'multi_use',
  status: 'active',
  payment_method: paymentMethod,
  customer_acceptance: {
    accepted_at: made.created,
    type: 'online',
    online: { ip_address: '127.0.0.1', user_agent: 'test' },
  },
  multi_use: {},
  payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
})

export const setupIntent = (
  made: Made,
  given: { customer: string; metadata: Record<string, string>; usage: string },
  types: string[] = ['card'],
) => ({
  ...made,
  object: 'setup_intent' as const,
  livemode: false,
  ...given,
  client_secret: `${made.id}_secret_${made.created}`,
  payment_method_types: types,
  allowed_payment_method_types: types,
  payment_method: null as string | null,
  status: 'requires_payment_method',
  last_setup_error: null as Refusal | null,
})

export const paymentIntent = (
  made: Made,
  given: {
    amount: number
    customer: string
    payment_method: string | null
    description: string
    statement_descriptor_suffix: string | null
    transfer_group: string
    metadata: Record<string, string>
  },
  types: string[] = ['card'],
) => ({
  ...made,
  object: 'payment_intent' as const,
  livemode: false,
  currency: 'usd',
  ...given,
  payment_method: given.payment_method,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  amount_received: 0,
  client_secret: `${made.id}_secret_${made.created}`,
  payment_method_types: types,
  allowed_payment_method_types: types,
  status: given.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
  latest_charge: null as string | null,
  last_payment_error: null as Refusal | null,
})

export const charge = (
  made: Made,
  intent: PaymentIntent,
  { refunded, disputed }: { refunded: number; disputed: boolean },
) => ({
  ...made,
  object: 'charge' as const,
  livemode: false,
  currency: 'usd',
  metadata: intent.metadata,
  disputed,
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: refunded,
  captured: true,
  paid: true,
  refunded: refunded === intent.amount,
  status: 'succeeded',
  billing_details: { address: null, email: null, name: null, phone: null },
  payment_intent: intent.id,
  customer: intent.customer,
})

/** Of a payment that its bank declined or returned. */
export const failedCharge = (made: Made, intent: PaymentIntent) => ({
  ...charge(made, intent, { refunded: 0, disputed: false }),
  amount_captured: 0,
  captured: false,
  paid: false,
  refunded: false,
  status: 'failed',
  payment_method_details: { type: intent.payment_method_types[0] ?? 'card' },
})

export const refund = (
  made: Made,
  given: { amount: number; payment_intent: string; charge: string | null; metadata: Record<string, string> },
) => ({
  ...made,
  object: 'refund' as const,
  currency: 'usd',
  reason: null,
  ...given,
  status: 'succeeded',
})

export type Transfer = ReturnType<typeof transfer>
export const transfer = (
  made: Made,
  given: {
    amount: number
    destination: string
    transfer_group: string
    description: string
    metadata: Record<string, string>
  },
) => ({
  ...made,
  object: 'transfer' as const,
  currency: 'usd',
  livemode: false,
  ...given,
  amount_reversed: 0,
  reversed: false,
  source_type: 'card',
  balance_transaction: null,
  reversals: {
    object: 'list',
    url: `/v1/transfers/${made.id}/reversals`,
    has_more: false,
    data: [] as TransferReversal[],
  },
})

export type TransferReversal = ReturnType<typeof transferReversal>
export const transferReversal = (made: Made, given: { amount: number; transfer: string }) => ({
  ...made,
  object: 'transfer_reversal' as const,
  currency: 'usd',
  metadata: {},
  balance_transaction: null,
  destination_payment_refund: null,
  source_refund: null,
  ...given,
})

export type AccountPayout = ReturnType<typeof accountPayout>
/** What Stripe pays to the bank. */
export const accountPayout = (made: Made, given: { amount: number; arrival_date: number }) => ({
  ...made,
  object: 'payout' as const,
  currency: 'usd',
  automatic: true,
  method: 'standard',
  status: 'paid',
  ...given,
})

/** What was added to the account's balance, or taken from it. */
export const balanceTransaction = (
  made: Made,
  given: { amount: number; source: string | { object: string } | null; fee: number; category?: string },
  type = 'adjustment',
) => ({
  ...made,
  object: 'balance_transaction' as const,
  currency: 'usd',
  exchange_rate: null,
  description: null,
  amount: given.amount,
  fee: given.fee,
  net: given.amount - given.fee,
  source: given.source,
  available_on: made.created,
  status: 'available',
  type,
  reporting_category:
    given.category ?? (type !== 'adjustment' ? type : given.amount < 0 ? 'dispute' : 'dispute_reversal'),
  fee_details:
    given.fee === 0
      ? []
      : [
          {
            amount: given.fee,
            application: null,
            currency: 'usd',
            description: 'Fee',
            type: 'stripe_fee',
          },
        ],
})

export const dispute = (
  made: Made,
  given: { amount: number; payment_intent: string; charge: string; status: string },
) => ({
  ...made,
  object: 'dispute' as const,
  currency: 'usd',
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
  balance_transactions: [] as ReturnType<typeof balanceTransaction>[],
  evidence: {},
  is_charge_refundable: false,
  ...given,
  evidence_details: {
    due_by: made.created + 7 * 86_400,
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
})

export type Event = ReturnType<typeof event>
export const event = (id: string, given: { type: string; object: { object: string }; created: number }) => ({
  id,
  object: 'event' as const,
  api_version: '2026-10-28.endive',
  created: given.created,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: given.type,
  // Of an organization's account, which it names.
  ...(given.object.object === 'account' ? { account: (given.object as Account).id } : {}),
  data: { object: given.object },
})

/** An organization's own account, before anything was entered. */
export const account = (
  made: Made,
  given: { email: string; name: string; metadata: Record<string, string> },
) => ({
  ...made,
  object: 'account' as const,
  type: 'express' as const,
  country: 'US',
  default_currency: 'usd',
  email: given.email,
  business_profile: { name: given.name },
  controller: { type: 'application' as const, is_controller: true },
  charges_enabled: false,
  details_submitted: false,
  payouts_enabled: false,
  metadata: given.metadata,
  capabilities: { transfers: 'inactive' as 'active' | 'inactive' },
  requirements: {
    alternatives: null,
    current_deadline: null as number | null,
    currently_due: ['external_account', 'company.tax_id', 'tos_acceptance.date'],
    disabled_reason: null,
    errors: null,
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  },
  external_accounts: {
    object: 'list' as const,
    data: [] as ReturnType<typeof payoutBank>[],
    has_more: false,
    url: `/v1/accounts/${made.id}/external_accounts`,
  },
})

export const payoutBank = ({ id }: Made, owner: string, number: string) => ({
  id,
  object: 'bank_account' as const,
  account: owner,
  account_holder_name: null,
  account_holder_type: 'company',
  account_type: null,
  bank_name: 'STRIPE TEST BANK',
  country: 'US',
  currency: 'usd',
  default_for_currency: true,
  fingerprint: `fp${number}`,
  last4: number.slice(-4),
  metadata: {},
  routing_number: '110000000',
  status: 'new',
})

export const accountSession = ({ id, created }: Made, owner: string) => ({
  object: 'account_session' as const,
  account: owner,
  client_secret: id,
  components: {},
  expires_at: created + 3600,
  livemode: false,
})
