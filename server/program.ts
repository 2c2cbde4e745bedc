import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createSandboxCards } from '#server/adapters/cards-sandbox.ts'
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#server/adapters/identity-embedded.ts'
import { buildApp } from '#server/app.ts'
import { PublicCache } from '#server/cache.ts'
import { createRanks } from '#server/campaigns/ranks.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { describe } from '#server/http.ts'
import { createLimits } from '#server/limits.ts'
import { queueMail } from '#server/mails/actions.ts'
import { sendWaitingMails } from '#server/mails/jobs.ts'
import { type DevelopmentPages, mountPages, type PageCache } from '#server/pages.ts'

/** Sign-ins from one address and cards saved by one user, a minute (design.md, "The API"). */
const SIGN_INS_PER_MINUTE = 20
const CARD_SAVES_PER_MINUTE = 10

export type Program = {
  app: OpenAPIHono
  deps: Deps & { identity: EmbeddedIdentity }
  /** Joins the other instances, and puts the lists in order. */
  connect(): Promise<void>
  close(): Promise<void>
}
type Given = {
  config: Config
  /** Migrated. `directUrl` reaches the server itself, past a pooler. */
  url: string
  directUrl: string
  clock: Clock
  log: Logger
}

/** Puts the parts together on a database that is there. Nothing listens and no job runs yet. */
export async function openProgram({ config, url, directUrl, clock, log }: Given): Promise<Program> {
  refuseMissingSides(config)
  const db = openDatabase({ url, replicaUrl: config.databaseReplicaUrl })
  const perMinute = {
    writes: config.limits.writesPerMinute,
    pledges: config.limits.pledgesPerMinute,
    sign_in: SIGN_INS_PER_MINUTE,
    card_saves: CARD_SAVES_PER_MINUTE,
  }
  const limits = createLimits(url, perMinute, config.limits.publicReadsPerMinute)
  const cache = new PublicCache({ isOn: config.cache, nowMs: () => clock.now().getTime() })
  const ranks = createRanks({ db, cache, log })
  // Somebody waits for the code in this mail: it leaves at once, and with the next run of the job if that fails.
  const sendMail = async (mail: Parameters<typeof queueMail>[2]) => {
    await queueMail(db, clock, mail)
    void sendWaitingMails({ config, db, clock, log }).catch(() => undefined)
  }
  const identity = await createEmbeddedIdentity({ config, db, clock, log, limits, sendMail })
  const cards = createSandboxCards({ db, clock })
  const checkpoint = () => undefined
  const deps = { config, db, clock, log, identity, cards, cache, limits, ranks, checkpoint }
  return {
    app: buildApp(deps),
    deps,
    connect: async () => {
      await cache.connect(db, directUrl, log)
      await ranks.start()
    },
    close: async () => {
      await ranks.close()
      await cache.close()
      await limits.close()
      await db.close()
    },
  }
}

/** Pages come last: they answer whatever is left. */
export function addPages({ app, deps }: Program, development?: DevelopmentPages): Promise<void> {
  const { config, identity, clock, cache, log } = deps
  return mountPages(app as unknown as Hono, {
    ...{ api: app, identity, clock },
    pageCache: pageCacheOn(cache, clock),
    publicConfig: {
      testMode: config.cards === 'sandbox',
      appUrl: config.appUrl,
      demoAccounts: config.demo,
      mailOutbox: config.mail === 'outbox' && config.isLoopback,
    },
    ...(development ? { development } : {}),
    onError: (error) => log.error({ error: describe(error) }, 'a page failed'),
  })
}

/** Pages are kept beside the answers that they were made of, and go with them. */
const pageCacheOn = (cache: PublicCache, clock: Clock): PageCache => ({
  get: (key) => cache.get(`page ${key}`)?.bytes.toString(),
  set: (key, bytes, tags) =>
    cache.set(`page ${key}`, { bytes, etag: '', tags, storedAtMs: clock.now().getTime() }),
  generation: () => cache.generation(),
})

/** The hosted sides of the two ports are not part of this version; it says so instead of pretending. */
function refuseMissingSides({ cards, identity }: Config): void {
  if (cards === 'stripe')
    throw new Error('This version has sandbox cards only: leave the STRIPE_ keys out, set CARDS=sandbox')
  if (identity === 'clerk')
    throw new Error(
      'This version has embedded sign-in only: leave the CLERK_ keys out, set IDENTITY=embedded',
    )
}
