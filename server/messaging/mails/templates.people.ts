import { layOut, link, type MailBody, paragraph, table } from './layout.ts'

const DOES = {
  owner:
    'An owner edits the organization and its campaigns, enters and confirms results, and invites others.',
  scorer: 'A scorer enters results, from a phone at the touchline, and nothing else.',
}

/** To somebody who is to work for an organization (R25). */
export const memberInvitationMail = (given: {
  organizationName: string
  role: 'owner' | 'scorer'
  url: string
  validDays: number
}): MailBody =>
  layOut(`${given.organizationName} invites you as ${given.role === 'owner' ? 'an owner' : 'a scorer'}`, [
    paragraph(`You are invited to work for ${given.organizationName}. ${DOES[given.role]}`),
    link('Look at the invitation', given.url),
    paragraph(
      `The link is for you alone and works for ${given.validDays} days. If you do not know this organization, do nothing, and nothing happens.`,
    ),
  ])

/** To owners: where their money goes has changed, so that nobody changes it behind their back (R25). */
export const destinationChangedMail = (given: {
  organizationName: string
  before: string
  after: string
  url: string
}): MailBody =>
  layOut(`Where ${given.organizationName} is paid has changed`, [
    paragraph(
      `From now on payouts to ${given.organizationName} go somewhere else. Two representatives agreed to it. If you did not ask for this, tell us at once.`,
    ),
    table('Payout destination', [
      ['Before', given.before],
      ['Now', given.after],
    ]),
    link('Look at the organization', given.url),
  ])
