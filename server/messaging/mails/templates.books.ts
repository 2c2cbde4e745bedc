import { layOut, link, type MailBody, paragraph } from './layout.ts'

type About = { campaignName: string; organizationName: string; manageUrl: string }

/** To representatives: the self-check found figures that do not agree, and billing waits (R40). */
export const billingOnHoldMail = ({
  campaignName,
  organizationName,
  manageUrl,
  problems,
}: About & { problems: readonly string[] }): MailBody =>
  layOut(`Billing for ${campaignName} is on hold`, [
    paragraph(
      `The books of ${campaignName} (${organizationName}) do not add up. Until they do, nothing of it is charged, settled or paid out. Nothing is lost, and no supporter is notified.`,
    ),
    ...problems.map((problem) => paragraph(problem)),
    paragraph('The books are checked every ten minutes. When they agree again, billing goes on by itself.'),
    link('Look at its settlements', manageUrl),
  ])

/** To representatives: the figures agree again. */
export const billingGoesOnMail = ({ campaignName, organizationName, manageUrl }: About): MailBody =>
  layOut(`Billing for ${campaignName} goes on`, [
    paragraph(
      `The books of ${campaignName} (${organizationName}) add up again. What was due in the meantime is charged now.`,
    ),
    link('Look at its settlements', manageUrl),
  ])
