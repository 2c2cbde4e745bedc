import type { OpenAPIHono } from '@hono/zod-openapi'

declare module '#server/platform/deps.ts' {
  interface Deps {
    identity: Identity
  }
}

/** Who is signed in. Two implementations: embedded (Better Auth on the same database) and, if its keys are set, Clerk. */
export type Identity = {
  /**
   * Whose session a bearer token is of, or null if it is missing, forged or expired. Never a network call for anyone already known
   * here, and at most one database query. Never inside a transaction.
   * @throws 503 if a hosted provider cannot be asked who a new person is.
   */
  verify(token: string): Promise<Verified | null>
  /** When the holder of this token signed in, and whether with the second step; null if the session is gone. */
  signInOf(token: string): Promise<SignIn | null>
  /** A short-lived bearer token for the session in these headers' cookie; null without a session. */
  tokenForCookie(headers: Headers): Promise<string | null>
  /** The identity's own endpoints, under /api/identity. */
  mount(app: OpenAPIHono): void
  /** A verified account with a password, for the demo and for tests; null if accounts are kept elsewhere. */
  createAccount: ((account: NewAccount) => Promise<string>) | null
}

/** `hasSecondStep`: whether its holder signed in with the second step (R29). */
export type Verified = { userId: string; hasSecondStep: boolean }
export type SignIn = { at: Date; hasSecondStep: boolean }

export type NewAccount = { email: string; password: string; firstName: string; lastName: string }
