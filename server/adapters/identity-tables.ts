import { boolean, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** The embedded identity's tables as its library sees them; migration 0002 makes them. */
const identity = pgSchema('identity')
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const made = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }

const user = identity.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull(),
  image: text('image'),
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

export const identityTables = { user, session, account, verification }
