/** A device at the touchline, and a server that gives the same response to the same key. */
import { bodyOfEntry, type Entry, type MatchEntry } from '#web/touchline/entry.ts'
import { createQueue } from '#web/touchline/queue.ts'

export const event = (opponent: string) => ({
  name: `vs. ${opponent}`,
  startTime: '2026-09-12T23:00:00Z',
  opponent,
  venue: 'home' as const,
})
export const match = (change: Partial<MatchEntry> = {}): MatchEntry => ({
  eventId: 'e1',
  event: null,
  note: '',
  evidenceUrl: '',
  enteredBy: 'sam',
  rows: [{ statisticId: 'g', quantity: '2', standing: null }],
  ...change,
})
type Common = Omit<Extract<Entry, { match: MatchEntry }>, 'match'>
export const entry = (key: string, { userId = 'sam', ...change }: Partial<Common> = {}): Entry => ({
  key,
  userId,
  campaignId: 'c1',
  name: 'vs. Bay',
  madeAt: '2026-09-12T23:42:00Z',
  refusal: null,
  match: match({ enteredBy: userId }),
  ...change,
})

/** A browser's storage and lock, shared by its tabs, and a server that gives the same response to the same key. */
export function device() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
    removeItem: (place: string) => void kept.delete(place),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  const clock = { now: Date.parse('2026-09-12T23:42:00Z') }
  const server = {
    calls: [] as string[],
    entered: [] as string[],
    voided: [] as string[],
    session: 'sam' as string | null,
    bodies: new Map<string, unknown>(),
  }
  let answer: (key: string) => void = () => undefined
  let line: Promise<unknown> = Promise.resolve()
  const tab = () =>
    createQueue({
      storage,
      whoIsThere: async () => server.session,
      alone: (work) => {
        const mine = line.then(work)
        line = mine.catch(() => undefined)
        return mine
      },
      changed: () => undefined,
      now: () => clock.now,
      takeBack: async ({ key }, id) => {
        answer(`void ${key}`)
        server.voided.push(id)
      },
      send: async (sent) => {
        const { key } = sent
        server.calls.push(key)
        server.bodies.set(key, bodyOfEntry(sent))
        await Promise.resolve()
        if (!server.entered.includes(key)) answer(key)
        if (!server.entered.includes(key)) server.entered.push(key)
        const eventId = 'match' in sent ? (sent.match.eventId ?? 'added') : null
        const rows = 'match' in sent ? sent.match.rows : [sent.one]
        return rows.map(({ statisticId }) => ({ id: `${key}:${statisticId}`, statisticId, eventId }))
      },
    })
  return { kept, clock, server, tab, answers: (how: (key: string) => void) => (answer = how) }
}
export const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)
