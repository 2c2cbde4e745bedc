/** The Stripe stand-in rejects requests, responses and events that Stripe's API description rules out (tests/stripe). */
import { describe, expect, it } from 'vitest'
import { answerProblems, describedCall, eventProblems, requestProblems } from '#tests/stripe/description.ts'
import { readForm } from '#tests/stripe/form.ts'
import { charge, paymentIntent, refund } from '#tests/stripe/things.ts'

const call = (method: string, path: string) => {
  const found = describedCall(method, path)
  if (!found) throw new Error('not described')
  return found
}
const pay = call('POST', '/v1/payment_intents')
const asked = (form: string, query = '') =>
  requestProblems(pay, { query: readForm(query), form: readForm(form) })
const made = { id: 'pi_1', created: 1_790_000_000 }
const intent = paymentIntent(made, {
  amount: 2500,
  customer: 'cus_1',
  payment_method: 'pm_1',
  description: 'Pledge',
  statement_descriptor_suffix: null,
  transfer_group: 'c',
  metadata: {},
})

describe('a request to the Stripe stand-in', () => {
  const right = 'amount=2500&currency=usd&off_session=true&metadata[a]=b&expand[0]=latest_charge'
  it('that matches the description is accepted', () => expect(asked(right)).toEqual([]))
  it.each([
    ['currency=usd', 'required'],
    ['amount=many&currency=usd', 'integer'],
    ['amount=1&currency=usd&colour=red', 'additional'],
    ['amount=1&currency=usd&confirm=maybe', 'boolean'],
    [`amount=1&currency=usd&statement_descriptor_suffix=${'X'.repeat(23)}`, 'more than 22'],
    ['amount=1&currency=usd&setup_future_usage=never', 'allowed values'],
  ])('with %s is rejected as: %s', (form, words) => expect(asked(form).join()).toContain(words))
  it('with an undocumented parameter is rejected', () => {
    const list = call('GET', '/v1/payment_intents')
    expect(requestProblems(list, { query: { customer: 'c', mood: 'good' }, form: {} })).toEqual([
      'get /v1/payment_intents knows no parameter mood',
    ])
  })
  it('to an undocumented address is rejected', () => {
    expect(describedCall('POST', '/v1/tokens')).toBeNull()
    expect(describedCall('DELETE', '/v1/customers')).toBeNull()
  })
})

describe('an answer of the Stripe stand-in', () => {
  it('that matches the description is accepted', () => {
    expect(answerProblems(pay, 200, intent)).toEqual([])
    expect(answerProblems(pay, 402, { error: { type: 'card_error', code: 'card_declined' } })).toEqual([])
  })
  it.each([
    [200, { ...intent, status: 'paid' }],
    [200, { ...intent, amount: '2500' }],
    [200, { ...intent, id: undefined }],
    [200, { ...intent, colour: 'red' }],
    [402, { error: { type: 'oh no' } }],
    [402, {}],
  ])('with status %s and body %o is rejected', (status, body) => {
    expect(answerProblems(pay, status, JSON.parse(JSON.stringify(body)))).not.toEqual([])
  })
})

describe('an event of the Stripe stand-in', () => {
  const event = (object: { object: string }) => ({
    id: 'evt_1',
    object: 'event',
    api_version: null,
    created: 1,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: 'x.y',
    data: { object },
  })
  const given = { amount: 1, payment_intent: 'pi_1', charge: null, metadata: {} }
  it('that matches the description is accepted', () => {
    const things = [intent, refund(made, given), charge(made, intent, { refunded: 0, disputed: false })]
    for (const thing of things) expect(eventProblems(event(thing))).toEqual([])
  })
  it('about an object that does not match the description is rejected', () => {
    expect(eventProblems(event({ ...refund(made, given), amount: 'all' } as never))).not.toEqual([])
  })
})
