/** A season as a test needs it, opened, pledged, played and billed through the public API. */
import { afterEach, beforeEach } from 'vitest'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { type Caller, createTestApp, type TestApp } from './app.ts'
import { closeWithBooksInOrder } from './books.ts'
import {
  bill,
  declare,
  lock,
  type Match,
  openDraft,
  openSeason,
  type PledgeWish,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from './fixtures.ts'
import { type StripeStandIn, startStripe } from './stripe/stand-in.ts'

/** Noon in Boston, in the middle of the season. */
export const NOON = '2026-09-10T16:00:00Z'

type Pledged = Awaited<ReturnType<typeof pledge>>
type Parts<Pledges, Matches, Stripe> = {
  /** Another season of this organization, rather than one of a new organization. */
  org?: TestOrganization
  /** A season in this program, rather than in a new one on its own database. */
  app?: TestApp
  now?: string
  env?: Record<string, string>
  /** Cards are those of Stripe's stand-in, on the program's clock. */
  stripe?: Stripe
  isDraft?: boolean
  /** One new supporter for each. */
  pledges?: Pledges
  /** Entered by the scorer and confirmed by the owner, after the pledges. */
  matches?: Matches
  champions?: Parameters<typeof declare>[2]
  /** Locked; nothing is charged yet. */
  locked?: Settlement['kind']
  /** Locked, and past the charge date. */
  billed?: Settlement['kind']
}
type Given<Pledges, Matches, Stripe> = {
  app: TestApp
  org: TestOrganization
  season: Season
  stripe: Stripe extends true ? StripeStandIn : null
  pledges: { [K in keyof Pledges]: Pledged }
  /** Of the first pledge. */
  supporter: Pledges extends readonly [] ? undefined : Caller
  pledge: Pledges extends readonly [] ? undefined : Pledge
  pledgeId: Pledges extends readonly [] ? undefined : string
  /** The matches' events. */
  events: { [K in keyof Matches]: string }
  /** Of the first match. */
  eventId: Matches extends readonly [] ? undefined : string
}

export async function givenSeason<
  const Pledges extends readonly PledgeWish[] = [],
  const Matches extends readonly Match[] = [],
  const Stripe extends true | null = null,
>(parts: Parts<Pledges, Matches, Stripe> = {}): Promise<Given<Pledges, Matches, Stripe>> {
  const { app, stripe } = await openProgram(parts)
  const org = parts.org ?? (await setUpOrganization(app))
  const season = await (parts.isDraft ? openDraft : openSeason)(org)
  const pledges: Pledged[] = []
  for (const wish of parts.pledges ?? []) pledges.push(await pledge(org, season, wish))
  const events: string[] = []
  for (const match of parts.matches ?? []) events.push(await play(org, season, match))
  if (parts.champions) await declare(org, season, parts.champions)
  if (parts.locked) await lock(org, season, parts.locked)
  if (parts.billed) await bill(org, season, parts.billed)
  const first = pledges[0]
  const eventId = events[0]
  const given = { app, org, season, stripe, pledges, ...first, pledgeId: first?.pledge.id, events, eventId }
  // One for each that was asked for, in the same order.
  return given as unknown as Given<Pledges, Matches, Stripe>
}

async function openProgram({
  org,
  app = org?.app,
  now = NOON,
  env = {},
  stripe: asked,
}: Parts<unknown, unknown, true | null>) {
  if (app) return { app, stripe: app.visitor.stripe }
  let opened: TestApp | null = null
  const stripe = asked ? await startStripe(() => opened?.clock.now() ?? new Date(now)) : null
  opened = await createTestApp({ now, env, stripe })
  return { app: opened, stripe }
}

export let app: TestApp
export let org: TestOrganization
export let season: Season

/** A new program with a season for each test, since jobs see all campaigns; its books must balance afterwards. */
export function givenSeasonForEachTest(
  parts: Parts<readonly PledgeWish[], readonly Match[], null> = {},
): void {
  beforeEach(async () => {
    ;({ app, org, season } = await givenSeason(parts))
  })
  afterEach(() => closeWithBooksInOrder(app))
}
