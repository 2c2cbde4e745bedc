import { setTimeout as wait } from 'node:timers/promises'
import { summary } from './compare.ts'
import { idOf, USERS } from './database.ts'
import { drive, getRequest, type Sample } from './load.ts'
import { mintTokens, pledgeRequest } from './pledges.ts'
import type { Bench, Latency } from './report.ts'

const CAMPAIGN = 11
const PLEDGES_PER_SECOND = 50
const AT_MOST_MS = 100
const READERS = 8

/** Readers of one campaign, first alone, then while it receives pledges: after each one its response is built again. */
export async function benchBusy(bench: Bench): Promise<Latency[]> {
  const { port } = await bench.product({ cache: true })
  const tokens = await mintTokens(bench.db)
  const request = getRequest(`/api/campaigns/${idOf('campaign', CAMPAIGN)}`)
  const read = () =>
    drive({ port, connections: READERS, seconds: bench.seconds, expectedStatus: 200, next: () => request })
  const pledge = (number: number) =>
    drive({
      port,
      connections: 1,
      seconds: 0,
      expectedStatus: 201,
      next: () => pledgeRequest(CAMPAIGN, tokens[number % USERS] as string),
    })
  const [quiet, busy]: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round <= bench.rounds; round += 1) {
    const alone = await read()
    const pledging = pledgesDuring(bench.seconds, pledge)
    const among = await read()
    await pledging
    // The first round warms up and does not count.
    if (round === 0) continue
    quiet.push(alone)
    busy.push(among)
  }
  const row: Latency = {
    what: `reads of a campaign with ${PLEDGES_PER_SECOND} pledges a second`,
    p99Ms: summary(busy).p99Ms,
    quietP99Ms: summary(quiet).p99Ms,
    atMostMs: AT_MOST_MS,
  }
  bench.progress(row)
  return [row]
}

/** Sends as many per second as asked for, whether or not earlier ones are answered. */
async function pledgesDuring(seconds: number, pledge: (number: number) => Promise<unknown>): Promise<void> {
  const under: Promise<unknown>[] = []
  const start = performance.now()
  for (let number = 0; number < seconds * PLEDGES_PER_SECOND; number += 1) {
    await wait(Math.max(0, start + (number * 1_000) / PLEDGES_PER_SECOND - performance.now()))
    under.push(pledge(number))
  }
  await Promise.all(under)
}
