import { createHmac } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createPasswordHashing } from './passwords.ts'
import { realAddress } from './sign-up.ts'
import { createStorage } from './storage.ts'

export const BASE_PATH = '/api/identity'
export const CODE_MINUTES = 10
export const RESET_MINUTES = 60
const SHORTEST_PASSWORD = 8
const MINUTE = 60
const APP_NAME = 'Pledgeraiser'

type Account = { id: string; email: string; emailVerified: boolean; name: string }
export type AuthEvents = {
  /** A code that proves an address: that of a new account, or the one to change to. */
  sendCode: (to: string, code: string, isForSignUp: boolean) => Promise<void>
  sendResetLink: (to: string, token: string) => Promise<void>
  /** A new password was set by that link, and the account's sessions are about to end. */
  onPasswordReset: (account: Account) => Promise<void>
}

/** Backup codes are stored as these hashes; a code that is already hashed stays as it is when the rest is written back. */
export const hashOfBackupCode = (secret: string, code: string): string =>
  `hash:${createHmac('sha256', secret).update(code).digest('base64url')}`

const hashedCodes = (secret: string) => ({
  encrypt: async (codes: string) =>
    JSON.stringify(
      (JSON.parse(codes) as string[]).map((code) =>
        code.startsWith('hash:') ? code : hashOfBackupCode(secret, code),
      ),
    ),
  decrypt: async (hashes: string) => hashes,
})

/**
 * Better Auth as a library: accounts, passwords, sessions, codes and passkeys. Its endpoints are called in process by our
 * own routes, which add the guards, the limits and the wording; its router, with everything it offers, is never mounted.
 */
export function createAuth(given: {
  config: Pick<Config, 'appUrl' | 'trustedOrigins' | 'isLoopback' | 'port'>
  db: Database
  /** For the cookies, and for what the library encrypts: the newest first. */
  secrets: { version: number; value: string }[]
  codeSecret: string
  events: AuthEvents
}) {
  const { config, db, secrets, codeSecret, events } = given
  return betterAuth({
    appName: APP_NAME,
    baseURL: config.appUrl,
    basePath: BASE_PATH,
    secrets,
    trustedOrigins: config.trustedOrigins,
    database: createStorage(db),
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false },
        lastName: { type: 'string', required: false },
      },
    },
    // Changes to an account ask for the password each time: the age of the session proves nothing.
    session: { freshAge: 0 },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // Nobody can sign in with an unproven address: otherwise signing up would reveal who has an account.
      requireEmailVerification: true,
      minPasswordLength: SHORTEST_PASSWORD,
      password: createPasswordHashing(),
      resetPasswordTokenExpiresIn: RESET_MINUTES * MINUTE,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => events.sendResetLink(user.email, token),
      onPasswordReset: ({ user }) => events.onPasswordReset(user),
    },
    emailVerification: { autoSignInAfterVerification: true },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_MINUTES * MINUTE,
        storeOTP: 'hashed',
        disableSignUp: true,
        changeEmail: { enabled: true },
        sendVerificationOTP: ({ email, otp, type }) =>
          events.sendCode(realAddress(email), otp, type === 'email-verification'),
      }),
      twoFactor({ issuer: APP_NAME, backupCodeOptions: { storeBackupCodes: hashedCodes(codeSecret) } }),
      passkey({
        rpName: APP_NAME,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          // A passkey replaces both steps of signing in, so its device must have verified its user.
          afterVerification: async ({ verification }) => {
            if (!verification.authenticationInfo.userVerified)
              throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
          },
        },
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its logs would name accounts; internal errors reach our log as our own.
    logger: { disabled: true },
    advanced: {
      useSecureCookies: config.appUrl.startsWith('https:'),
      // Browsers share cookies across ports: two copies on one machine must not sign each other out.
      cookiePrefix: config.isLoopback ? `pledgeraiser-${config.port}` : 'pledgeraiser',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
