import { describe, expect, it } from 'vitest'
import { invoiceMail, receiptMail, statementMail, verificationCodeMail } from './templates.ts'

const ABOUT = {
  campaignName: 'Lions <2026> & "Friends"',
  organizationName: 'Łukasz’ Boosters',
  timeZone: 'America/Los_Angeles',
  isTest: false,
  pledgeUrl: 'https://example.org/pledges/1?a=1&b=2',
}
const MATCHES = [
  { label: 'vs Hawks, March 1', amount: '$10.00' },
  { label: 'Goals <entered> later', amount: '$2.50' },
]
const STATEMENT = {
  ...ABOUT,
  ...{
    kind: 'progress' as const,
    amount: '$12.50',
    matches: MATCHES,
    chargeAt: new Date('2026-03-05T05:00:00Z'),
  },
  ...{ method: 'card ending in 4242', agreedMaximum: '$100.00', isAtMaximum: false },
}
const RECEIPT = {
  ...ABOUT,
  ...{
    is501c3: false,
    commissionBasisPoints: 2500,
    amount: '$12.50',
    paidOn: new Date('2026-03-05T05:00:00Z'),
    method: 'check',
  },
}
const INVOICE = {
  ...ABOUT,
  ...{
    number: 'INV-2026-000123',
    amount: '$12.50',
    dueOn: '2026-04-04',
    payTo: 'Boosters',
    method: 'check' as const,
    matches: MATCHES,
  },
}

describe('every mail', () => {
  const mails = [
    statementMail(STATEMENT),
    receiptMail(RECEIPT),
    invoiceMail(INVOICE),
    verificationCodeMail({ code: '012345', minutes: 10 }),
  ]

  it('escapes what people typed, and says the same in text and in HTML', () => {
    const words = (text: string) => text.replace(/\s+/g, ' ')
    for (const { text, html } of mails) {
      expect(html).not.toMatch(/<2026>|<entered>|"Friends"|&b=2"/)
      const shown = html
        .replace(/<title>.*?<\/title>|<[^>]+>/gs, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      for (const line of text
        .split('\n')
        .map((one) => one.replace(/: https.*$/, '').replace(/^ {2}(.*?): /, '$1 '))
        .filter(Boolean)) {
        expect(words(shown)).toContain(words(line).trim())
      }
    }
  })

  it('loads nothing from anywhere', () => {
    for (const { html } of mails) expect(html).not.toMatch(/<img|<script|<link|url\(/)
  })

  it('says so in test mode', () => {
    for (const mail of [statementMail, receiptMail, invoiceMail] as ((given: object) => { text: string })[]) {
      const given = { ...STATEMENT, ...RECEIPT, ...INVOICE, chargeAt: null }
      expect(mail({ ...given, isTest: true }).text).toContain('Test mode: no real money')
      expect(mail(given).text).not.toContain('Test mode')
    }
  })
})

it('a statement names the amount, the matches and the day in the campaign’s zone (R30)', () => {
  const { subject, text } = statementMail(STATEMENT)
  expect(subject).toBe('Your statement for Lions <2026> & "Friends": $12.50')
  expect(text).toContain('vs Hawks, March 1: $10.00')
  expect(text).toContain('Your card ending in 4242 will be charged $12.50 on March 4, 2026.')
  expect(text).toContain('never pay more than $100.00')
  expect(statementMail({ ...STATEMENT, isAtMaximum: true }).text).toContain('has reached $100.00')
  expect(statementMail({ ...STATEMENT, chargeAt: null, method: 'check' }).text).toContain(
    'an invoice for $12.50 follows',
  )
})

it('a receipt tells the share, and tax only where it is a 501(c)(3) (R37)', () => {
  const { text } = receiptMail(RECEIPT)
  expect(text).toContain('75% of what is collected goes to Łukasz’ Boosters. 25% is Pledgeraiser’s share')
  expect(text).not.toContain('tax')
  expect(receiptMail({ ...RECEIPT, is501c3: true }).text).toContain(
    'tax-deductible to the extent allowed by law',
  )
})

it('an invoice names its number, its day and how to pay (R36)', () => {
  const { subject, text } = invoiceMail(INVOICE)
  expect(subject).toContain('INV-2026-000123')
  expect(text).toContain('Due: April 4, 2026')
  expect(text).toContain('Make your check out to Boosters and write INV-2026-000123 on it.')
})
