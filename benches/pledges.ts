import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/database.ts'
import { createSignIn } from '#tests/sessions.ts'
import { inTurns, median, ratioOf, summary } from './compare.ts'
import { CAMPAIGNS, demandInvariants, idOf, statisticOf, USERS } from './database.ts'
import { drive, postRequest } from './load.ts'
import { pledgeWriter } from './pledge-writer.ts'
import type { Bench, Row } from './report.ts'

const HOT_CAMPAIGN = 0
const SPREAD_AT_LEAST = 0.35
const HOT_AT_LEAST = 0.7

const below = (limit: number): number => Math.floor(Math.random() * limit)

/** A pledge by check on two or three statistics, as the web client sends it: with its own key. */
export function pledgeRequest(campaign: number, token: string): Buffer {
  const positions = Math.random() < 0.5 ? [0, 1] : [0, 2, 4]
  const body = {
    paymentMethod: 'check',
    isAnonymous: false,
    note: null,
    pledgeStatistics: positions.map((position) => ({
      statisticId: statisticOf(campaign, position),
      pledgeAmount: 1 + below(8) / 2,
    })),
  }
  return postRequest(
    `/api/campaigns/${idOf('campaign', campaign)}/pledges`,
    { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
    JSON.stringify(body),
  )
}

/** A token lives for five minutes: new ones are minted for each number of connections. */
export async function mintTokens(db: Database): Promise<string[]> {
  const signIn = await createSignIn(db)
  return Promise.all(Array.from({ length: USERS }, (_, number) => signIn(idOf('user', number))))
}

/** Pledges spread over all campaigns and all on one, each compared with the same rows written directly. */
export async function benchPledges(bench: Bench): Promise<Row[]> {
  const product = await bench.product({ cache: true })
  const rows: Row[] = []
  for (const connections of bench.connections) {
    const tokens = await mintTokens(bench.db)
    const pledge = (campaign: () => number) => () =>
      drive({
        port: product.port,
        connections,
        seconds: bench.seconds,
        expectedStatus: 201,
        next: () => pledgeRequest(campaign(), tokens[below(USERS)] as string),
      })
    const writer = pledgeWriter(bench, connections)
    const samples = await inTurns(bench.rounds, {
      spread: pledge(() => below(CAMPAIGNS)),
      spreadLimit: () => writer.write(CAMPAIGNS),
      hot: pledge(() => HOT_CAMPAIGN),
      hotLimit: () => writer.write(1),
    })
    rows.push(
      {
        what: 'pledge creation, spread',
        connections,
        ours: summary(samples.spread),
        against: `${writer.name}, same rows`,
        limit: summary(samples.spreadLimit),
        ratio: ratioOf(samples.spread, samples.spreadLimit),
        atLeast: connections > 1 ? SPREAD_AT_LEAST : null,
      },
      {
        what: 'pledge creation, one campaign',
        connections,
        ours: summary(samples.hot),
        against: 'spread',
        limit: summary(samples.spread),
        ratio: ratioOf(samples.hot, samples.spread),
        atLeast: connections > 1 ? HOT_AT_LEAST : null,
        note: `${writer.name} on one campaign: ${Math.round(median(samples.hotLimit.map(({ perSecond }) => perSecond)))} a second`,
      },
    )
    for (const row of rows.slice(-2)) bench.progress(row)
  }
  await demandInvariants(bench.db)
  return rows
}
