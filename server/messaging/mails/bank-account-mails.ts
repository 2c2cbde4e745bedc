/** To a supporter whose bank account is no longer debited (R60). */
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { testMode } from './mail-parts.ts'

export const mandateEndedMail = (given: {
  bankName: string
  last4: string
  reason: string | null
  isTest: boolean
  pledgesUrl: string
}): MailBody =>
  layOut(
    'We will no longer debit your bank account',
    [
      ...testMode(given),
      paragraph(
        'Your bank returned a debit, and your authorization for debits of this account has ended. We will not debit it again.',
      ),
      table('The account', [
        ['Bank', given.bankName],
        ['Account', `ending in ${given.last4}`],
        ...(given.reason === null ? [] : [['Why', given.reason] as const]),
      ]),
      paragraph(
        'For a pledge that is not billed yet, open it and choose a card. If something is due now, you get a payment link for it, which works with any card and without a password.',
      ),
      link('See your pledges', given.pledgesUrl),
    ],
    MONEY,
  )
