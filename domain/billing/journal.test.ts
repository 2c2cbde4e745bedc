import { describe, expect, it } from 'vitest'
import { cents, sum, ZERO } from '../money.ts'
import {
  cardFee,
  cardPayout,
  collection,
  deposit,
  disputeLost,
  disputeOpened,
  disputeWon,
  entry,
  overpayment,
  overpaymentPaid,
  owedRefundPaid,
  type Posting,
  paymentReversed,
  payout,
  payoutReversed,
  refund,
  refundFailed,
  refundReversed,
  reversal,
} from './journal.ts'

const SHARE = 2500
const hundred = cents(10_000)
/** `cash 100, commission -25`: the postings of an entry, in order. */
const described = (postings: readonly Posting[]): string[] =>
  postings.map(({ account, amount }) => `${account} ${amount}`)

describe('a journal entry (R5)', () => {
  it('is refused if its postings do not balance', () => {
    expect(() =>
      entry([
        { account: 'cash', amount: hundred },
        { account: 'commission', amount: cents(-9999) },
      ]),
    ).toThrow(new RangeError('postings do not balance'))
  })

  it('leaves out postings of zero', () => {
    expect(entry([{ account: 'cash', amount: ZERO }])).toEqual([])
  })
})

describe.each([
  [
    'a card charge is with the card provider',
    collection('card_clearing', hundred, ZERO, SHARE),
    ['card_clearing 10000', 'organization_payable -7500', 'commission -2500'],
  ],
  [
    'a check waits to be deposited',
    collection('undeposited', hundred, ZERO, SHARE),
    ['undeposited 10000', 'organization_payable -7500', 'commission -2500'],
  ],
  [
    'a collection posts the commission on all that the campaign has collected (R4)',
    collection('cash', cents(1), cents(1), SHARE),
    ['cash 1', 'commission -1'],
  ],
  [
    'a collection at a commission rate of zero posts no commission',
    collection('cash', hundred, ZERO, 0),
    ['cash 10000', 'organization_payable -10000'],
  ],
  [
    'a card refund leaves the card provider and reverses its commission',
    refund('card_clearing', hundred, hundred, SHARE),
    ['card_clearing -10000', 'organization_payable 7500', 'commission 2500'],
  ],
  [
    'a refund of a check is owed until it is paid',
    refund('refunds_owed', hundred, hundred, SHARE),
    ['refunds_owed -10000', 'organization_payable 7500', 'commission 2500'],
  ],
  [
    'an overpayment is supporter credit, without commission',
    overpayment('undeposited', hundred),
    ['undeposited 10000', 'supporter_credit -10000'],
  ],
  [
    'a bounced check reverses the collection and the credit',
    paymentReversed('cash', { applied: hundred, overpaid: cents(500) }, hundred, SHARE),
    ['cash -10000', 'organization_payable 7500', 'commission 2500', 'cash -500', 'supporter_credit 500'],
  ],
  [
    'a bounced check without a credit reverses only the collection',
    paymentReversed('undeposited', { applied: hundred, overpaid: ZERO }, hundred, SHARE),
    ['undeposited -10000', 'organization_payable 7500', 'commission 2500'],
  ],
  [
    'a deposit moves checks into the bank: one amount for each campaign, and each check',
    deposit([
      { paymentId: 'a', campaignId: 'one', amount: hundred },
      { paymentId: 'b', campaignId: 'two', amount: cents(500) },
      { paymentId: 'c', campaignId: 'one', amount: cents(1) },
    ]),
    ['cash 10001', 'cash 500', 'undeposited -10000', 'undeposited -500', 'undeposited -1'],
  ],
  [
    'an overpayment that is returned leaves the bank',
    overpaymentPaid(hundred),
    ['supporter_credit 10000', 'cash -10000'],
  ],
  [
    'an owed refund that is paid leaves the bank',
    owedRefundPaid('cash', hundred),
    ['refunds_owed 10000', 'cash -10000'],
  ],
  [
    'a dispute takes the charge out of what was collected (R35)',
    disputeOpened(hundred, hundred, SHARE),
    ['disputed -10000', 'organization_payable 7500', 'commission 2500'],
  ],
  [
    'a dispute that is won is collected again from the disputed account',
    disputeWon('disputed', hundred, ZERO, SHARE),
    ['disputed 10000', 'organization_payable -7500', 'commission -2500'],
  ],
  [
    'a dispute that is won after a loss is collected again from the card provider',
    disputeWon('card_clearing', hundred, ZERO, SHARE),
    ['card_clearing 10000', 'organization_payable -7500', 'commission -2500'],
  ],
  [
    'a dispute that is lost leaves the card provider',
    disputeLost(hundred),
    ['disputed 10000', 'card_clearing -10000'],
  ],
  [
    'a refund that the bank returned is owed (R32)',
    refundFailed(hundred),
    ['card_clearing 10000', 'refunds_owed -10000'],
  ],
  [
    'a reversed refund is collected again from refunds owed',
    refundReversed('refunds_owed', hundred, ZERO, SHARE),
    ['refunds_owed 10000', 'organization_payable -7500', 'commission -2500'],
  ],
  [
    'a payout leaves the bank and is no longer owed to the organization',
    payout('cash', hundred),
    ['organization_payable 10000', 'cash -10000'],
  ],
  [
    'a reversed payout is owed to the organization again',
    payoutReversed('card_clearing', hundred),
    ['organization_payable -10000', 'card_clearing 10000'],
  ],
  [
    'what the card provider keeps is our cost',
    cardFee(cents(146)),
    ['processing_fees 146', 'card_clearing -146'],
  ],
  [
    'what the card provider pays out is at the bank',
    cardPayout(cents(3854)),
    ['cash 3854', 'card_clearing -3854'],
  ],
])('%s', (_, postings, expected) => {
  it('posts to the right accounts', () => {
    expect(described(postings)).toEqual(expected)
  })

  it('adds up to zero', () => {
    expect(sum(postings.map(({ amount }) => amount))).toBe(0)
  })
})

it('a reversal undoes an entry to the cent', () => {
  const made = collection('cash', cents(3), cents(1), SHARE)
  expect(described(reversal(made))).toEqual(['cash -3', 'organization_payable 2', 'commission 1'])
})
