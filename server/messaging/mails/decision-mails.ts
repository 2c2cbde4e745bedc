/** To representatives: what the card provider did or refused, and only a person can settle. */
import { layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { testMode } from './mail-parts.ts'

type Where = { campaignName: string; organizationName: string; isTest: boolean; amount: string }

type ExceptionNews = Pick<Where, 'isTest' | 'amount'> & {
  /** Null for what belongs to no campaign. */
  campaignName: string | null
  organizationName: string | null
  happened: string
  means: string
  elsewhere: string
  reference: string | null
  answer: string | null
  /** What can be pressed. */
  ways: readonly string[]
  pledgeUrl: string | null
  exceptionsUrl: string
}

/** Something rare happened to money, and a person decides. */
export const exceptionMail = (given: ExceptionNews): MailBody =>
  layOut(
    `${given.amount} ${given.campaignName ? `of ${given.campaignName}` : 'at the card provider'} needs you`,
    [
      ...testMode(given),
      paragraph(`${given.happened} ${given.means}`),
      table('What we know', [
        ['Amount', given.amount],
        ...(given.campaignName ? [['Campaign', given.campaignName] as const] : []),
        ...(given.organizationName ? [['Organization', given.organizationName] as const] : []),
        ...(given.reference ? [['At the card provider', given.reference] as const] : []),
        ...(given.answer ? [['It said', given.answer] as const] : []),
      ]),
      paragraph(given.elsewhere),
      ...(given.ways.length > 0 ? [paragraph(`Or choose: ${given.ways.join('; ')}.`)] : []),
      ...(given.campaignName ? [] : [paragraph('Anything else found at the same time is on the list.')]),
      link('Decide what happens', given.exceptionsUrl),
      ...(given.pledgeUrl ? [link('See the pledge', given.pledgeUrl)] : []),
    ],
  )

/** A charge is refused for no reason of the card's. */
export const chargeRefusedMail = (
  given: Omit<Where, 'amount'> & { reason: string; manageUrl: string },
): MailBody =>
  layOut(`The card provider does not accept charges for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `The card provider refused one or more charges for ${given.campaignName} (${given.organizationName}). The cards are not the reason, and nobody was charged.`,
    ),
    table('What it says', [['Reason', given.reason]]),
    paragraph(
      'The charges are tried again every few minutes for 20 hours. If the reason is a setting of the account at the card provider, change it there within that time. Otherwise ask the person who runs this site. After that the charges are past due, and their supporters are asked to pay by link.',
    ),
    link('See the campaign', given.manageUrl),
  ])

type About = { campaignName: string; organizationName: string; manageUrl: string }

/** To representatives: the self-check found figures that do not match, and billing is on hold. */
export const billingOnHoldMail = ({
  campaignName,
  organizationName,
  manageUrl,
  problems,
}: About & { problems: readonly string[] }): MailBody =>
  layOut(`Billing for ${campaignName} is on hold`, [
    paragraph(
      `The books of ${campaignName} (${organizationName}) do not balance. Until they do, nothing in this campaign is charged, settled or paid out. No data is lost, and supporters are not notified.`,
    ),
    ...problems.map((problem) => paragraph(problem)),
    paragraph(
      'The books are checked every ten minutes. When they balance again, billing resumes automatically.',
    ),
    link('See its settlements', manageUrl),
  ])

/** To representatives: the figures match again. */
export const billingGoesOnMail = ({ campaignName, organizationName, manageUrl }: About): MailBody =>
  layOut(`Billing for ${campaignName} has resumed`, [
    paragraph(
      `The books of ${campaignName} (${organizationName}) balance again. Amounts that were due in the meantime are being charged now.`,
    ),
    link('See its settlements', manageUrl),
  ])
