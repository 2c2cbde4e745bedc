import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { BareAnswers } from './bare-server.ts'
import { inTurns, ratioOf, summary } from './compare.ts'
import { CAMPAIGNS, idOf } from './database.ts'
import { drive, getRequest } from './load.ts'
import type { Bench, Row } from './report.ts'

export type Read = 'json' | 'html' | 'list'

/** Requests for all orders of all kinds, as people make them; never one hot address. */
const SORTS = ['pledged', 'supporters', 'progress', 'endDate', 'name', 'goal']
const TYPES = ['all', 'football', 'baseball', 'soccer', 'basketball', 'custom']
const campaigns = Array.from({ length: CAMPAIGNS }, (_, number) => idOf('campaign', number))

const READS: Record<Read, { what: string; paths: string[]; atLeast: number | null }> = {
  json: {
    what: 'campaign page JSON',
    paths: campaigns.map((id) => `/api/campaigns/${id}`),
    atLeast: 0.5,
  },
  list: {
    what: 'list JSON',
    paths: SORTS.flatMap((sort) =>
      TYPES.flatMap((type) =>
        ['asc', 'desc'].map((order) => `/api/campaigns?sort=${sort}&type=${type}&order=${order}`),
      ),
    ),
    atLeast: 0.5,
  },
  html: {
    what: 'campaign page HTML',
    paths: campaigns.map((id) => `/campaigns/${id}`),
    atLeast: null,
  },
}

/** How many requests fetch the answers that the bare server gives, before anything is measured. */
const FETCHERS = 8

export async function benchReads(bench: Bench, reads: Read[]): Promise<Row[]> {
  const product = await bench.product({ cache: true })
  const rows: Row[] = []
  for (const read of reads) {
    const { what, paths, atLeast } = READS[read]
    const answers = await capture(product.port, paths)
    const bare = await bench.bare()
    const file = join(bench.folder, `${read}.answers`)
    await writeFile(file, serialize(answers))
    await bare.load(file)
    const requests = paths.map((path) => getRequest(path))
    const next = () => requests[Math.floor(Math.random() * requests.length)] as Buffer
    for (const connections of bench.connections) {
      const load = { connections, seconds: bench.seconds, next, expectedStatus: 200 }
      const { ours, limit } = await inTurns(bench.rounds, {
        ours: () => drive({ ...load, port: product.port }),
        limit: () => drive({ ...load, port: bare.port }),
      })
      rows.push({
        what,
        connections,
        ours: summary(ours),
        against: 'bare node:http, same bytes',
        limit: summary(limit),
        ratio: ratioOf(ours, limit),
        atLeast: connections > 1 ? atLeast : null,
        note: `${kilobytes(answers)} KB an answer`,
      })
      bench.progress(rows.at(-1) as Row)
    }
    if (read === 'html') rows.push(...(await pageBesideItsJson(bench, product.port)))
  }
  return rows
}

/** The page against the data it shows, both compressed, as every browser asks for them. */
async function pageBesideItsJson(bench: Bench, port: number): Promise<Row[]> {
  const asBrowser = (path: string) => getRequest(path, { 'Accept-Encoding': 'gzip' })
  const pages = READS.html.paths.map(asBrowser)
  const answers = READS.json.paths.map(asBrowser)
  const anyOf = (requests: readonly Buffer[]) => () =>
    requests[Math.floor(Math.random() * requests.length)] as Buffer
  const rows: Row[] = []
  for (const connections of bench.connections) {
    const load = { connections, seconds: bench.seconds, port, expectedStatus: 200 }
    const { ours, limit } = await inTurns(bench.rounds, {
      ours: () => drive({ ...load, next: anyOf(pages) }),
      limit: () => drive({ ...load, next: anyOf(answers) }),
    })
    rows.push({
      what: 'campaign page HTML, gzip',
      connections,
      ours: summary(ours),
      against: 'its JSON, gzip',
      limit: summary(limit),
      ratio: ratioOf(ours, limit),
      atLeast: connections > 1 ? 0.5 : null,
      note: 'asked for as a browser does',
    })
    bench.progress(rows.at(-1) as Row)
  }
  return rows
}

/** What the product answers, byte for byte; its own clock and connection headers are left to the bare server. */
async function capture(port: number, paths: readonly string[]): Promise<BareAnswers> {
  const answers: BareAnswers = new Map()
  const waiting = [...paths]
  const fetchNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'accept-encoding': 'identity' },
      })
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      const headers = Object.fromEntries(response.headers)
      for (const own of ['date', 'connection', 'keep-alive']) delete headers[own]
      answers.set(path, { headers, body: Buffer.from(await response.arrayBuffer()) })
    }
  }
  await Promise.all(Array.from({ length: FETCHERS }, fetchNext))
  return answers
}

const kilobytes = (answers: BareAnswers): string => {
  const bytes = [...answers.values()].reduce((sum, { body }) => sum + body.length, 0)
  return (bytes / answers.size / 1000).toFixed(1)
}
