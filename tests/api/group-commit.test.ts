/** Pledges that arrive together share a commit, and each has the outcome that it would have alone (decision 49). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DomainError } from '#domain/errors.ts'
import { type CampaignLock, first, type SQL, sql, type Transaction } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'

let api: NounApi
let campaignId: string
let otherCampaignId: string

beforeAll(async () => {
  api = await createNounApi([])
  await api.db.query(sql`create table written (name text primary key)`)
  const organizationId = await api.addOrganization(await api.addUser())
  campaignId = await api.addCampaign(organizationId)
  otherCampaignId = await api.addCampaign(organizationId)
})
beforeEach(() => api.db.query(sql`truncate written`))
afterAll(async () => {
  await api.db.query(sql`drop table written`)
  await api.close()
})

const lockOf = (person: string, campaign = campaignId): CampaignLock => ({
  campaignId: campaign,
  mode: 'shared',
  keepsPlans: true,
  onePerGroup: person,
})

const insert = (tx: Transaction, name: string): void =>
  tx.withCommit((db) => db.query(sql`insert into written values (${name})`))

/** Reads, decides and writes a row of this name. */
const write = (name: string, { person = name, campaign = campaignId } = {}): Promise<string> =>
  api.db.transaction(
    async (tx) => {
      await tx.query(sql`select`)
      insert(tx, name)
      return name
    },
    lockOf(person, campaign),
  )

/** A transaction that has run a statement and stays open. */
async function holdOpen(statement: SQL, lock?: CampaignLock): Promise<{ rollBack: () => Promise<void> }> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
  const over = api.db.transaction(async (tx) => {
    await tx.query(statement)
    opened()
    await isOver
    throw new DomainError('conflict', 'Rolled back')
  }, lock)
  await isOpen
  const rollBack = async () => {
    end()
    await over.catch(() => undefined)
  }
  return { rollBack }
}

/** The names that were written, and by how many transactions. */
async function written(): Promise<{ names: string[]; transactions: number }> {
  const rows = await api.db.query<{ name: string; transaction: string }>(sql`
    select name, xmin::text as transaction
    from written
    order by name
  `)
  return {
    names: rows.map(({ name }) => name),
    transactions: new Set(rows.map(({ transaction }) => transaction)).size,
  }
}

const NAMES = ['Ana', 'Ben', 'Cleo', 'Dee', 'Eli']

describe('transactions that arrive together', () => {
  it('share a commit, whichever campaign they are about', async () => {
    const answers = await Promise.all(
      NAMES.map((name, index) => write(name, { campaign: index % 2 ? campaignId : otherCampaignId })),
    )
    expect(answers).toEqual(NAMES)
    expect(await written()).toEqual({ names: NAMES, transactions: 1 })
  })

  it('are at most sixteen: more of them come next', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `Supporter ${number}`)
    await Promise.all(names.map((name) => write(name)))
    expect(await written()).toEqual({ names: names.toSorted(), transactions: 3 })
  })

  it('include one of each person, so that the second sees what the first wrote', async () => {
    const counts = ['first', 'second', 'third'].map((name) =>
      api.db.transaction(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(4711)`)
        const [row] = await tx.query<{ count: number }>(sql`select count(*)::integer as count from written`)
        insert(tx, name)
        return row?.count
      }, lockOf('Ana')),
    )
    expect((await Promise.all(counts)).toSorted()).toEqual([0, 1, 2])
    expect((await written()).transactions).toBe(3)
  })
})

describe('what is out of the ordinary', () => {
  it('a refusal is one person’s own, and writes nothing of theirs', async () => {
    const refused = api.db.transaction(async (tx) => {
      insert(tx, 'Refused')
      await tx.query(sql`select`)
      throw new DomainError('conflict', 'Not today')
    }, lockOf('Refused'))
    const others = NAMES.map((name) => write(name))
    await expect(refused).rejects.toThrow('Not today')
    await Promise.all(others)
    expect(await written()).toEqual({ names: NAMES, transactions: 1 })
  })

  it('a write that fails is refused as it would be alone, and the others are written', async () => {
    await api.db.query(sql`insert into written values ('Ben')`)
    const outcomes = await Promise.allSettled(NAMES.map((name) => write(name)))
    expect(outcomes.map(({ status }) => status)).toEqual(
      NAMES.map((name) => (name === 'Ben' ? 'rejected' : 'fulfilled')),
    )
    expect(outcomes[1]).toMatchObject({ reason: { code: '23505' } })
    expect((await written()).names).toEqual(NAMES)
  })

  it('a read that fails is refused alone too, and no statement follows on its connection', async () => {
    const failing = api.db.transaction(async (tx) => {
      await tx.query(sql`select 1 / 0`)
    }, lockOf('Failing'))
    const slow = api.db.transaction(async (tx) => {
      for (let times = 0; times < 20; times += 1) await tx.query(sql`select`)
      insert(tx, 'Slow')
    }, lockOf('Slow'))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    await slow
    expect(await written()).toEqual({ names: ['Slow'], transactions: 1 })
  })

  it('a campaign that is locked holds up its own alone', async () => {
    const settlement = await holdOpen(sql`select`, { campaignId, mode: 'exclusive' })
    const waits = [write('Ana'), write('Ben')]
    await Promise.all([
      write('Cleo', { campaign: otherCampaignId }),
      write('Dee', { campaign: otherCampaignId }),
    ])
    expect((await written()).names).toEqual(['Cleo', 'Dee'])
    await settlement.rollBack()
    await Promise.all(waits)
    expect((await written()).names).toEqual(['Ana', 'Ben', 'Cleo', 'Dee'])
  })

  it('a row that somebody else has locked is waited for alone', async () => {
    const other = await holdOpen(sql`insert into written values ('Ana')`)
    const waits = write('Ana')
    await Promise.all(['Ben', 'Cleo'].map((name) => write(name)))
    await other.rollBack()
    await waits
    expect((await written()).names).toEqual(['Ana', 'Ben', 'Cleo'])
  })

  it('a lost connection tells everybody that it was lost, and leaves nothing', async () => {
    const ending = api.db.transaction(async (tx) => {
      const row = first(await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))
      await api.db.query(sql`select pg_terminate_backend(${row?.pid})`)
      await tx.query(sql`select`)
    }, lockOf('Ending'))
    const outcomes = await Promise.allSettled([ending, write('Ana'), write('Ben')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await written()).names).toEqual([])
    await Promise.all([write('Ana'), write('Ben')])
    expect((await written()).names).toEqual(['Ana', 'Ben'])
  })

  it('what follows a commit happens for those who are in it', async () => {
    const told: string[] = []
    const tell = (name: string, error?: Error) =>
      api.db.transaction(async (tx) => {
        tx.afterCommit(() => told.push(name))
        if (error) throw error
      }, lockOf(name))
    await Promise.allSettled([tell('Ana'), tell('Ben', new DomainError('conflict', 'No')), tell('Cleo')])
    expect(told).toEqual(['Ana', 'Cleo'])
  })
})
