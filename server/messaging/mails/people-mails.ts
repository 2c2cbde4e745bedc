import { ROLE_WORDS, roleSentence } from '#domain/people/role-words.ts'
import type { MemberRole } from '#domain/people/roles.ts'
import { INVITED, invites } from './ambassador-mails.ts'
import { layOut, link, type MailBody, paragraph, table } from './layout.ts'

/** To somebody invited to work for an organization. */
export const memberInvitationMail = (given: {
  organizationName: string
  /** Who invites them: first name and initial; null if they have no name or no account anymore. */
  sender: string | null
  role: MemberRole
  url: string
  validDays: number
  stopUrl: string
}): MailBody =>
  layOut(
    `${given.organizationName} invites you to be ${ROLE_WORDS[given.role].withArticle}`,
    [
      paragraph(
        `${invites(given.sender, given.organizationName)} to be ${ROLE_WORDS[given.role].withArticle}. ${roleSentence(given.role)}`,
      ),
      link('See the invitation', given.url),
      paragraph(
        `The link is for you only and works for ${given.validDays} days. If you do not recognize this organization, you can ignore this email.`,
      ),
    ],
    { why: INVITED, stop: 'invitation', stopUrl: given.stopUrl },
  )

/** To owners: where payouts go was set, if `before` is null, or changed, so that nobody does it behind their back. */
export const destinationChangedMail = (given: {
  organizationName: string
  /** Payouts wait until then; null: they go there at once. */
  from: string | null
  before: string | null
  after: string
  url: string
}): MailBody =>
  layOut(
    given.before === null
      ? `Payouts to ${given.organizationName} can start`
      : `The payout destination of ${given.organizationName} has changed`,
    [
      paragraph(
        `${given.from === null ? 'From now on' : `From ${given.from}, three days after the change,`} payouts to ${given.organizationName} go to the destination below. One person proposed it, and a representative approved it. If you did not ask for this, tell us right away.`,
      ),
      table('Payout destination', [
        ['Before', given.before ?? 'None'],
        ['Now', given.after],
      ]),
      link('See the organization', given.url),
    ],
  )

/** To owners: a representative corrected the name, which is on every page and mail. */
export const organizationRenamedMail = (given: {
  before: string
  after: string
  by: string
  url: string
}): MailBody =>
  layOut(`${given.before} is now called ${given.after}`, [
    paragraph(
      `${given.by} corrected the name of your organization, on its pages and in emails. Receipts, invoices and statements issued earlier keep the previous name. If the new name is wrong, reply to this email.`,
    ),
    table('Name', [
      ['Before', given.before],
      ['Now', given.after],
    ]),
    link('See the organization', given.url),
  ])

export type OwnerChange = 'added' | 'lowered' | 'removed' | 'deleted'

type Told = { person: string; by: string; organizationName: string; role: MemberRole }

const OWNER_CHANGES: Record<OwnerChange, { subject: string; text: (given: Told) => string }> = {
  added: {
    subject: 'has a new owner',
    text: ({ person, organizationName }) =>
      `${person} accepted an invitation and is an owner of ${organizationName} now. Owners ${ROLE_WORDS.owner.does}. If you do not know them, remove them now.`,
  },
  lowered: {
    subject: 'has one fewer owner',
    text: ({ person, by, organizationName, role }) =>
      `${by} made ${person} ${ROLE_WORDS[role].withArticle} of ${organizationName}. They were an owner; now they ${ROLE_WORDS[role].does}.`,
  },
  removed: {
    subject: 'has one fewer owner',
    text: ({ person, by, organizationName }) =>
      `${by} removed ${person} from ${organizationName}. They were an owner, and can no longer manage any of it.`,
  },
  deleted: {
    subject: 'has one owner fewer',
    text: ({ person, organizationName }) =>
      `${person} deleted their account. They were an owner of ${organizationName}, and can manage nothing of it any longer.`,
  },
}

const withdrawnWords = (count: number): string =>
  count === 1
    ? 'An invitation that they sent was withdrawn. Invite that person again if you want them to join.'
    : `${count} invitations that they sent were withdrawn. Invite those people again if you want them to join.`

/** To the owners, and to someone who is no owner any longer: nobody gains or loses that role unnoticed. */
export function ownerChangedMail(given: {
  kind: OwnerChange
  organizationName: string
  person: string
  by: string
  /** The role that they have now or, if they left, had. */
  role: MemberRole
  /** How many open invitations of theirs ended. */
  withdrawn: number
  url: string
}): MailBody {
  const { subject, text } = OWNER_CHANGES[given.kind]
  return layOut(`${given.organizationName} ${subject}`, [
    paragraph(text(given)),
    ...(given.withdrawn > 0 ? [paragraph(withdrawnWords(given.withdrawn))] : []),
    paragraph('If this should not have happened, tell us right away: reply to this email.'),
    link('See the people of the organization', given.url),
  ])
}

/** To all owners or, of the provider's, to all representatives: nobody gives a program access unnoticed. */
export function apiKeyMadeMail(given: {
  isReplaced: boolean
  name: string
  /** Null: the provider's. */
  organizationName: string | null
  by: string
  url: string
}): MailBody {
  const { isReplaced, name, organizationName, by, url } = given
  const whose = organizationName ?? 'us, the provider'
  return layOut(`${by} ${isReplaced ? 'replaced' : 'made'} an API key for ${whose}`, [
    paragraph(
      isReplaced
        ? `${by} replaced the API key “${name}”. Its program gets the new one; the earlier one works for 24 hours more.`
        : `${by} made the API key “${name}”. With it, a program acts for ${whose}, in the name of ${by}.`,
    ),
    paragraph('If you don’t know what it is for, ask them, or revoke it. It then ends at once.'),
    link('See the API keys', url),
  ])
}

/** To owners, or to representatives: from now on another system hears what happens. */
export const webhookAddedMail = (given: {
  /** The address's host: the rest of it may be a secret. */
  host: string
  /** Null: the provider's. */
  organizationName: string | null
  by: string
  url: string
}): MailBody =>
  layOut(`${given.by} added a webhook for ${given.organizationName ?? 'us, the provider'}`, [
    paragraph(
      `From now on ${given.host} is told when a pledge is made, a result is confirmed or money moves: amounts and days, and nothing about a person.`,
    ),
    paragraph('If you don’t know what it is for, ask them, or remove it. It then hears nothing more.'),
    link('See the webhooks', given.url),
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

/** To all representatives: who gains or loses that role, so that nobody does so unnoticed. */
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
