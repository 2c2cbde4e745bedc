import { z } from 'zod'
import { email, Instant, name, oneName, optionalName, text } from './fields.ts'
import { invitationToken } from './organization.ts'

const password = (message: string) =>
  z.string({ error: message }).min(1, message).max(128, 'Use at most 128 characters')

const signUp = z.object({
  email: email(),
  password: password('Password is required').refine(
    (value) => value.length >= 8,
    'Use at least 8 characters',
  ),
  /** The whole name; needed only where the two parts are not given. */
  name: name(201).optional(),
  firstName: name(100, 'First name is required').optional(),
  lastName: optionalName(100),
  /** The secret of an invitation's link: it proves the address that it was mailed to, like a code. */
  invitation: invitationToken.optional(),
})
export const SignUpForm = oneName(signUp)
export type SignUpForm = z.output<typeof SignUpForm>

export const SignInForm = z.object({ email: email(), password: password('Password is required') })
export type SignInForm = z.output<typeof SignInForm>

export const CodeRequest = z.object({ email: email(), type: z.literal('email-verification').optional() })
export type CodeRequest = z.output<typeof CodeRequest>

export const CodeForm = z.object({
  email: email(),
  otp: z
    .string({ error: 'Enter the 6 digits from the email' })
    .transform((value) => value.replace(/\s/g, ''))
    .refine((value) => /^\d{6}$/.test(value), 'Enter the 6 digits from the email'),
})
export type CodeForm = z.output<typeof CodeForm>

/** What signing up, signing in and verifying return: the session itself is in the cookie. */
export const Session = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** The password was right; a code of the second step opens the session. */
  twoFactorRequired: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const Token = z.object({ token: z.string().nullable() })

export const Success = z.object({ success: z.boolean() })

const newPassword = (message: string) =>
  password(message).refine((value) => value.length >= 8, 'Use at least 8 characters')

export const ForgotForm = z.object({ email: email() })
export const ResetForm = z.object({
  token: z.string({ error: 'The link is incomplete' }).min(1, 'The link is incomplete').max(200),
  password: newPassword('Password is required'),
})
export const PasswordChangeForm = z.object({
  currentPassword: password('Type your current password'),
  newPassword: newPassword('Choose a new password'),
})

/** Asked for again before any change to how someone signs in. */
export const PasswordForm = z.object({ password: password('Type your password') })

export const EmailChangeForm = z.object({ email: email(), password: password('Type your password') })

export const IdentitySession = z.object({
  id: z.string(),
  /** What the browser called itself; empty if it did not say. */
  userAgent: z.string(),
  isCurrent: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
})
export type IdentitySession = z.infer<typeof IdentitySession>

export const TwoFactorState = z.object({ isOn: z.boolean(), backupCodesLeft: z.number() })
export type TwoFactorState = z.infer<typeof TwoFactorState>

export const TwoFactorSetup = z.object({
  /** The picture to scan, as a data address. */
  qr: z.string(),
  /** The same as text to type. */
  secret: z.string(),
  backupCodes: z.array(z.string()),
})
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

export const BackupCodes = z.object({ backupCodes: z.array(z.string()) })
export type BackupCodes = z.infer<typeof BackupCodes>

const secondStep = z
  .string({ error: 'Type the code' })
  .max(40, 'That is too long for a code')
  .transform((value) => value.replace(/\s/g, ''))
  .refine((value) => value !== '', 'Type the code')

export const SecondStepCode = z.object({ code: secondStep })
export const SecondStepForm = z.object({ code: secondStep, trustDevice: z.boolean().default(false) })

/** What the browser's own passkey interface returns and accepts, written as JSON (WebAuthn level 3). */
const credential = z.looseObject(
  {
    id: z.string().min(1).max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.record(z.string(), z.unknown()),
  },
  'That is not a passkey',
)
export const PasskeyOptions = z.record(z.string(), z.unknown())

export const PasskeyName = z.object({ name: text(60, 'Give it a name') })
export const PasskeyForm = z.object({ name: text(60, 'Give it a name'), response: credential })
export const PasskeySignInForm = z.object({ response: credential })

export const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: Instant.nullable() })
export type Passkey = z.infer<typeof Passkey>

/** Why an account cannot be deleted yet, each in a sentence; none: it can. */
export const Deletion = z.object({ reasons: z.array(z.string()) })
export type Deletion = z.infer<typeof Deletion>
