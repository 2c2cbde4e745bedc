import { EXCEPTIONS } from '#domain/exception.ts'
import { chargeRefusedMail, exceptionMail } from './decision-mails.ts'
import { ABOUT, MANAGE_URL, type Made, made, SITE } from './facts-samples.ts'

/** What the card provider refused, or did without us. */
export const decisionSamples = (): Made[] => [
  made(
    'charge-refused',
    'To representatives: the card provider refuses charges',
    'chargeRefusedMail',
    chargeRefusedMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      reason: 'This account cannot currently make live charges.',
    }),
  ),
  made(
    'exception',
    'To representatives: something rare happened to money',
    'exceptionMail',
    exceptionMail({
      ...ABOUT,
      amount: '$45.00',
      reference: 'pi_3QabcHarbor',
      ...EXCEPTIONS.unexplained_payment,
      happened:
        'The card provider took $45.00. The charge was already paid, so the supporter has paid it twice.',
      answer: null,
      ways: EXCEPTIONS.unexplained_payment.waysOut.map(({ label }) => label),
      exceptionsUrl: `${SITE}/dashboard/exceptions`,
    }),
  ),
]
