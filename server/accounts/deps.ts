import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvRoutesWith } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps as PlatformDeps, Sessions } from '#server/platform/deps.ts'
import { routesWith } from '#server/platform/http/http.ts'
import { pagedRoutesWith } from '#server/platform/lists/paged-route.ts'

export type Deps = PlatformDeps & {
  identity: Identity
  /** Money's answer: what the account still owes, or is owed; with `pledgeId` on this one pledge. */
  openMoneyOf: (db: Db, userId: string, pledgeId?: string) => Promise<OpenMoney>
}

export const defineRoute = routesWith<Deps>()
export const pagedRoute = pagedRoutesWith<Deps>()
export const csvRoute = csvRoutesWith<Deps>()

/** Who is signed in. Two implementations: embedded (Better Auth on the same database) and, if its keys are set, Clerk. */
export type Identity = Sessions & {
  /** A short-lived bearer token for the session in these headers' cookie; null without a session. */
  tokenForCookie(headers: Headers): Promise<string | null>
  /** The identity's own endpoints, under /api/identity. */
  mount(app: OpenAPIHono): void
  /** A verified account with a password, for the demo and for tests; null if accounts are kept elsewhere. */
  createAccount: ((account: NewAccount) => Promise<string>) | null
}

export type NewAccount = { email: string; password: string; firstName: string; lastName: string }

/** What is still to be paid, counted for one account. */
export type OpenMoney = {
  openCharges: number
  openDisputes: number
  openInvoices: number
  openRefunds: number
}
