import { z } from 'zod'
import { isRoutingNumber } from '../billing/routing-number.ts'
import { MEMBER_ROLES } from '../people/roles.ts'
import { isTimeZone } from '../places/zone.ts'
import { completedUrl } from '../web-address.ts'
import {
  Day,
  day,
  email,
  FirstMonth,
  Instant,
  id,
  name,
  optionalText,
  optionalZip,
  organizationState,
  text,
} from './fields.ts'

export const ORGANIZATION_TYPES = ['school', 'nonprofit', 'sports_club', 'community', 'other'] as const
export const SIZE_TIERS = ['small', 'medium', 'large'] as const

const CHOOSE_ZONE = 'Choose a time zone'
const timeZone = z.string(CHOOSE_ZONE).refine(isTimeZone, CHOOSE_ZONE)

export const OrganizationForm = z.object({
  name: name(200, 'Organization name is required'),
  description: text(2000, 'Description is required'),
  website: z
    .string({ error: 'Please enter a valid URL' })
    .max(500, 'Use at most 500 characters')
    .transform(completedUrl)
    .pipe(
      z.union([
        z.literal(''),
        z
          .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
          .max(500, 'Use at most 500 characters'),
      ]),
    )
    .nullish()
    .transform((value) => value || null),
  city: text(100, 'City is required'),
  state: organizationState,
  /** Left out: as its town has it. */
  timeZone: z
    .union([z.literal(''), timeZone], CHOOSE_ZONE)
    .nullish()
    .transform((value) => value || null),
  organizationType: z.enum(ORGANIZATION_TYPES, { error: 'Organization type is required' }),
})
export type OrganizationForm = z.output<typeof OrganizationForm>

export const Organization = z.object({
  id,
  name: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  organizationType: z.enum(ORGANIZATION_TYPES),
  sizeTier: z.enum(SIZE_TIERS).nullable(),
  is501c3: z.boolean(),
  timeZone: z.string(),
  /** Its logo and colors; null: a crest is drawn. The colors are chosen, or follow from its name. */
  logoUrl: z.string().nullable(),
  firstColor: z.string(),
  secondColor: z.string(),
  createdAt: Instant,
})
export type Organization = z.infer<typeof Organization>

export const OrganizationListItem = z.object({
  organizations: Organization,
  owner: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })
    .nullable(),
})
export type OrganizationListItem = z.infer<typeof OrganizationListItem>

/** As its owners and the representatives see it: with what they may edit, and its version. */
export const OwnOrganization = Organization.extend({
  payeeName: z.string().nullable(),
  streetAddress: z.string().nullable(),
  zip: z.string().nullable(),
  ein: z.string().nullable(),
  einCheckedOn: Day.nullable(),
  /** Since when it is a 501(c)(3); null: since it was made, or it is none. */
  is501c3Since: Day.nullable(),
  /** The month in which its year starts, `01` to `12`. */
  fiscalYearFrom: FirstMonth,
  version: z.number(),
})
export type OwnOrganization = z.infer<typeof OwnOrganization>

const color = z
  .string('Choose a color')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Choose a color, such as #0b3d91')

/** What owners edit. */
export const OrganizationUpdate = z
  .object({
    description: text(2000, 'Description is required'),
    website: OrganizationForm.shape.website,
    streetAddress: optionalText(200),
    city: OrganizationForm.shape.city,
    state: OrganizationForm.shape.state,
    zip: optionalZip(),
    /** Empty: as its town has it. */
    timeZone: z.union([z.literal(''), timeZone], CHOOSE_ZONE).transform((value) => value || undefined),
    payeeName: optionalText(200),
    fiscalYearFrom: FirstMonth,
    firstColor: color,
    secondColor: color,
  })
  .partial()

const EIN = 'An EIN has nine digits, such as 12-3456789'

/** What only representatives set. */
export const TaxStatusUpdate = z
  .object({
    /** A new one contains no link, either: refuseNewName. */
    name: text(200, 'Organization name is required'),
    organizationType: OrganizationForm.shape.organizationType,
    is501c3: z.boolean('Choose yes or no'),
    ein: z
      .union(
        [
          z.literal(''),
          z
            .string()
            .trim()
            .regex(/^\d{2}-?\d{7}$/, EIN),
        ],
        EIN,
      )
      .nullable()
      .transform((value) => (value ? value.replace(/^(\d{2})-?/, '$1-') : null)),
    einCheckedOn: z
      .union([z.literal(''), day('Enter the day it was checked')], 'Enter the day it was checked')
      .nullable()
      .transform((value) => value || null),
    /** Empty: since the day it was checked. */
    is501c3Since: z
      .union(
        [z.literal(''), day('Enter the day from which the IRS recognizes it')],
        'Enter the day from which the IRS recognizes it',
      )
      .nullable()
      .transform((value) => value || null),
    sizeTier: z
      .union([z.literal(''), z.enum(SIZE_TIERS)], 'Choose a size')
      .nullable()
      .transform((value) => value || null),
    timeZone,
  })
  .partial()
export type TaxStatusUpdate = z.output<typeof TaxStatusUpdate>

const memberRole = z.enum(MEMBER_ROLES, { error: 'Choose a role' })
export const MemberForm = z.object({ email: email('Valid email is required'), role: memberRole })
export type MemberForm = z.output<typeof MemberForm>

export const Member = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
})
export type Member = z.infer<typeof Member>

/** One that has not been accepted yet, or has expired. */
export const Invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  createdAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
  /** When its mail was sent last; null while it waits for an activation or for the next day. */
  mailedAt: Instant.nullable(),
  /** In lists: when an email can go there again, after one from here or three from anywhere within an hour; null: now. */
  mailableAt: Instant.nullable().optional(),
  /** In lists: why it was not mailed yet; null if it was, or is about to be. */
  notMailedReason: z.string().nullable().optional(),
})
export type Invitation = z.infer<typeof Invitation>

export const MailedInvitation = Invitation.extend({
  mailed: z.boolean(),
  notMailedReason: z.string().nullable(),
})
export type MailedInvitation = z.infer<typeof MailedInvitation>
export const InvitationUpdate = z.object({ resendEmail: z.literal(true, { error: 'Nothing to change' }) })

/** What the page behind the link shows, to anyone who has it. */
export const OpenInvitation = z.object({
  organizationName: z.string(),
  role: z.enum(MEMBER_ROLES),
  state: z.enum(['open', 'accepted', 'revoked', 'expired']),
  /** The address it was mailed to, while it is open. */
  email: z.string().nullable(),
  /** Whether someone has an account with that address: they sign in, everyone else signs up. */
  hasAccount: z.boolean(),
})
export type OpenInvitation = z.infer<typeof OpenInvitation>
const LINK = 'This link is incomplete. Open it from your invitation again.'
export const invitationToken = z.string(LINK).regex(/^[\w-]{43}$/, LINK)
export const AcceptanceForm = z.object({ token: invitationToken })
export const Acceptance = z.object({
  organizationId: id,
  organizationName: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** The one campaign whose season runs; null for none or several. */
  campaignId: id.nullable(),
  /** The caller is a member already: nothing changed, and the person it is meant for can accept it. */
  isStillOpen: z.boolean().optional(),
})
export type Acceptance = z.infer<typeof Acceptance>

const payee = text(200, 'Payee is required')
const ROUTING = 'Enter the routing number: the nine digits at the bottom left of a check'
const emptyIsMissing = (value: unknown) => (value === '' || value === null ? undefined : value)

/**
 * Where an organization is paid by check or bank transfer; by Stripe, it starts an account. The last four digits tell bank
 * accounts apart. The whole number is needed only for a bank file: it is kept encrypted, and never shown.
 */
export const DestinationForm = z
  .discriminatedUnion(
    'method',
    [
      z.object({
        method: z.literal('check'),
        payeeName: payee,
        mailingAddress: text(500, 'Mailing address is required'),
      }),
      z.object({
        method: z.literal('bank_transfer'),
        payeeName: payee,
        bankName: text(200, 'Bank is required'),
        accountLast4: z
          .string('Enter the last four digits of the account')
          .trim()
          .regex(/^\d{4}$/, 'Enter the last four digits of the account'),
        /** Both or neither. */
        routingNumber: z.preprocess(
          emptyIsMissing,
          z.string(ROUTING).trim().refine(isRoutingNumber, ROUTING).optional(),
        ),
        accountNumber: z.preprocess(
          emptyIsMissing,
          z
            .string('Enter the account number')
            .trim()
            .regex(/^\d{4,17}$/, 'Enter the account number: 4 to 17 digits')
            .optional(),
        ),
      }),
    ],
    { error: 'Choose check or bank transfer' },
  )
  .superRefine((form, context) => {
    if (form.method !== 'bank_transfer') return
    const { accountNumber: number, routingNumber, accountLast4 } = form
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (number !== undefined && !number.endsWith(accountLast4))
      refuse('accountNumber', `The account number does not end in ${accountLast4}`)
    if (number !== undefined && routingNumber === undefined) refuse('routingNumber', ROUTING)
    if (number === undefined && routingNumber !== undefined)
      refuse('accountNumber', 'Enter the account number')
  })
export type DestinationForm = z.output<typeof DestinationForm>

const Named = z.object({ id, name: z.string() })
export const Destination = z.object({
  id,
  method: z.enum(['check', 'bank_transfer', 'stripe']),
  payeeName: z.string(),
  mailingAddress: z.string().nullable(),
  bankName: z.string().nullable(),
  accountLast4: z.string().nullable(),
  /** The whole account number is kept: it can be paid by a bank file. */
  hasNumber: z.boolean(),
  stripeAccount: z.string().nullable(),
  /** At Stripe: where its account pays out to; null until an owner entered it. */
  stripeBank: z.string().nullable(),
  /** It took the place of another one: payouts go there from then on. Null: from the start. */
  opensAt: Instant.nullable(),
  proposedBy: Named,
  proposedAt: Instant,
  approvedBy: Named.nullable(),
  approvedAt: Instant.nullable(),
  /** Null where the caller may approve it; otherwise why not, and who has to. */
  cannotApproveReason: z.string().nullable(),
  /** Why this site can pay nothing to it: an account at Stripe of its other mode, test or live. Null: it can. */
  cannotPayReason: z.string().nullable(),
  /** Other organizations with the same bank account, as a district may have; for representatives only. */
  alsoOf: z.array(Named).optional(),
})
export type Destination = z.infer<typeof Destination>

/** Everything about one organization, for its owners and the representatives; a treasurer's has no people. */
export const ManagedOrganization = z.object({
  organization: OwnOrganization,
  isRepresentative: z.boolean(),
  /** False for a treasurer, who reads what the money is about. */
  mayManage: z.boolean(),
  /** Until a campaign is activated, its owners choose the time zone. */
  canChooseZone: z.boolean().optional(),
  members: z.array(
    Member.extend({
      since: Instant,
      /** Null where the member may be removed; otherwise why not. */
      cannotRemoveReason: z.string().nullable(),
    }),
  ),
  invitations: z.array(Invitation),
  /** Where the day's limit of invitations is reached: when the next can go out. */
  invitationsAgainAt: Instant.nullable(),
  destination: Destination.nullable(),
  /** Waits for a second person. Of owners, only the one who proposed it reads it. */
  proposedDestination: Destination.nullable(),
})
export type ManagedOrganization = z.infer<typeof ManagedOrganization>
