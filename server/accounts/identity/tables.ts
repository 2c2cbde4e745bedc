import { bigint, boolean, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** The embedded identity's tables as its library sees them; the schema `identity` in the migrations creates them. */
const identity = pgSchema('identity')
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const made = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }

const user = identity.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull(),
  image: text('image'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  ...made,
})

const session = identity.table('session', {
  id: text('id').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
  token: text('token').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  userId: text('user_id').notNull(),
  ...made,
})

const account = identity.table('account', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  ...made,
})

const verification = identity.table('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ...made,
})

const twoFactor = identity.table('two_factor', {
  id: text('id').primaryKey(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: text('user_id').notNull(),
  verified: boolean('verified').notNull(),
  failedVerificationCount: integer('failed_verification_count').notNull(),
  lockedUntil: instant('locked_until'),
})

const passkey = identity.table('passkey', {
  id: text('id').primaryKey(),
  name: text('name'),
  publicKey: text('public_key').notNull(),
  userId: text('user_id').notNull(),
  credentialID: text('credential_id').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  deviceType: text('device_type').notNull(),
  backedUp: boolean('backed_up').notNull(),
  transports: text('transports'),
  createdAt: instant('created_at'),
  aaguid: text('aaguid'),
})

export const identityTables = { user, session, account, verification, twoFactor, passkey }
