/**
 * A Stripe to test against, over HTTP: what it remembers is in books.ts; here are its addresses, keys, faults and
 * events. Every request and every answer is checked against Stripe's published description.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Stripe from 'stripe'
import { Books, StripeRefusal } from './books.ts'
import {
  answerProblems,
  type Described,
  describedCall,
  eventProblems,
  requestProblems,
} from './description.ts'
import { readForm } from './form.ts'

export const KEYS = {
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standIn',
  STRIPE_SECRET_KEY: 'sk_test_standIn',
  STRIPE_WEBHOOK_SECRET: 'whsec_standIn',
}
/**
 * What goes wrong with the next call: nothing reaches it; it works and the answer is lost; it answers like this, before it
 * looks at the key.
 */
export type Fault = 'unreachable' | 'lost answer' | 500 | 429 | StripeRefusal
type Fields = Record<string, unknown>
type Answer = { status: number; body: unknown }
type Kept = { hash: string; answer: Answer | null; at: number }
export type Asked = { call: string; key: string | null; fields: Fields }
export type SignedEvent = { id: string; type: string; payload: string; signature: string }

const KEYS_KEPT_MS = 24 * 3_600_000
const list = (url: string, data: unknown[], has_more = false) => ({ object: 'list', url, data, has_more })

export type StripeStandIn = {
  books: Books
  /** Where the program finds it, as its settings. */
  env: Record<string, string>
  /** Every call that arrived, in order. */
  asked: Asked[]
  /** What did not match Stripe's description. */
  problems: string[]
  /** The next calls go wrong like this, one after the other. */
  faults: Fault[]
  /** Signed, as Stripe would send it. */
  sign(payload: string, given?: { at?: Date; secret?: string }): string
  /** Saves the current state; the returned function restores it, as often as it is called. */
  remember(): () => void
  /** All that happened since the last call, oldest first. */
  events(): SignedEvent[]
  close(): Promise<void>
}

export async function startStripe(now: () => Date = () => new Date()): Promise<StripeStandIn> {
  const books = new Books(now)
  const kept = new Map<string, Kept>()
  const [asked, problems, faults]: [Asked[], string[], Fault[]] = [[], [], []]
  const stripe = new Stripe(KEYS.STRIPE_SECRET_KEY)
  const sockets = new Set<Socket>()
  let told = 0

  /** The same key gets the same answer; with another request it is refused; kept for a day (R34). */
  async function once(key: string | null, request: string, work: () => Answer): Promise<Answer> {
    if (key === null) return work()
    const hash = createHash('sha256').update(request).digest('hex')
    const before = kept.get(key)
    if (before && now().getTime() - before.at < KEYS_KEPT_MS) {
      if (before.hash !== hash)
        return refused(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters',
        })
      if (before.answer) return before.answer
    }
    const answer = work()
    // What was refused before it began can be sent again, corrected.
    if (answer.status !== 400 && answer.status !== 404)
      kept.set(key, { hash, answer: structuredClone(answer), at: now().getTime() })
    return answer
  }

  async function answer(request: IncomingMessage, body: string): Promise<Answer> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const call = describedCall(request.method ?? '', pathname)
    if (!call) return refused(404, { type: 'invalid_request_error', message: `Unknown: ${pathname}` })
    const query = readForm(search.slice(1))
    const form = readForm(body)
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null
    asked.push({ call: `${call.method} ${call.path}`, key, fields: { ...query, ...form } })
    problems.push(...requestProblems(call, { query, form }), ...headerProblems(request))
    const work = () => perform(books, call, { ...query, ...form })
    const given = await once(request.method === 'POST' ? key : null, `${pathname}\n${body}`, work)
    problems.push(...answerProblems(call, given.status, given.body))
    return given
  }

  const server = createServer((request, response) => {
    void textOf(request).then(async (body) => {
      // An account is read before its transfer: what goes wrong is the transfer.
      const isRead = request.method === 'GET' && request.url?.startsWith('/v1/accounts/')
      const fault = isRead ? undefined : faults.shift()
      if (fault === 'unreachable') return void request.socket.destroy()
      if (typeof fault === 'number')
        return send(response, refused(fault, { type: 'api_error', message: 'Busy' }))
      if (fault instanceof StripeRefusal) return send(response, refused(fault.status, fault.error))
      const given = await answer(request, body)
      if (fault === 'lost answer') return void request.socket.destroy()
      send(response, given)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listen(server)

  const sign: StripeStandIn['sign'] = (payload, { at = now(), secret = KEYS.STRIPE_WEBHOOK_SECRET } = {}) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    })

  return {
    books,
    asked,
    problems,
    faults,
    sign,
    env: {
      ...KEYS,
      STRIPE_API_HOST: '127.0.0.1',
      STRIPE_API_PORT: String(port),
      STRIPE_API_PROTOCOL: 'http',
      CARDS: 'stripe',
    },
    remember: () => {
      const bringBack = books.remember()
      const keys = [...kept]
      return () => {
        bringBack()
        kept.clear()
        for (const [key, value] of keys) kept.set(key, value)
        asked.length = 0
      }
    },
    events: () => {
      const fresh = books.events.slice(told)
      told = books.happened.length
      return fresh.map((event) => {
        problems.push(...eventProblems(event))
        const payload = JSON.stringify(event)
        return { id: event.id, type: event.type, payload, signature: sign(payload) }
      })
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refused = (status: number, error: Fields): Answer => ({ status, body: { error } })

function perform(books: Books, call: Described, fields: Fields): Answer {
  try {
    const made = CALLS[`${call.method} ${call.path}`]?.(books, fields, Object.values(call.ids)[0] ?? '')
    if (made === undefined) throw new Error(`the stand-in does not know ${call.method} ${call.path}`)
    return { status: 200, body: structuredClone(made) }
  } catch (error) {
    if (error instanceof StripeRefusal) return refused(error.status, error.error)
    throw error
  }
}

type Call = (books: Books, fields: Fields, id: string) => unknown
const CALLS: Record<string, Call> = {
  'post /v1/customers': (books, fields) => books.makeCustomer(fields),
  'delete /v1/customers/{customer}': (books, _, id) => books.deleteCustomer(id),
  'post /v1/setup_intents': (books, fields) => books.makeSetup(fields),
  'get /v1/setup_intents/{intent}': (books, _, id) => books.setup(id),
  'post /v1/setup_intents/{intent}/cancel': (books, _, id) => books.cancelSetup(id),
  'get /v1/setup_intents': (books, { customer, payment_method: card, expand = [] }) => {
    if (typeof card === 'string') books.saved(card)
    const isWhole = (expand as string[]).includes('data.payment_method')
    const found = [...books.setups.values()].filter(
      (one) => one.customer === customer && (card === undefined || one.payment_method === card),
    )
    const whole = found.map((one) =>
      isWhole && one.payment_method ? { ...one, payment_method: books.saved(one.payment_method) } : one,
    )
    return list('/v1/setup_intents', whole)
  },
  'post /v1/payment_intents': (books, fields) => books.makePayment(fields),
  'get /v1/payment_intents/{intent}': (books, { expand = [] }, id) => {
    const intent = books.payment(id)
    const isWhole = (field: 'payment_method' | 'latest_charge') =>
      (expand as string[]).includes(field) && intent[field] !== null
    return {
      ...intent,
      ...(isWhole('payment_method') ? { payment_method: books.saved(intent.payment_method ?? '') } : {}),
      ...(isWhole('latest_charge') ? { latest_charge: books.chargeOf(intent) } : {}),
    }
  },
  'post /v1/payment_intents/{intent}/cancel': (books, _, id) => books.cancelPayment(id),
  'get /v1/payment_intents': (books, { customer, limit, starting_after, expand = [] }) => {
    const all = [...books.payments.values()].filter((one) => one.customer === customer).reverse()
    const isWhole = (expand as string[]).includes('data.latest_charge')
    const whole = all.map((one) =>
      isWhole && one.latest_charge ? { ...one, latest_charge: books.chargeOf(one) } : one,
    )
    return page('/v1/payment_intents', whole, { limit, starting_after })
  },
  'get /v1/payment_methods/{payment_method}': (books, _, id) => books.saved(id),
  'get /v1/mandates/{mandate}': (books, _, id) => books.mandate(id),
  'post /v1/refunds': (books, fields) => books.makeRefund(fields),
  'get /v1/refunds': (books, { payment_intent, limit, starting_after }) =>
    page('/v1/refunds', books.refundsOf(String(payment_intent)), { limit, starting_after }),
  'post /v1/accounts': (books, fields) => books.makeAccount(fields),
  'get /v1/accounts/{account}': (books, _, id) => books.account(id),
  'post /v1/account_sessions': (books, fields) => books.openAccount(fields),
  'post /v1/transfers': (books, fields) => books.makeTransfer(fields),
  'get /v1/transfers': (books, { transfer_group: group, limit, starting_after }) => {
    const all = [...books.transfers.values()].filter((one) => one.transfer_group === group).reverse()
    return page('/v1/transfers', all, { limit, starting_after })
  },
  'get /v1/transfers/{transfer}': (books, _, id) => books.transfer(id),
  'get /v1/transfers/{id}/reversals': (books, { limit, starting_after }, id) => {
    const { url } = books.transfer(id).reversals
    return page(url, books.reversalsOf(id), { limit, starting_after })
  },
  'get /v1/disputes': (books, { payment_intent, limit, starting_after }) =>
    page('/v1/disputes', books.disputesOf(String(payment_intent)), { limit, starting_after }),
  'get /v1/disputes/{dispute}': (books, _, id) => books.dispute(id),
  'get /v1/balance_transactions': (books, { created, limit, starting_after }) =>
    page('/v1/balance_transactions', books.movements(created), { limit, starting_after }),
  'get /v1/events': (books, fields) => page('/v1/events', books.listEvents(fields), fields),
}

/** Newest first, as many as were requested, after the one that was named. */
function page(url: string, all: { id: string }[], { limit, starting_after: after }: Fields) {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const most = Number(limit ?? 10)
  return list(url, all.slice(start, start + most), all.length > start + most)
}

function headerProblems({ headers }: IncomingMessage): string[] {
  const problems: string[] = []
  if (headers.authorization !== `Bearer ${KEYS.STRIPE_SECRET_KEY}`)
    problems.push('called without the secret key')
  if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(String(headers['stripe-version'])))
    problems.push('called without a version')
  return problems
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standIn' })
  response.end(JSON.stringify(body))
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
