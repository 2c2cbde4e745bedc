import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '#web/api-error.ts'
import { type Entry, fateOf, isSameMatch, type MatchEntry, placeOf, readEntry } from './entry.ts'
import { createQueue } from './queue.ts'

const event = (opponent: string) => ({
  ...{ name: `vs. ${opponent}`, startTime: '2026-09-12T23:00:00Z', opponent, venue: 'home' as const },
})
const match = (change: Partial<MatchEntry> = {}): MatchEntry => ({
  ...{ eventId: 'e1', event: null, note: '', evidenceUrl: '', enteredBy: 'sam' },
  rows: [{ statisticId: 'g', quantity: '2', standing: null }],
  ...change,
})
type Common = Omit<Extract<Entry, { match: MatchEntry }>, 'match'>
const entry = (key: string, { userId = 'sam', ...change }: Partial<Common> = {}): Entry => ({
  ...{ key, userId, campaignId: 'c1', name: 'vs. Bay', madeAt: '2026-09-12T23:42:00Z', refusal: null },
  match: match({ enteredBy: userId }),
  ...change,
})

/** A browser's storage and lock, shared by its tabs, and a server that gives the same answer to the same key. */
function device() {
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
  const server = { calls: [] as string[], entered: [] as string[], session: 'sam' as string | null }
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
      send: async ({ key }) => {
        server.calls.push(key)
        await Promise.resolve()
        if (!server.entered.includes(key)) answer(key)
        if (!server.entered.includes(key)) server.entered.push(key)
        return 1
      },
    })
  return { kept, server, tab, answers: (how: (key: string) => void) => (answer = how) }
}
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)

describe('what becomes of an entry that was not taken', () => {
  it.each([
    ['no answer', new NetworkError(), 'wait'],
    ['an answer of a hotel’s network', new ApiError('The answer could not be read.', 0), 'wait'],
    ['something of our own', new TypeError('x'), 'wait'],
    ['too slow', new ApiError('', 408), 'wait'],
    ['too many', new ApiError('', 429), 'wait'],
    ['our fault', new ApiError('', 500), 'wait'],
    ['not there for now', new ApiError('', 503), 'wait'],
    ['a session that ended', new ApiError('', 401), 'sign-in'],
    ['wrong', new ApiError('', 400), 'refused'],
    ['not theirs', new ApiError('', 403), 'refused'],
    ['gone', new ApiError('', 404), 'refused'],
    ['overtaken', new ApiError('', 409), 'refused'],
  ])('%s', (_, error, fate) => {
    expect(fateOf(error)).toBe(fate)
  })
})

describe('the queue', () => {
  it('sends in the order of counting, each once, and keeps nothing', async () => {
    const { tab, server, kept } = device()
    const queue = tab()
    for (const key of ['c', 'a', 'b']) queue.add(entry(key))
    const { sent, stop } = await queue.flush()
    expect([keys(sent.map((one) => one.entry)), server.calls, stop, kept.size]).toEqual([
      ['c', 'a', 'b'],
      ['c', 'a', 'b'],
      null,
      0,
    ])
    expect(await queue.flush()).toEqual({ sent: [], refused: [], stop: null })
    expect(server.calls).toHaveLength(3)
  })

  it('stops at the first that finds no connection, and goes on from there with the same keys', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    for (const key of ['a', 'b', 'c']) queue.add(entry(key))
    answers((key) => {
      if (key === 'b') throw new NetworkError()
    })
    expect((await queue.flush()).stop).toBe('no-connection')
    expect(keys(queue.all())).toEqual(['b', 'c'])
    // A new page on the same device: the tab was closed meanwhile.
    const reopened = tab()
    expect(keys(reopened.all())).toEqual(['b', 'c'])
    answers(() => undefined)
    expect((await reopened.flush()).stop).toBeNull()
    expect(server.calls).toEqual(['a', 'b', 'b', 'c'])
    expect(server.entered).toEqual(['a', 'b', 'c'])
  })

  it('an answer that was lost on the way back enters nothing twice', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    queue.add(entry('a'))
    answers((key) => {
      server.entered.push(key)
      throw new NetworkError()
    })
    await queue.flush()
    expect((await queue.flush()).sent).toHaveLength(1)
    expect([server.calls, server.entered]).toEqual([['a', 'a'], ['a']])
  })

  it('two tabs at once send each entry once', async () => {
    const { tab, server } = device()
    const [first, second] = [tab(), tab()]
    first.add(entry('a'))
    second.add(entry('b'))
    const rounds = await Promise.all([first.flush(), second.flush(), first.flush()])
    expect(server.calls).toEqual(['a', 'b'])
    expect(rounds.map(({ sent }) => sent.length)).toEqual([2, 0, 0])
  })

  it('keeps what is refused, with the words, and goes on with the others', async () => {
    const { tab, answers, server } = device()
    const queue = tab()
    for (const key of ['a', 'b']) queue.add(entry(key))
    answers((key) => {
      if (key === 'a') throw new ApiError('Goals is 3 now', 409)
    })
    const { refused, sent, stop } = await queue.flush()
    expect([keys(refused), sent.length, stop]).toEqual([['a'], 1, null])
    expect(queue.all()).toMatchObject([{ key: 'a', refusal: 'Goals is 3 now' }])
    await queue.flush()
    expect(server.calls).toEqual(['a', 'b'])
    const [kept] = queue.all()
    answers(() => undefined)
    if (kept) queue.tryAgain(kept)
    expect((await queue.flush()).sent).toHaveLength(1)
    expect(queue.all()).toEqual([])
  })

  it('one result and an achievement wait like a match, and go in their turn', async () => {
    const { tab, server } = device()
    const queue = tab()
    const { match: _, ...common } = entry('b') as Extract<Entry, { match: MatchEntry }>
    const one = { statisticId: 's', eventId: null, note: '', evidenceUrl: '', enteredBy: 'sam' }
    queue.add(entry('a'))
    queue.add({ ...common, one: { ...one, kind: 'count', quantity: '2' } })
    queue.add({ ...common, key: 'c', one: { ...one, kind: 'achieved' } })
    expect(keys(tab().all())).toEqual(['a', 'b', 'c'])
    await queue.flush()
    expect(server.entered).toEqual(['a', 'b', 'c'])
    const foreign = JSON.stringify({
      ...common,
      order: 1,
      one: { ...one, kind: 'count', enteredBy: 'olive' },
    })
    expect(readEntry(placeOf(common), foreign)).toBeNull()
  })

  it('one that was dropped while it was under way does not come back', async () => {
    const { tab, answers } = device()
    const queue = tab()
    const added = queue.add(entry('a'))
    answers(() => {
      queue.drop(added)
      throw new ApiError('No', 409)
    })
    await queue.flush()
    expect(queue.all()).toEqual([])
  })

  it('a new count of the same match takes the place of the one that waits', () => {
    const { tab } = device()
    const queue = tab()
    const first = queue.add(entry('a'))
    queue.add(entry('b'), first)
    expect(keys(queue.all())).toEqual(['b'])
  })
})

describe('whose it is', () => {
  it('under somebody else’s session nothing of theirs is sent, and what is one’s own is', async () => {
    const { tab, server } = device()
    const queue = tab()
    queue.add(entry('a'))
    queue.add(entry('b', { userId: 'olive' }))
    server.session = 'olive'
    await queue.flush()
    expect([server.calls, keys(queue.all())]).toEqual([['b'], ['a']])
    server.session = 'sam'
    await queue.flush()
    expect(server.calls).toEqual(['b', 'a'])
  })

  it('signed out, all of it waits', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    queue.add(entry('a'))
    server.session = null
    expect((await queue.flush()).stop).toBe('sign-in')
    server.session = 'sam'
    answers(() => {
      throw new ApiError('401: Unauthorized', 401)
    })
    expect((await queue.flush()).stop).toBe('sign-in')
    expect(queue.all()).toMatchObject([{ key: 'a', refusal: null }])
  })

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['something else', '"x"'],
    ['another version’s', JSON.stringify({ key: 'a' })],
    ['one in another’s place', JSON.stringify({ ...entry('a', { userId: 'olive' }), order: 1 })],
    [
      'one that says it is another’s',
      JSON.stringify({ ...entry('a'), order: 1, match: match({ enteredBy: 'olive' }) }),
    ],
  ])('%s is no entry', (_, text) => {
    expect(readEntry(placeOf(entry('a')), text)).toBeNull()
  })
})

it.each<[string, Partial<MatchEntry>, Partial<MatchEntry>, boolean]>([
  ['the same event', {}, {}, true],
  ['two events', {}, { eventId: 'e2' }, false],
  ['an event and one that is added', {}, { eventId: null, event: event('Bay') }, false],
  [
    'one that is added twice',
    { eventId: null, event: event('Bay') },
    { eventId: null, event: event('BAY') },
    true,
  ],
  [
    'two that are added',
    { eventId: null, event: event('Bay') },
    { eventId: null, event: event('Cove') },
    false,
  ],
])('%s', (_, a, b, same) => {
  expect(isSameMatch(match(a), match(b))).toBe(same)
})
