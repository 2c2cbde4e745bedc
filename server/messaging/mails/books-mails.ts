import { layOut, link, type MailBody, paragraph } from './layout.ts'

type About = { campaignName: string; organizationName: string; manageUrl: string }

/** To representatives: the self-check found figures that do not match, and billing is on hold (R40). */
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
