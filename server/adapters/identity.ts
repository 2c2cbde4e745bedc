import type { OpenAPIHono } from '@hono/zod-openapi'

/** Who is signed in. Two sides: embedded (Better Auth on the same database) and, when its keys are set, hosted. */
export type Identity = {
  /** The user of a bearer token, or null when it is none, forged or expired. No network, no database. */
  verify(token: string): Promise<string | null>
  /** A short-lived bearer token for the session in these headers' cookie; null without a session. */
  tokenForCookie(headers: Headers): Promise<string | null>
  /** The identity's own endpoints, under /api/identity. */
  mount(app: OpenAPIHono): void
}
