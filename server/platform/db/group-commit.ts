/**
 * Transactions that arrive at the same moment, each small, are committed together: to begin and to commit costs the database
 * and this process more than the few rows of one pledge. One group is one transaction. Whatever is out of the ordinary (a campaign
 * that is locked, a row that is waited for, a write that fails) ends the group without a trace, and each member is run
 * alone, so that nobody pays for another's conflict and each outcome is the same as without groups.
 */
import type pg from 'pg'
import { DomainError } from '#domain/errors.ts'
import { lockKey } from '#server/platform/base/ids.ts'
import { isConnectionLost } from './connection-lost.ts'
import type { CampaignLock, Db, Transact, Transaction } from './database.ts'

const LARGEST_GROUP = 16
/** While one group is being committed, the next one reads. */
const OPEN_GROUPS = 2
/** Well below the second after which PostgreSQL looks for a deadlock. */
const LONGEST_WAIT = '200ms'

type Work = (tx: Transaction) => Promise<unknown>
type Member = {
  work: Work
  lock: CampaignLock
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
/** What a member decided, and what is left to do if its group is committed. */
type Decision = {
  member: Member
  writes: ((tx: Db) => Promise<unknown>)[]
  settle: () => void
}
type Own = Db & Pick<Transaction, 'readConnection'>
type Connections = {
  pool: pg.Pool
  /** The statements that begin a transaction. */
  beginning: (longestWait: string, how: Pick<CampaignLock, 'keepsPlans'>) => string
  open: (client: pg.PoolClient) => Own
  inOnePacket: <T>(client: pg.PoolClient, send: () => T) => T
}

/** @returns `alone` for groups: a lock with `onePerGroup` may share its commit, every other one is run alone. */
export function groupCommits(connections: Connections, alone: Transact): Transact {
  let waiting: Member[] = []
  let open = 0
  let isScheduled = false

  const runAlone = ({ work, lock, resolve, reject }: Member): Promise<void> =>
    alone(work, lock).then(resolve, reject)

  const runGroup = async (group: Member[]): Promise<void> => {
    const [only] = group
    if (only && group.length === 1) return runAlone(only)
    let client: pg.PoolClient
    try {
      client = await connections.pool.connect()
    } catch (error) {
      // A later transaction would wait as long again.
      for (const { reject } of [...group, ...waiting.splice(0)]) reject(error)
      return
    }
    const left = await commitGroup(connections, client, group)
    // Not awaited: one that waits for its campaign must not keep the next group from starting.
    for (const member of left) void runAlone(member)
  }

  const start = (): void => {
    isScheduled = false
    while (open < OPEN_GROUPS && waiting.length > 0) {
      open += 1
      const { group, later } = nextGroup(waiting)
      waiting = later
      void runGroup(group).finally(() => {
        open -= 1
        schedule()
      })
    }
  }
  /** Whatever else has arrived by now is gathered first. */
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(start)
  }

  return <T>(work: (tx: Transaction) => Promise<T>, lock?: CampaignLock) => {
    if (lock?.onePerGroup === undefined) return alone(work, lock)
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, lock, resolve: resolve as Member['resolve'], reject })
      schedule()
    })
  }
}

/** The first that wait, and of those with the same `onePerGroup` one. */
function nextGroup(waiting: readonly Member[]): { group: Member[]; later: Member[] } {
  const taken = new Map<string | undefined, Member>()
  const later: Member[] = []
  for (const member of waiting) {
    const { onePerGroup } = member.lock
    if (taken.size === LARGEST_GROUP || taken.has(onePerGroup)) later.push(member)
    else taken.set(onePerGroup, member)
  }
  return { group: [...taken.values()], later }
}

/** Releases the client. @returns those who must be run alone; nothing of theirs was written. */
async function commitGroup(
  connections: Connections,
  client: pg.PoolClient,
  group: readonly Member[],
): Promise<Member[]> {
  const own = connections.open(client)
  let broken: Error | undefined
  let decisions: Decision[]
  let locked: Member[] = []
  try {
    const isLocked = await begin(connections, client, group)
    locked = group.filter((_, index) => isLocked[index])
    decisions = await connections.inOnePacket(client, () => decideAll(own, locked))
    await commit(connections, client, { own, decisions })
  } catch (error) {
    if (isConnectionLost(error)) broken = error as Error
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    client.release(broken)
    if (!broken) return [...group]
    // Its commit may have arrived: nobody is told otherwise, or served twice.
    for (const { reject } of group) reject(error)
    return []
  }
  client.release()
  for (const { settle } of decisions) settle()
  return group.filter((member) => !locked.includes(member))
}

/** Begins, and locks those campaigns that nobody waits for or holds exclusively. @returns which were locked. */
async function begin(
  { beginning }: Connections,
  client: pg.PoolClient,
  group: readonly Member[],
): Promise<boolean[]> {
  const keepsPlans = group.every(({ lock }) => lock.keepsPlans)
  const locks = group.map(
    ({ lock }) => `pg_try_advisory_xact_lock_shared(${lockKey('campaign', lock.campaignId)})`,
  )
  const text = `${beginning(LONGEST_WAIT, { keepsPlans })}; select ${locks.join(', ')}`
  const results = await client.query({ text, rowMode: 'array' })
  // One result for each statement, which the types leave out.
  const isLocked = (results as unknown as { rows: boolean[][] }[]).at(-1)?.rows[0]
  return isLocked ?? []
}

/** Waits for all of them also if one fails: no statement may follow on a connection that was given back. */
async function decideAll(own: Own, members: readonly Member[]): Promise<Decision[]> {
  const settled = await Promise.allSettled(members.map((member) => decide(own, member)))
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** A refusal ends only its own member's part: it has written nothing. */
async function decide(own: Own, member: Member): Promise<Decision> {
  const writes: Decision['writes'] = []
  const effects: (() => void)[] = []
  const tx: Transaction = {
    ...own,
    afterCommit: (effect) => effects.push(effect),
    withCommit: (write) => writes.push(write),
  }
  try {
    const value = await member.work(tx)
    const settle = () => {
      try {
        for (const effect of effects) effect()
        member.resolve(value)
      } catch (failure) {
        member.reject(failure)
      }
    }
    return { member, writes, settle }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { member, writes: [], settle: () => member.reject(error) }
  }
}

/** All groups write in the order of their campaigns, so that two of them never wait for each other. */
async function commit(
  { inOnePacket }: Connections,
  client: pg.PoolClient,
  { own, decisions }: { own: Own; decisions: readonly Decision[] },
): Promise<void> {
  const inOrder = decisions.toSorted((a, b) => (a.member.lock.campaignId < b.member.lock.campaignId ? -1 : 1))
  const sent = inOnePacket(client, () => ({
    writes: inOrder.flatMap(({ writes }) => writes.map((write) => write(own))),
    commit: client.query('commit'),
  }))
  const [{ command }] = await Promise.all([sent.commit, ...sent.writes])
  if (command !== 'COMMIT') throw new Error(`The database answered a group's commit with ${command}`)
}
