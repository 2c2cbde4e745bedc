import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '#server/money/book-check/store.ts'
import type { Database } from '#server/platform/db/database.ts'

/** What the fill makes, by number: `fill.sql` makes the ids, and `idOf` and `statisticOf` name them. */
export const CAMPAIGNS = 1_000
export const PLEDGES_PER_CAMPAIGN = 50
export const USERS = 2_000
/** The one user without a pledge: no one settles their own (R29). */
export const REPRESENTATIVE = USERS
export const ORGANIZATIONS = 50
const EVENTS = 20
const PLAYED = 10

const KINDS = { user: 1, campaign: 4, statistic: 5 } as const

export const idOf = (kind: keyof typeof KINDS, number: number): string =>
  `01900000-000${KINDS[kind]}-7000-8000-${number.toString(16).padStart(12, '0')}`
export const statisticOf = (campaign: number, position: number): string =>
  idOf('statistic', campaign * 8 + position)

/** The big campaign that is settled, apart from those that are read and pledged to. */
export const SETTLED_CAMPAIGN = 100_000
const SETTLED_MATCHES = 38
export const LINES_PER_PLEDGE = 5

export async function fill(url: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'fill.sql'), 'utf8')
  await inBulk(url, async (client) => {
    await client.query(text)
    const at = new Date()
    await client.query('select bench.fill_people($1, $2, $3)', [USERS, ORGANIZATIONS, at])
    await client.query('select bench.fill_campaigns(0, $1, $2, $3, $4, $5)', [
      CAMPAIGNS - 1,
      ORGANIZATIONS,
      EVENTS,
      PLAYED,
      at,
    ])
    await client.query('select bench.fill_pledges(0, $1, $2, $3, false, $4)', [
      CAMPAIGNS - 1,
      PLEDGES_PER_CAMPAIGN,
      USERS,
      at,
    ])
  })
}

/** Others: one to charge cards, one to charge cards with a slow card provider, one to mail statements. */
export const CHARGED_CAMPAIGN = SETTLED_CAMPAIGN + 1
export const SLOWLY_CHARGED_CAMPAIGN = SETTLED_CAMPAIGN + 2
export const MAILED_CAMPAIGN = SETTLED_CAMPAIGN + 3

/** A season that is over, with nothing in the way of its final settlement; half of its pledges are paid by card. */
export async function fillSettled(url: string, lines: number, campaign = SETTLED_CAMPAIGN): Promise<void> {
  await inBulk(url, async (client) => {
    const at = new Date()
    await client.query('select bench.fill_campaigns($1, $1, $2, $3, $3, $4)', [
      campaign,
      ORGANIZATIONS,
      SETTLED_MATCHES,
      at,
    ])
    const champions = statisticOf(campaign, 3)
    await client.query(
      `insert into results (id, campaign_id, statistic_id, kind, quantity, total, entered_by, entered_at, confirmation, confirmed_by, confirmed_at)
       values (bench.id(7, $6), $1, $2, 'achieved', 1, 1, $3, $5, 1000000, $4, $5)`,
      [
        idOf('campaign', campaign),
        champions,
        idOf('user', 1),
        idOf('user', 0),
        at,
        campaign - SETTLED_CAMPAIGN,
      ],
    )
    await client.query(
      `update statistic_totals set confirmed = 1, entered = 1, achievement = 'achieved' where statistic_id = $1`,
      [champions],
    )
    await client.query('select bench.fill_pledges($1, $1, $2, $3, true, $4)', [
      campaign,
      lines / LINES_PER_PLEDGE,
      USERS,
      at,
    ])
  })
}

/** One transaction without foreign keys and triggers; then the planner's statistics are updated. */
export async function inBulk(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; set local work_mem = '256MB'`)
    await work(client)
    await client.query('commit')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** What was measured must also be correct: the books are checked as the product checks them (R40). */
export async function demandInvariants(db: Database): Promise<void> {
  const [violation] = await checkInvariants(db)
  if (violation) throw new Error(`The books do not balance: ${JSON.stringify(violation)}`)
}
