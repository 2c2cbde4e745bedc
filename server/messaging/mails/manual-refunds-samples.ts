/** Mails about manual refunds, with the same data every time. */
import type { MailBody } from './layout.ts'
import type { About } from './mail-parts.ts'
import { manualRefundMail, setOffMail } from './manual-refund-mails.ts'

type Sample = [name: string, when: string, template: string, mail: MailBody]

export function manualRefundSamples(about: About & { invoiceNumber: string }): Sample[] {
  const sent = { ...about, amount: '$5.00', method: 'Check', reference: '2041', givenOn: '2026-10-30' }
  return [
    [
      'given-back-overpayment',
      'An overpayment was refunded',
      'manualRefundMail',
      manualRefundMail({ ...sent, kind: 'overpayment' }),
    ],
    [
      'given-back-refund',
      'A refund that no card takes was refunded manually',
      'manualRefundMail',
      manualRefundMail({ ...sent, kind: 'refund', invoiceNumber: null }),
    ],
    [
      'set-off',
      'A refund that was owed was deducted from an open invoice',
      'setOffMail',
      setOffMail({ ...about, amount: '$12.00', number: about.invoiceNumber, open: '$8.00' }),
    ],
  ]
}
