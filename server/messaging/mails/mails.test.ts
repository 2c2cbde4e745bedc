import { describe, expect, it } from 'vitest'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import { dollars } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { payLinkMail } from './card-mails.ts'
import { declinedMail, explainedChargeMail, refundMail } from './charge-mails.ts'
import { contactMail } from './contact-mails.ts'
import { resultsDigestMail } from './digest-mails.ts'
import { guestPledgeMail } from './guest-mails.ts'
import { verificationCodeMail } from './identity-mails.ts'
import { invoiceReminderMail } from './invoice-mails.ts'
import { payoutMail } from './payout-mails.ts'
import { roleChangedMail } from './people-mails.ts'
import { cardChangedMail, pledgeLoweredMail } from './pledge-mails.ts'
import { receiptMail } from './receipt-mails.ts'
import { mailSamples } from './samples.ts'
import { invoiceMail, statementMail } from './statement-mails.ts'

const ABOUT = {
  campaignName: 'Lions <2026> & "Friends"',
  organizationName: 'Łukasz’ Boosters',
  timeZone: 'America/Los_Angeles',
  isTest: false,
  vocabulary: SPORT,
  pledgeUrl: 'https://example.org/pledges/1?a=1&b=2',
}
const MATCHES = [
  ['Mar 1, vs Hawks', '$10.00'],
  ['Goals <entered> later', '$2.50'],
] as const
const STATEMENT = {
  ...ABOUT,
  kind: 'card' as const,
  amount: '$2.50',
  most: '$100.00',
  matches: MATCHES,
  earned: '$12.50',
  billedBefore: '$10.00',
  brand: 'visa',
  last4: '4242',
  chargeAt: new Date('2026-03-05T05:00:00Z'),
  invoiceNumber: null,
  dueOn: null,
}
const INVOICE = {
  ...STATEMENT,
  brand: null,
  last4: null,
  chargeAt: null,
  invoiceNumber: 'INV-2026-000123',
  dueOn: '2026-04-04',
}
const RECEIPT = {
  ...ABOUT,
  receiptId: '0190a5c2-7b1e-7cc3-98a4-5b6f0d2e1a77',
  is501c3: false,
  ein: null,
  commissionBasisPoints: 2500,
  amount: '$12.50',
  paidOn: new Date('2026-03-05T05:00:00Z'),
  method: 'Check 1042',
}
const MESSAGE = {
  name: 'Ada <entered> Love',
  email: 'ada@example.org',
  organization: 'Lions <2026>',
  phone: '555 0100',
  message: 'We play in the fall.\n\nCan you call & tell us "how"?',
}
describe('every mail', () => {
  const mails = [
    statementMail(STATEMENT),
    receiptMail(RECEIPT),
    invoiceMail(INVOICE),
    verificationCodeMail({ code: '012345', minutes: 10 }),
    contactMail(MESSAGE),
    ...mailSamples().map(({ mail }) => mail),
  ]

  it('escapes what people typed, and has the same words in text and HTML', () => {
    // A label and its value are two cells, or two lines of a scoreboard.
    const words = (text: string) => text.replaceAll(':', '').replace(/\s+/g, ' ')
    for (const { text, html } of mails) {
      expect(html).not.toMatch(/<2026>|<entered>|"Friends"|&b=2"/)
      const shown = html
        .replace(/<title>.*?<\/title>|<style>.*?<\/style>|<[^>]+>/gs, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
      for (const line of text
        .split('\n')
        .map((one) => one.replace(/: https.*$/, ''))
        .filter((one) => one !== '' && one !== '---')) {
        expect(words(shown)).toContain(words(line).trim())
      }
    }
  })

  it('loads nothing from the network', () => {
    for (const { html } of mails) expect(html).not.toMatch(/<img|<script|<link|url\(/)
  })

  it('says who sends it, from where, and where to ask (R44)', () => {
    for (const { text, html } of mails)
      for (const words of [text, html]) {
        expect(words).toContain(`Sent by ${brand.name}, ${brand.postalAddress}.`)
        expect(words).toContain(brand.contactEmail)
      }
  })

  it('links to what is kept about its reader, if it links to anything', () => {
    for (const { text } of mailSamples().map(({ mail }) => mail))
      expect(text.includes(': https://pledgeraiser.example/privacy')).toBe(/: https:\/\//.test(text))
  })

  it('breaks a long word rather than cutting off the amount beside it', () => {
    for (const { html } of mails) {
      // All but the hidden first line for the inbox.
      expect(html.replace(/<div style="display:none[^>]*>/, '')).not.toContain('overflow:hidden')
      for (const [, cell, words = ''] of html.matchAll(/<((?:th|caption)\b[^>]*)>([^<]*)/g))
        if (/[^\s&;]{15}/.test(words)) expect(cell).toContain('overflow-wrap:anywhere')
    }
  })

  it('is marked in test mode', () => {
    for (const mail of [statementMail, receiptMail, invoiceMail] as ((given: object) => { text: string })[]) {
      const given = { ...RECEIPT, ...INVOICE }
      expect(mail({ ...given, isTest: true }).text).toContain('Test mode: no real money')
      expect(mail(given).text).not.toContain('Test mode')
    }
  })
})

it('a statement has the amount, the matches, the card and the charge date in the campaign’s time zone (R30)', () => {
  const { subject, text } = statementMail(STATEMENT)
  expect(subject).toBe('Your statement for Lions <2026> & "Friends": $2.50')
  expect(text).toContain('Mar 1, vs Hawks: $10.00')
  expect(text).toMatch(/Earned so far: \$12\.50\n {2}Billed before: \$10\.00\n {2}To pay now: \$2\.50/)
  expect(text).toContain('Your Visa ending in 4242 will be charged $2.50 on March 4, 2026.')
  expect(text).toContain('Card: Visa ending in 4242')
  expect(text).toContain('never pay more than $100.00')
})

it('mail about the debit of a bank account calls it one, and speaks of a card only to pay with instead (R60)', () => {
  const about = { ...ABOUT, kind: 'bank_account' as const, amount: '$2.50', last4: '6789', reason: 'Closed' }
  const at = new Date('2026-03-05T05:00:00Z')
  const debit = { kind: 'bank_account' as const, brand: 'Harbor Bank', last4: '6789' }
  expect(statementMail({ ...STATEMENT, ...debit }).text).toContain(
    'Your account at Harbor Bank ending in 6789 will be debited $2.50 on March 4, 2026.',
  )
  const declined = declinedMail({ ...about, nextAttemptAt: at })
  expect(declined.subject).toBe('Your bank returned a debit: $2.50 for Lions <2026> & "Friends"')
  expect(declined.text).toContain('We will debit it again on: March 4, 2026')
  const payLink = payLinkMail(about)
  expect(payLink.subject).toBe('$2.50 for Lions <2026> & "Friends" could not be debited')
  const explained = explainedChargeMail([{ ...about, refunded: null, succeededAt: at }])
  for (const { text } of [declined, payLink, explained]) {
    expect(text).toContain('Bank account: ending in 6789')
    expect(text).not.toMatch(/another card|your card|this card|Card:/)
  }
  const refund = refundMail({ ...about, isOwed: false })
  expect(refund.text).toContain('To the bank account: ending in 6789')
  expect(refundMail({ ...about, isOwed: true }).text).toContain('It cannot go to a bank account')
})

it('while a campaign is paused, no mail says when its supporters are charged (R21)', () => {
  const about = { ...ABOUT, kind: 'card' as const, amount: '$2.50', last4: '4242', reason: 'Declined' }
  const { text } = declinedMail({ ...about, nextAttemptAt: null })
  expect(text).toContain('The campaign is paused, so we will not try again now.')
  expect(text).not.toMatch(/again on|pay with another card now/)
  const changed = cardChangedMail({ ...ABOUT, card: 'card ending in 1881', due: '$2.50', isPaused: true })
  expect(changed.text).toContain('The campaign is paused: we will write to you before we charge this one.')
})

it('a receipt has its number, its PDF, the commission, the EIN and whether it can be deducted (R37)', () => {
  const { text } = receiptMail(RECEIPT)
  expect(text).toContain('Receipt R-2026-0D2E1A77\n')
  const pdf = `/receipts/${RECEIPT.receiptId}/receipt.pdf`
  const { text: byLink } = receiptMail({ ...RECEIPT, pledgeUrl: 'https://example.org/p/secret' })
  expect(byLink).toContain(`The receipt as a PDF: https://example.org/api/pledge-links/secret${pdf}`)
  expect(text).toContain('75% of what is collected goes to Łukasz’ Boosters. 25% is Pledgeraiser’s share')
  expect(text).toContain('EIN: None on file')
  expect(text).not.toContain('tax-deductible')
  expect(text).toContain('Please do not deduct this payment on a tax return')
  const deductible = receiptMail({ ...RECEIPT, is501c3: true, ein: '12-3456789', wonNothing: true }).text
  expect(deductible).toContain('EIN: 12-3456789')
  expect(deductible).toContain('tax-deductible to the extent allowed by law. No goods or services were')
  expect(text).not.toContain('more than was due')
  expect(receiptMail({ ...RECEIPT, overpaid: '$5.00' }).text).toContain('You paid $5.00 more than was due.')
})

it('the statement of a check pledge is its invoice, with number, due date and how to pay (R36)', () => {
  const { subject, text } = statementMail(INVOICE)
  expect(subject).toContain('INV-2026-000123')
  expect(text).toContain('Due: April 4, 2026')
  expect(text).toContain('made out to Pledgeraiser with INV-2026-000123 on it')
  expect(text).toContain(`mailed to Pledgeraiser, ${brand.postalAddress}`)
  expect(text).not.toContain('will be charged')
  expect(text).toContain('Pay by card on your pledge’s page')
  expect(text).toContain(`Pay what is due: ${INVOICE.pledgeUrl}`)
  expect(invoiceMail(INVOICE)).toEqual(statementMail(INVOICE))
})

it('a statement without any result that counted says so, instead of an empty table', () => {
  const { text } = statementMail({ ...STATEMENT, matches: [], chargeAt: null })
  expect(text).toContain('No result counted toward your pledge.')
  expect(text).not.toContain('What your pledge has earned')
})

it('a reminder of an invoice says where to mail the check (R36)', () => {
  const { text } = invoiceReminderMail({
    ...ABOUT,
    number: 'INV-2026-000123',
    amount: '$2.50',
    paid: null,
    open: '$2.50',
    dueOn: '2026-04-04',
    daysLate: 0,
  })
  expect(text).toContain(`with INV-2026-000123 on it, and mailed to Pledgeraiser, ${brand.postalAddress}`)
})

it('no mail about a food pantry’s campaign has a word of a sport (R63)', () => {
  const vocabulary = vocabularyOf('food', 'community')
  const given = {
    ...STATEMENT,
    vocabulary,
    campaignName: 'Fill the pantry',
    matches: [['Delivery 1', '$2']] as const,
  }
  const mails = [
    statementMail(given),
    statementMail({ ...given, chargeAt: null }),
    invoiceMail({ ...INVOICE, ...given, chargeAt: null, invoiceNumber: 'INV-1', dueOn: '2026-04-04' }),
    pledgeLoweredMail({ ...given, from: '$300.00' }),
    invoiceReminderMail({
      ...given,
      number: 'INV-1',
      paid: null,
      open: '$2.50',
      dueOn: '2026-04-04',
      daysLate: 0,
    }),
    resultsDigestMail({
      ...given,
      unsubscribeUrl: 'https://example.org/u',
      pledges: [true, false].map((isReached) => ({
        matches: [],
        others: ['2 earlier deliveries', '$4.00'] as const,
        change: 'more' as const,
        isReached,
        likely: 'By the end of the drive this pledge will likely reach $9.00.',
        added: '$4.00',
        earned: '$9.00',
        most: '$9.00',
        left: '$0.00',
        pledgeUrl: given.pledgeUrl,
      })),
    }),
  ]
  for (const { subject, text } of mails)
    expect(`${subject} ${text}`).not.toMatch(/\b(match|game|goal|win|season|title|opponent|team)(e?s)?\b/i)
})

it('the mail about a new representative says what holds for this one: 72 hours, or none by the server’s command (R29)', () => {
  const mail = (by: string | null) =>
    roleChangedMail({ kind: 'granted', person: 'Riley Rep', by, url: 'https://example.org' }).text
  expect(mail('Ana Lee')).toContain('For the first 72 hours they cannot approve')
  expect(mail(null)).toContain('The person who runs the server made Riley Rep a representative.')
  expect(mail(null)).toContain('They can approve what takes two people right away.')
  expect(mail(null)).not.toContain('72 hours')
})

it('a guest’s mail names each statistic once, with what is paid for it', () => {
  const mail = guestPledgeMail({
    ...ABOUT,
    most: '$140.00',
    confirmUrl: 'https://example.org/g/1',
    until: new Date('2026-11-28T17:00:00Z'),
    isChecked: false,
    statistics: [
      { name: 'Goals', rate: dollars('2.00'), type: 'per_increment', unitName: 'goal' },
      { name: 'State title', rate: dollars('50.00'), type: 'per_achievement', unitName: null },
    ],
  })
  expect(mail.text).toContain('Goals: $2.00 per goal\n')
  expect(mail.text).toContain('State title: $50.00 if achieved\n')
})

it('the mail about a first payout does not say since when', () => {
  const payout = {
    campaigns: [['Goals', '$22.50'] as const],
    organizationName: 'Boosters',
    isTest: false,
    amount: '$22.50',
    paidOn: '2027-03-15',
    method: 'Check',
    expectedBy: '2027-03-22',
    reference: '1001',
    destination: null,
    note: null,
    returned: null,
    collected: '$30.00',
    commission: '$7.50',
    closing: '$0.00',
    url: 'https://example.org',
  }
  expect(payoutMail({ ...payout, opening: null }).text).toContain('  Collected: $30.00')
  expect(payoutMail({ ...payout, opening: '$5.00' }).text).toContain('Collected since then: $30.00')
})

describe('what a charge is called on the card’s statement (R37)', () => {
  const row = (text: string) => /On the card’s statement: .*/.exec(text)?.[0]

  it('is said in the statement before it and in the receipt', () => {
    expect(row(statementMail({ ...STATEMENT, statementText: 'LIONS' }).text)).toBe(
      'On the card’s statement: Ends with LIONS',
    )
    expect(row(receiptMail({ ...RECEIPT, statementText: 'LIONS' }).text)).toBe(
      'On the card’s statement: Ends with LIONS',
    )
  })

  it('is said of cards only', () => {
    expect(
      row(statementMail({ ...STATEMENT, kind: 'bank_account', statementText: null }).text),
    ).toBeUndefined()
    expect(row(receiptMail(RECEIPT).text)).toBeUndefined()
  })
})

describe('what an inbox shows beside the subject', () => {
  const preview = (html: string) => /<div style="display:none[^>]*>([^<]*)<\/div>/.exec(html)?.[1] ?? ''

  it('begins with an amount or a date that the subject does not say (R44)', () => {
    expect(preview(statementMail(STATEMENT).html)).toMatch(
      /^Your Visa ending in 4242 will be charged \$2\.50 on March 4, 2026\./,
    )
    expect(preview(receiptMail(RECEIPT).html)).toMatch(/^Received on: March 4, 2026\. Thank you\./)
  })

  it('is there for every mail, and never just the subject', () => {
    for (const { html, subject } of mailSamples().map(({ mail }) => mail)) {
      expect(preview(html)).not.toBe('')
      expect(preview(html)).not.toBe(subject)
      expect(preview(html)).not.toContain('Test mode')
    }
  })
})
