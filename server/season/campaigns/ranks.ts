import type { Logger } from 'pino'
import { CAUSES } from '#domain/campaigns/causes.ts'
import { BEFORE_ALL_IDS, lockKey } from '#server/platform/base/ids.ts'
import type { PublicCache } from '#server/platform/cache/cache.ts'
import { type Database, type Db, sql } from '#server/platform/db/database.ts'
import { campaignTables } from './list-item.ts'

/** Changes are gathered for this long; lists may follow within two seconds. */
const GATHER_MS = 1_000
const REBUILD_EVERY_MS = 600_000
const BATCH_SIZE = 1_000
const FLUSH_LOCK = lockKey('campaign ranks', 'flush')

/** A cause is also found by its kind: a read-a-thon by "reading", whatever it is called. */
const KINDS = JSON.stringify(
  Object.fromEntries(
    Object.entries(CAUSES).map(([id, { label, alsoCalled }]) => [
      id,
      `${label.replaceAll('-a-', ' ')} ${alsoCalled}`,
    ]),
  ),
)

export type Ranks = {
  /** Call after a commit that changed a campaign's figures, name, dates, goal or status. */
  changed(campaignId: string): void
  /** Refreshes what is waiting now; tests call it instead of waiting. */
  flush(): Promise<void>
  /** Compares every campaign, in batches. @returns how many had drifted. */
  rebuildDrifted(): Promise<number>
  /** Rebuilds now and every ten minutes; resolves after the first rebuild, which nobody has to wait for. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Updates the ranks of these campaigns, and the words they are found by, from their own rows. Runs in the transaction that
 * changes a status, so that no list shows a draft a moment too long. Most changes are to figures alone, and then the
 * words, which cost more than all the rest, are left as they are. @returns those that were behind.
 */
export async function refreshRanks(db: Db, campaignIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ campaignId: string }>(sql`
    with current as (
      select
        c.id as campaign_id, c.status, c.template, t.pledged_cents, t.supporters_count,
        least(2147483647, floor(t.pledged_cents::numeric * 10000 / c.goal_cents))::integer as progress,
        c.end_on,
        lower(c.name) as name,
        c.goal_cents,
        lower(concat_ws(' ', c.name, o.name, o.city, o.state, o.zip, ${KINDS}::jsonb ->> c.cause)) as search
      from ${campaignTables}
      where c.id = any(${sql.param([...campaignIds])}::uuid[])
    ),
    counted as (
      update campaign_ranks r
      set pledged_cents = n.pledged_cents, supporters_count = n.supporters_count, progress = n.progress
      from current n
      where r.campaign_id = n.campaign_id
        and ${sameButFigures}
        and (r.pledged_cents, r.supporters_count, r.progress)
          is distinct from (n.pledged_cents, n.supporters_count, n.progress)
      returning r.campaign_id
    ),
    moved as (
      insert into campaign_ranks (
        campaign_id, status, template, pledged_cents, supporters_count, progress, end_on, name,
        goal_cents, search
      )
      select *
      from current n
      where not exists (
        select from campaign_ranks r
        where r.campaign_id = n.campaign_id
          and ${sameButFigures}
      )
      order by n.campaign_id
      on conflict (campaign_id)
      do update set
        status = excluded.status,
        template = excluded.template,
        pledged_cents = excluded.pledged_cents,
        supporters_count = excluded.supporters_count,
        progress = excluded.progress,
        end_on = excluded.end_on,
        name = excluded.name,
        goal_cents = excluded.goal_cents,
        search = excluded.search
      returning campaign_id, words
    ),
    learned as (
      insert into campaign_words
      select distinct word
      from moved, unnest(tsvector_to_array(words)) as one (word)
      where not exists (select from campaign_words known where known.word = one.word)
      order by word
      on conflict do nothing
    )
    select campaign_id
    from counted
    union all
    select campaign_id
    from moved
  `)
  return rows.map(({ campaignId }) => campaignId)
}

/** Whether the rank `r` and the campaign as it is now, `n`, differ in figures at most. */
const sameButFigures = sql`
  (r.status, r.template, r.end_on, r.name, r.goal_cents, r.search)
    = (n.status, n.template, n.end_on, n.name, n.goal_cents, n.search)
`

async function nextIds(db: Db, afterId: string | null): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by id
    limit ${BATCH_SIZE}
  `)
  return rows.map(({ id }) => id)
}

/** Keeps the lists in order: gathers changes and refreshes each batch in one statement. */
export function createRanks({ db, cache, log }: { db: Database; cache: PublicCache; log: Logger }): Ranks {
  let waiting = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let rebuilding: Promise<void> = Promise.resolve()
  let isClosed = false
  let running: Promise<unknown> = Promise.resolve()

  /** One batch at a time across all instances, so that whoever reads later also writes later. */
  const refresh = async (ids: readonly string[]): Promise<number> => {
    const moved = await db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${FLUSH_LOCK}::bigint)`)
      return refreshRanks(tx, ids)
    })
    if (moved.length > 0) cache.changed(['campaigns'])
    return moved.length
  }

  const gather = (): void => {
    gathering ??= setTimeout(() => {
      flush().catch((error: Error) =>
        log.warn({ reason: error.message }, 'ranks were not refreshed; trying again'),
      )
    }, GATHER_MS).unref()
  }

  const flushNow = async (): Promise<void> => {
    clearTimeout(gathering)
    gathering = undefined
    const ids = [...waiting]
    waiting = new Set()
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      try {
        await refresh(ids.slice(start, start + BATCH_SIZE))
      } catch (error) {
        for (const id of ids.slice(start)) waiting.add(id)
        gather()
        throw error
      }
    }
  }

  const flush = (): Promise<void> => {
    const done = running.then(flushNow)
    running = done.catch(() => undefined)
    return done
  }

  const rebuildDrifted = async (): Promise<number> => {
    let drifted = 0
    let ids = await nextIds(db, null)
    while (ids.length > 0 && !isClosed) {
      drifted += await refresh(ids)
      ids = await nextIds(db, ids.at(-1) as string)
    }
    return drifted
  }

  return {
    changed: (campaignId) => {
      waiting.add(campaignId)
      gather()
    },
    flush,
    rebuildDrifted,
    start: () => {
      const rebuild = (): Promise<void> => {
        rebuilding = rebuilding
          .then(async () => void (await rebuildDrifted()))
          .catch((error: Error) => log.warn({ reason: error.message }, 'ranks were not rebuilt'))
        return rebuilding
      }
      timer = setInterval(rebuild, REBUILD_EVERY_MS).unref()
      return rebuild()
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await rebuilding
      await flush().catch(() => undefined)
      clearTimeout(gathering)
    },
  }
}
