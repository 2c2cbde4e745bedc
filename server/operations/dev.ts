/** Only on a local machine, with mail in the outbox: an adjustable clock, so that nobody has to wait for a season. */
import { z } from 'zod'
import { DomainError } from '#domain/errors.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { runDueDigests, runDueJobs } from '#server/jobs.ts'
import { readCardMovements } from '#server/money/card-movements/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { ManualClock, OffsetClock } from '#server/platform/base/clock.ts'
import { routesWith } from '#server/platform/http/http.ts'

const defineRoute = routesWith<Deps>()

const DAY_MS = 86_400_000

export const devRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/dev/clock',
    who: 'representative',
    summary: 'Move the clock ahead and run what falls due',
    body: z.object({ days: z.number().min(0).max(400).default(0) }),
    response: z.object({ now: z.iso.datetime() }),
    handle: async ({ deps, actor, body }) => {
      await demandRepresentative(deps.db, actor)
      if (deps.clock instanceof OffsetClock) deps.clock.offsetMs += body.days * DAY_MS
      else if (deps.clock instanceof ManualClock) deps.clock.advance({ days: body.days })
      else throw new DomainError('conflict', 'This clock cannot be moved')
      await runDueJobs(deps)
      await readCardMovements(deps)
      await runDueDigests(deps)
      return { now: deps.clock.now().toISOString() }
    },
  }),
]
