/** Puts the program's parts together from its settings: the same for the server, a command, a test and a bench. */
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import { createSandboxCards } from '#server/adapters/cards-sandbox.ts'
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#server/adapters/identity-embedded.ts'
import { buildApp } from '#server/app.ts'
import { PublicCache } from '#server/cache.ts'
import { createRanks, type Ranks } from '#server/campaigns/ranks.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { createLimits } from '#server/limits.ts'
import { queueMail } from '#server/mails/actions.ts'

export type Program = {
  app: OpenAPIHono
  deps: Deps & { ranks: Ranks; identity: EmbeddedIdentity }
  stop(): Promise<void>
}

const SIGN_INS_PER_MINUTE = 20
const CARD_SAVES_PER_MINUTE = 10

/** What this version cannot do is said before anything starts. */
function refuseMissingParts(config: Config): void {
  if (config.cards !== 'sandbox') throw new Error('This version charges sandbox cards only: leave out the STRIPE_ settings, or set CARDS=sandbox')
  if (config.identity !== 'embedded') throw new Error('This version signs people in by itself only: leave out the CLERK_ settings, or set IDENTITY=embedded')
}

/** `url` is the database's; `directUrl` reaches it past a pooler, for LISTEN. */
export async function compose(given: {
  config: Config
  db: Database
  url: string
  directUrl: string
  clock: Clock
  log: Logger
}): Promise<Program> {
  const { config, db, url, directUrl, clock, log } = given
  refuseMissingParts(config)
  const cache = new PublicCache({ isOn: config.cache, nowMs: () => systemClock.now().getTime() })
  await cache.connect(db, directUrl, log)
  const limits = createLimits(url, {
    writes: config.limits.writesPerMinute,
    pledges: config.limits.pledgesPerMinute,
    sign_in: SIGN_INS_PER_MINUTE,
    card_saves: CARD_SAVES_PER_MINUTE,
  })
  const ranks = createRanks({ db, cache, log })
  const sendMail = (mail: Parameters<typeof queueMail>[2]) => db.transaction((tx) => queueMail(tx, clock, mail))
  const identity = await createEmbeddedIdentity({ config, db, clock, log, limits, sendMail })
  const cards = createSandboxCards({ db, clock })
  const deps = { config, db, clock, log, identity, cards, cache, limits, ranks, checkpoint: () => undefined }
  return {
    app: buildApp(deps),
    deps,
    stop: async () => {
      await ranks.close()
      await cache.close()
      await limits.close()
    },
  }
}
