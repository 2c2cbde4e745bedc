import type { OpenAPIHono } from '@hono/zod-openapi'

declare module '#server/platform/deps.ts' {
  interface Deps {
    identity: Identity
  }
}

/** Who is signed in. Two sides: embedded (Better Auth on the same database) and, when its keys are set, Clerk. */
export type Identity = {
  /**
   * The user of a bearer token, or null when it is none, forged or expired. Never a network call for anybody who has
   * been here before, and at most one look at the database. Never inside a transaction.
   * @throws 503 where a hosted side cannot be asked who somebody new is.
   */
  verify(token: string): Promise<string | null>
  /** When whoever holds this token signed in, and whether with the second step; null where the session is gone. */
  signInOf(token: string): Promise<SignIn | null>
  /** A short-lived bearer token for the session in these headers' cookie; null without a session. */
  tokenForCookie(headers: Headers): Promise<string | null>
  /** The identity's own endpoints, under /api/identity. */
  mount(app: OpenAPIHono): void
  /** A verified account with a password, for the demo and for tests; null where accounts are kept elsewhere. */
  createAccount: ((account: NewAccount) => Promise<string>) | null
}

export type SignIn = { at: Date; hasSecondStep: boolean }

export type NewAccount = { email: string; password: string; firstName: string; lastName: string }
