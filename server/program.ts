import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApiKeys } from '#server/accounts/api-keys/index.ts'
import type { Identity } from '#server/accounts/deps.ts'
import { readPushKeys } from '#server/messaging/push/keys.ts'
import { rememberBankAccount } from '#server/money/bank-accounts/index.ts'
import type { Deps as MoneyDeps } from '#server/money/deps.ts'
import type { Cards } from '#server/money/providers/cards.ts'
import { createSandboxCards } from '#server/money/providers/cards-sandbox.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { PublicCache } from '#server/platform/cache/cache.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sealingOf } from '#server/platform/config/secret-key.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { createFiles } from '#server/platform/files/files.ts'
import { createImagePreparer } from '#server/platform/files/image-preparer.ts'
import { createLimits } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { type DevelopmentPages, mountPages, type PageCache } from '#server/platform/pages/pages.ts'
import { createTraces, traced } from '#server/platform/traces/traces.ts'
import { publicCampaign } from '#server/season/campaigns/detail.ts'
import { createLive } from '#server/season/campaigns/live.ts'
import { createRanks } from '#server/season/campaigns/ranks.ts'
import type { Money } from '#server/season/deps.ts'
import { createEmbeddedIdentity } from './accounts/identity/embedded.ts'
import { buildApp } from './app.ts'
import { createStudio } from './documents/renderer/drawing-process.ts'
import { queueMail } from './messaging/mails/queue.ts'
import { sendWaitingMails } from './messaging/mails/send.ts'
import { campaignBilling } from './money/cancellations/preview.ts'
import { rememberCard } from './money/cards/saved-cards.ts'
import { guestCards } from './money/guest-cards/guest-cards.ts'
import { openMoneyOf } from './money/invoices/issue.ts'
import { billedSoFar } from './money/open-bills/open-bills.ts'
import { setOff } from './money/refunds/set-off.ts'
import { createKeptPreviews } from './money/settlements/preview.ts'

export type Program = {
  app: OpenAPIHono
  deps: Deps
  /** Connects to the other instances, and updates the order of the lists. */
  connect(): Promise<void>
  /** Announces that this instance is ending: /readyz is 503, and open streams are closed and reconnect elsewhere. */
  announceEnd(): void
  close(): Promise<void>
}
type Given = {
  config: Config
  /** Already migrated. `directUrl` reaches the server itself, bypassing a pooler. */
  url: string
  directUrl: string
  clock: Clock
  log: Logger
}

const databaseSettings = (config: Config) => ({
  replicaUrl: config.databaseReplicaUrl,
  connections: config.connections.main,
  replicaConnections: config.connections.replica,
  sealing: sealingOf(config),
})

/** What a season asks of money. */
const money: Money = {
  mode: ({ cards }: MoneyDeps) => cards.moneyMode,
  rememberCard: (deps: MoneyDeps, actor, paymentMethodId) => rememberCard(deps, actor, paymentMethodId),
  rememberBankAccount: (deps: MoneyDeps, actor, paymentMethodId) =>
    rememberBankAccount(deps, actor, paymentMethodId),
  billedSoFar,
  guestCards,
  billing: campaignBilling,
}

/** Assembles the parts on an existing database. Nothing listens and no job runs yet. */
export async function openProgram({ config, url, directUrl, clock, log }: Given): Promise<Program> {
  const files = await createFiles(config)
  const traces = await createTraces(config.traces)
  const db = openDatabase({ ...databaseSettings(config), url, directUrl, traces })
  const limits = createLimits(directUrl, config.limits.perMinute, config.limits.publicReadsPerMinute)
  const cache = new PublicCache({ isOn: config.cache, nowMs: () => clock.now().getTime() })
  const ranks = createRanks({ db, cache, log })
  const live = createLive({
    cache,
    read: (campaignId) => publicCampaign({ db, cache, clock }, campaignId),
    limits: config.streams,
    log,
  })
  // Someone is waiting for the code in this mail: sent at once, or with the job's next run if that fails.
  const sendMail = async (mail: Parameters<typeof queueMail>[2]) => {
    await queueMail(db, clock, mail)
    void sendWaitingMails({ config, db, clock, log, traces }).catch(() => undefined)
  }
  const identity = await openIdentity({ config, db, clock, log, limits, openMoneyOf, cache, sendMail })
  const cards = traced(traces, 'cards', await openCards({ config, db, clock }))
  const studio = createStudio()
  const imagePreparer = createImagePreparer(log)
  const pictures = { studio, files, prepareImage: imagePreparer.prepare }
  const previews = createKeptPreviews()
  const checkpoint = () => undefined
  const readiness = { isEnding: false }
  const metrics = createMetrics(config.metrics)
  const deps: Deps = {
    config,
    db,
    clock,
    log,
    identity,
    apiKeys: createApiKeys(db, clock),
    cards,
    cache,
    limits,
    live,
    ranks,
    previews,
    openMoneyOf,
    money,
    setOffRefunds: setOff,
    ...pictures,
    checkpoint,
    readiness,
    metrics,
    traces,
  }
  return {
    app: buildApp(deps),
    deps,
    connect: async () => {
      await Promise.all([cache.connect(db, directUrl, log), readPushKeys({ db, config })])
      // The lists are in order except for what a crash left behind, so nobody waits for the full check.
      void ranks.start()
    },
    announceEnd: () => {
      readiness.isEnding = true
      live.close()
    },
    close: async () => {
      live.close()
      await studio.close()
      await imagePreparer.close()
      await ranks.close()
      await cache.close()
      await limits.close()
      await db.close()
      await traces.close()
    },
  }
}

/** Pages come last: they answer all remaining requests. */
export function addPages({ app, deps }: Program, development?: DevelopmentPages): Promise<void> {
  const { config, identity, clock, limits, cache, log } = deps
  if (config.places.provider === 'google' && config.places.key === null)
    log.warn('GOOGLE_MAPS_KEY is not AIza and 35 more characters: addresses are typed in')
  return mountPages(app as unknown as Hono, {
    api: app,
    identity,
    clock,
    limits,
    pageCache: config.cache && !development ? pageCacheOn(cache, clock) : null,
    publicConfig: {
      testMode: config.moneyMode === 'sandbox',
      cards: {
        provider: config.cards,
        publishableKey: config.cards === 'stripe' ? config.stripe.publishableKey : null,
        bankAccounts: config.bankAccounts,
      },
      places: config.places,
      appUrl: config.appUrl,
      identity: config.clerk
        ? { provider: 'clerk', publishableKey: config.clerk.publishableKey, proxyUrl: config.clerk.proxyUrl }
        : { provider: 'embedded' },
      demoAccounts: config.demo && config.clerk === null,
      mailOutbox: config.devTools,
    },
    ...(development ? { development } : {}),
    onError: (error) => log.error({ error: describeError(error) }, 'a page failed'),
  })
}

/** Pages are cached alongside the responses they were made from, and removed with them. */
const pageCacheOn = (cache: PublicCache, clock: Clock): PageCache => ({
  get: (key) => cache.get(`page ${key}`)?.page,
  set: (key, page, tags) => {
    const { bytes } = page.plain
    cache.set(`page ${key}`, { bytes, page, etag: '', tags, storedAtMs: clock.now().getTime() })
  },
  generation: () => cache.generation(),
})

/** Stripe's own library is loaded only if it is used: starting without it is faster. */
async function openCards(given: { config: Config; db: Database; clock: Clock }): Promise<Cards> {
  if (given.config.cards === 'sandbox') return createSandboxCards(given)
  const { createStripeCards } = await import('#server/money/providers/cards-stripe.ts')
  return createStripeCards(given)
}

/** The same for Clerk's library. */
async function openIdentity(given: Parameters<typeof createEmbeddedIdentity>[0]): Promise<Identity> {
  const { clerk } = given.config
  if (clerk === null) return createEmbeddedIdentity(given)
  const { createClerkIdentity } = await import('./accounts/identity/clerk.ts')
  return createClerkIdentity({ ...given, keys: clerk })
}
