import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { drizzle } from 'drizzle-orm/node-postgres'
import { identityTables } from '#server/adapters/identity-tables.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'

export const BASE_PATH = '/api/identity'
export const CODE_MINUTES = 10
const SHORTEST_PASSWORD = 8

/**
 * Better Auth as a library: accounts, passwords, sessions and codes. Its endpoints are called in process by our own
 * routes, which bring the guards, the limits and the words; its router, with all it would offer, is never mounted.
 */
export function createAuth(given: {
  config: Pick<Config, 'appUrl' | 'trustedOrigins' | 'isLoopback' | 'port'>
  db: Database
  secret: string
  sendCode: (to: string, code: string) => Promise<void>
}) {
  const { config, db, secret, sendCode } = given
  return betterAuth({
    appName: 'Pledgeraiser',
    baseURL: config.appUrl,
    basePath: BASE_PATH,
    secret,
    trustedOrigins: config.trustedOrigins,
    database: drizzleAdapter(drizzle(db.pool), { provider: 'pg', schema: identityTables, transaction: true }),
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: SHORTEST_PASSWORD },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_MINUTES * 60,
        storeOTP: 'hashed',
        disableSignUp: true,
        sendVerificationOnSignUp: true,
        sendVerificationOTP: ({ email, otp }) => sendCode(email, otp),
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // What it would log names accounts; what goes wrong inside reaches our log as an error of ours.
    logger: { disabled: true },
    advanced: {
      useSecureCookies: config.appUrl.startsWith('https:'),
      // Browsers share cookies between ports: two copies on one machine must not sign each other out.
      cookiePrefix: config.isLoopback ? `pledgeraiser-${config.port}` : 'pledgeraiser',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
