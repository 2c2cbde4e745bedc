/** To representatives: what the card provider did or refused, and only a person can settle. */
import { layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { testMode } from './templates.ts'

type Where = { campaignName: string; organizationName: string; isTest: boolean; amount: string }

/** Money arrived that could not be recorded (R34). */
export const strayPaymentMail = (
  given: Where & { reference: string; problem: string; pledgeUrl: string; cardsUrl: string },
): MailBody =>
  layOut(`A payment of ${given.amount} for ${given.campaignName} is not in the books`, [
    ...testMode(given),
    paragraph(
      `The card provider took ${given.amount} for ${given.campaignName} (${given.organizationName}), and we could not record it. ${given.problem}`,
    ),
    table('The payment', [
      ['Amount', given.amount],
      ['At the card provider', given.reference],
    ]),
    paragraph(
      'Compare the pledge with the card provider’s dashboard, and refund the payment there if it should not have been made. It stays listed under “Not processed” on the Cards page. After the refund, choose “Process again” there.',
    ),
    link('See the pledge', given.pledgeUrl),
    link('See what was not processed', given.cardsUrl),
  ])
