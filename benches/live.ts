import { connect, type Socket } from 'node:net'
import { createSignIn } from '#tests/sessions.ts'
import { median } from './compare.ts'
import { idOf, REPRESENTATIVE, statisticOf } from './database.ts'
import type { Bench, Timing } from './report.ts'

/** Phones around one field, or across the country. */
const STREAMS = 1_000
/** How many connect at once: a server's queue of new connections is short. */
const AT_ONCE = 50
const CAMPAIGN = 7
const campaignId = idOf('campaign', CAMPAIGN)

/**
 * A result is entered while a thousand pages of its campaign are open: the time from sending it until the first page
 * has it, and until the last has. Each round enters another result.
 */
export async function benchLive(bench: Bench): Promise<Timing[]> {
  const { port } = await bench.product({ cache: true })
  const signIn = await createSignIn(bench.db)
  const token = await signIn(idOf('user', REPRESENTATIVE))
  const streams = await openAll(port)
  const [firsts, lasts]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round <= bench.rounds; round += 1) {
      const changed = streams.map((stream) => stream.next())
      const before = performance.now()
      await enterResult(port, token)
      const times = await Promise.all(changed)
      // The first round warms up and does not count.
      if (round === 0) continue
      firsts.push(Math.min(...times) - before)
      lasts.push(Math.max(...times) - before)
    }
  } finally {
    for (const stream of streams) stream.close()
  }
  const row = (what: string, times: readonly number[]): Timing => ({
    what,
    oursMs: median(times),
    against: null,
    limitMs: null,
    ratio: null,
    atMost: null,
  })
  const open = `a result entered, ${STREAMS.toLocaleString('en-US')} open pages`
  const timings = [row(`${open}: the first has it`, firsts), row(`${open}: the last has it`, lasts)]
  for (const timing of timings) bench.progress(timing)
  return timings
}

async function enterResult(port: number, token: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/campaigns/${campaignId}/results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ statisticId: statisticOf(CAMPAIGN, 0), quantity: 1 }),
  })
  if (response.status !== 201)
    throw new Error(`A result answered ${response.status}: ${await response.text()}`)
}

type OpenPage = {
  /** When the next change has arrived. */
  next(): Promise<number>
  close(): void
}

async function openAll(port: number): Promise<OpenPage[]> {
  const pages: OpenPage[] = []
  while (pages.length < STREAMS)
    pages.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openPage(port)))))
  return pages
}

/** A bare connection that waits for the stream's first event. */
async function openPage(port: number): Promise<OpenPage> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.write(`GET /api/campaigns/${campaignId}/live HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await heard(socket, 'event: hello')
  return { next: () => heard(socket, 'event: change'), close: () => socket.destroy() }
}

function heard(socket: Socket, words: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const done = () => {
      socket.off('data', read).off('error', reject).off('close', gone)
    }
    const gone = () => reject(new Error(`A stream ended before "${words}":\n${text.slice(0, 500)}`))
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!text.includes(words)) return
      done()
      resolve(performance.now())
    }
    socket.on('data', read).on('error', reject).on('close', gone)
  })
}
