import { layOut, link, type MailBody, paragraph, table } from './layout.ts'

const DOES = {
  owner:
    'An owner edits the organization and its campaigns, enters and confirms results, and invites others.',
  scorer: 'A scorer enters results, for example from a phone at the game, and nothing else.',
}

/** To somebody invited to work for an organization (R25). */
export const memberInvitationMail = (given: {
  organizationName: string
  role: 'owner' | 'scorer'
  url: string
  validDays: number
}): MailBody =>
  layOut(`${given.organizationName} invites you to be ${given.role === 'owner' ? 'an owner' : 'a scorer'}`, [
    paragraph(`You are invited to join ${given.organizationName}. ${DOES[given.role]}`),
    link('See the invitation', given.url),
    paragraph(
      `The link is for you only and works for ${given.validDays} days. If you do not recognize this organization, you can ignore this email.`,
    ),
  ])

/** To owners: the payout destination has changed, so that nobody changes it behind their back (R25). */
export const destinationChangedMail = (given: {
  organizationName: string
  before: string
  after: string
  url: string
}): MailBody =>
  layOut(`The payout destination of ${given.organizationName} has changed`, [
    paragraph(
      `From now on payouts to ${given.organizationName} go to a new destination. Two representatives approved it. If you did not ask for this, tell us right away.`,
    ),
    table('Payout destination', [
      ['Before', given.before],
      ['Now', given.after],
    ]),
    link('See the organization', given.url),
  ])

const SERVER = 'The person who runs the server'

export type RoleChange = 'proposed' | 'granted' | 'withdrawn' | 'removed'

const ROLE_CHANGES: Record<
  RoleChange,
  { subject: string; text: (person: string, by: string | null) => string }
> = {
  proposed: {
    subject: 'A new representative is proposed',
    text: (person, by) =>
      `${by ?? SERVER} proposed ${person} as a representative. Confirm it if you know them and they should see everyone’s data and move money; otherwise withdraw it.`,
  },
  granted: {
    subject: 'There is a new representative',
    text: (person, by) =>
      `${by ?? SERVER} made ${person} a representative. ${by ? 'For the first 72 hours they cannot approve anything that takes two people.' : 'They can approve what takes two people right away.'} If you do not know them, remove them now.`,
  },
  withdrawn: {
    subject: 'A proposed representative was withdrawn',
    text: (person, by) => `${by ?? SERVER} withdrew the proposal to make ${person} a representative.`,
  },
  removed: {
    subject: 'A representative was removed',
    text: (person, by) => `${by ?? SERVER} removed ${person} from the representatives.`,
  },
}

/** To all representatives: who gains or loses that role, so that nobody does so unnoticed (R29). */
export function roleChangedMail(given: {
  kind: RoleChange
  person: string
  /** Null: done with the command on the server. */
  by: string | null
  url: string
}): MailBody {
  const { subject, text } = ROLE_CHANGES[given.kind]
  return layOut(subject, [
    paragraph(text(given.person, given.by)),
    link('See the representatives', given.url),
  ])
}
