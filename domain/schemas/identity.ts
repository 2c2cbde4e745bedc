import { z } from 'zod'
import { email, text } from './fields.ts'

const password = (message: string) =>
  z.string({ error: message }).min(1, message).max(128, 'Use at most 128 characters')

export const SignUpForm = z.object({
  email: email(),
  password: password('Password is required').refine(
    (value) => value.length >= 8,
    'Use at least 8 characters',
  ),
  /** The whole name; needed only where the two parts are not given. */
  name: text(201).optional(),
  firstName: text(100, 'First name is required').optional(),
  lastName: text(100, 'Last name is required').optional(),
})
export type SignUpForm = z.output<typeof SignUpForm>

export const SignInForm = z.object({ email: email(), password: password('Password is required') })
export type SignInForm = z.output<typeof SignInForm>

export const CodeRequest = z.object({ email: email(), type: z.literal('email-verification').optional() })
export type CodeRequest = z.output<typeof CodeRequest>

export const CodeForm = z.object({
  email: email(),
  otp: z
    .string({ error: 'Enter the 6 digits from the e-mail' })
    .transform((value) => value.replace(/\s/g, ''))
    .refine((value) => /^\d{6}$/.test(value), 'Enter the 6 digits from the e-mail'),
})
export type CodeForm = z.output<typeof CodeForm>

/** What signing up, in and verifying answer: the session itself is in the cookie. */
export const Session = z.object({ email: z.string(), emailVerified: z.boolean() })
export type Session = z.infer<typeof Session>

export const Token = z.object({ token: z.string().nullable() })
