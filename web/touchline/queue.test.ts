import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '#web/api-error.ts'
import { bodyOfEntry, type Entry, fateOf, isSameMatch, type MatchEntry, placeOf, readEntry } from './entry.ts'
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

/** A browser's storage and lock, shared by its tabs, and a server that gives the same response to the same key. */
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
  const server = {
    ...{ calls: [] as string[], entered: [] as string[], voided: [] as string[] },
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
        const rows = 'match' in sent ? sent.match.rows : [sent.one]
        return rows.map(({ statisticId }) => ({ id: `${key}:${statisticId}`, statisticId }))
      },
    })
  return { kept, server, tab, answers: (how: (key: string) => void) => (answer = how) }
}
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)

describe('a touchline entry that could not be sent', () => {
  it.each([
    ['waits after no answer', new NetworkError(), 'wait'],
    [
      'waits after an unreadable answer, as of a hotel network',
      new ApiError('The answer could not be read.', 0),
      'wait',
    ],
    ['waits after an error in the page', new TypeError('x'), 'wait'],
    ['waits after a 408', new ApiError('', 408), 'wait'],
    ['waits after a 429', new ApiError('', 429), 'wait'],
    ['waits after a 500', new ApiError('', 500), 'wait'],
    ['waits after a 503', new ApiError('', 503), 'wait'],
    ['waits for sign-in after a 401', new ApiError('', 401), 'sign-in'],
    ['is refused after a 400', new ApiError('', 400), 'refused'],
    ['is refused after a 403', new ApiError('', 403), 'refused'],
    ['is refused after a 404', new ApiError('', 404), 'refused'],
    ['is refused after a 409', new ApiError('', 409), 'refused'],
  ])('%s', (_, error, fate) => {
    expect(fateOf(error)).toBe(fate)
  })
})

describe('the device queue', () => {
  it('sends entries once in the order of counting, then keeps none', async () => {
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

  it('stops at the first entry without a connection, and resumes there with the same keys', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    for (const key of ['a', 'b', 'c']) queue.add(entry(key))
    answers((key) => {
      if (key === 'b') throw new NetworkError()
    })
    expect((await queue.flush()).stop).toBe('no-connection')
    expect(keys(queue.all())).toEqual(['b', 'c'])
    // A new page on the same device: the tab was closed in between.
    const reopened = tab()
    expect(keys(reopened.all())).toEqual(['b', 'c'])
    answers(() => undefined)
    expect((await reopened.flush()).stop).toBeNull()
    expect(server.calls).toEqual(['a', 'b', 'b', 'c'])
    expect(server.entered).toEqual(['a', 'b', 'c'])
  })

  it('enters a result once if the answer was lost', async () => {
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

  it('sends each entry once from two tabs', async () => {
    const { tab, server } = device()
    const [first, second] = [tab(), tab()]
    first.add(entry('a'))
    second.add(entry('b'))
    const rounds = await Promise.all([first.flush(), second.flush(), first.flush()])
    expect(server.calls).toEqual(['a', 'b'])
    expect(rounds.map(({ sent }) => sent.length)).toEqual([2, 0, 0])
  })

  it('keeps a refused entry with its reason and sends the others', async () => {
    const { tab, answers, server } = device()
    const queue = tab()
    for (const key of ['a', 'b']) queue.add(entry(key))
    answers((key) => {
      if (key === 'a') throw new ApiError('Goals is 3 now', 409, { code: 'stale' })
    })
    const { refused, sent, stop } = await queue.flush()
    expect([keys(refused), sent.length, stop]).toEqual([['a'], 1, null])
    expect(queue.all()).toMatchObject([{ key: 'a', refusal: 'Goals is 3 now', isStale: true }])
    await queue.flush()
    expect(server.calls).toEqual(['a', 'b'])
    const [kept] = queue.all()
    answers(() => undefined)
    if (kept) queue.tryAgain(kept)
    expect((await queue.flush()).sent).toHaveLength(1)
    expect(queue.all()).toEqual([])
  })

  it('sends single results and achievements in their turn', async () => {
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

  it('does not restore an entry dropped while it was being sent', async () => {
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

  it('replaces a waiting entry by a new count of the same match', () => {
    const { tab } = device()
    const queue = tab()
    const first = queue.add(entry('a'))
    queue.add(entry('b'), first)
    expect(keys(queue.all())).toEqual(['b'])
  })
})

describe('an entry that was changed or discarded before its answer came', () => {
  const goals = (quantity: string, standing: number | null = null) => ({
    rows: [{ statisticId: 'g', quantity, standing }],
  })
  const counted = (key: string, change: Partial<MatchEntry>): Entry => ({
    ...entry(key),
    match: match(change),
  })
  const single = (key: string, quantity: string): Entry => {
    const { match: _, ...common } = entry(key) as Extract<Entry, { match: MatchEntry }>
    const one = { statisticId: 's', eventId: null, note: '', evidenceUrl: '', enteredBy: 'sam' }
    return { ...common, one: { ...one, kind: 'count', quantity } }
  }
  const lostOf = (key: string, { server, answers }: ReturnType<typeof device>) =>
    answers((sent) => {
      if (sent !== key) return
      server.entered.push(key)
      throw new NetworkError()
    })
  /** The server has it, and its answer did not arrive. */
  async function lost(first: Entry) {
    const phone = device()
    const queue = phone.tab()
    const kept = queue.add(first)
    lostOf(first.key, phone)
    await queue.flush()
    return { ...phone, queue, kept }
  }

  it('is the base of the next count, although that was saved before the answer', async () => {
    const { queue, kept, server } = await lost(counted('a', goals('1')))
    queue.add(counted('b', goals('2')), kept)
    const { sent, stop } = await queue.flush()
    expect([server.calls, keys(sent.map((one) => one.entry)), stop]).toEqual([['a', 'a', 'b'], ['b'], null])
    expect([server.bodies.get('b'), server.voided]).toEqual([match(goals('2', 1)), []])
    expect(queue.all()).toEqual([])
  })

  it('is the base of a count that was saved while it was under way', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    const first = queue.add(counted('a', goals('1')))
    answers((key) => {
      if (key === 'a') queue.add(counted('b', goals('2')), first)
    })
    await queue.flush()
    expect([server.calls, server.bodies.get('b')]).toEqual([['a', 'b'], match(goals('2', 1))])
  })

  it('is the base of a count that went on from it after it was sent', async () => {
    const { tab, server } = device()
    const queue = tab()
    const first = queue.add(counted('a', goals('1')))
    await queue.flush()
    queue.add(counted('b', goals('2')), first)
    await queue.flush()
    expect([server.entered, server.bodies.get('b')]).toEqual([['a', 'b'], match(goals('2', 1))])
  })

  it('leaves a base that was seen later as it is', async () => {
    const { queue, kept, server } = await lost(counted('a', goals('1')))
    queue.add(counted('b', goals('4', 3)), kept)
    await queue.flush()
    expect(server.bodies.get('b')).toEqual(match(goals('4', 3)))
  })

  it('does not count twice as a single result', async () => {
    const { queue, kept, server } = await lost(single('a', '5'))
    queue.add(single('b', '2'), kept)
    await queue.flush()
    expect([server.calls, server.voided, server.entered]).toEqual([['a', 'a', 'b'], ['a:s'], ['a', 'b']])
    expect(queue.all()).toEqual([])
  })

  it('does not stay entered for another match', async () => {
    const { queue, kept, server } = await lost(counted('a', { eventId: null, event: event('Bay') }))
    queue.add(counted('b', { eventId: null, event: event('Cove') }), kept)
    const { sent, cleared } = await queue.flush()
    expect([server.voided, server.entered]).toEqual([['a:g'], ['a', 'b']])
    expect([keys(sent.map((one) => one.entry)), keys(cleared ?? [])]).toEqual([['b'], ['a']])
  })

  it('does not leave a statistic behind that the next count has not', async () => {
    const rows = [...goals('1').rows, { statisticId: 's', quantity: '1', standing: null }]
    const { queue, kept, server } = await lost(counted('a', { rows }))
    queue.add(counted('b', goals('1')), kept)
    await queue.flush()
    expect(server.voided).toEqual(['a:s'])
  })

  it('is voided when it was discarded', async () => {
    const { queue, kept, server } = await lost(single('a', '5'))
    queue.discard(kept)
    const { sent, cleared } = await queue.flush()
    expect([sent, keys(cleared ?? []), server.voided, queue.all()]).toEqual([[], ['a'], ['a:s'], []])
  })

  it('is nothing if the server refused it', async () => {
    const { tab, server, answers } = device()
    const queue = tab()
    const first = queue.add(single('a', '5'))
    answers(() => {
      throw new NetworkError()
    })
    await queue.flush()
    queue.add(single('b', '2'), first)
    answers((key) => {
      if (key === 'a') throw new ApiError('No', 400)
    })
    const { refused } = await queue.flush()
    expect([refused, server.voided, server.entered]).toEqual([[], [], ['b']])
  })

  it('goes on where the connection broke off', async () => {
    const { queue, kept, server, answers, tab } = await lost(single('a', '5'))
    queue.add(single('b', '2'), kept)
    answers((key) => {
      if (key === 'void a') throw new NetworkError()
    })
    expect((await queue.flush()).stop).toBe('no-connection')
    expect([server.voided, server.entered]).toEqual([[], ['a']])
    answers(() => undefined)
    await tab().flush()
    expect([server.calls, server.voided, server.entered]).toEqual([['a', 'a', 'b'], ['a:s'], ['a', 'b']])
  })

  it('holds back what replaces it if it cannot be voided', async () => {
    const { queue, kept, server, answers } = await lost(single('a', '5'))
    queue.add(single('b', '2'), kept)
    answers((key) => {
      if (key === 'void a') throw new ApiError('That would take the running total below 0', 409)
    })
    await queue.flush()
    expect(server.entered).toEqual(['a'])
    expect(queue.all()).toMatchObject([
      { key: 'b', refusal: expect.stringContaining('running total below 0') },
    ])
  })

  it('is not sent again if it was never sent', async () => {
    const { tab, server } = device()
    const queue = tab()
    const first = queue.add(single('a', '5'))
    queue.add(single('b', '2'), first)
    await queue.flush()
    expect(server.calls).toEqual(['b'])
  })

  it('was changed twice: only the last one counts', async () => {
    const { queue, kept, server } = await lost(single('a', '5'))
    const second = queue.add(single('b', '2'), kept)
    queue.add(single('c', '3'), second)
    await queue.flush()
    expect([server.calls, server.voided]).toEqual([['a', 'a', 'c'], ['a:s']])
  })
})

describe('the owner of a queued entry', () => {
  it('is the only user under whose session it is sent', async () => {
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

  it('has to be signed in before it is sent', async () => {
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
    ['invalid JSON', '{'],
    ['a text', '"x"'],
    ['an entry of another version', JSON.stringify({ key: 'a' })],
    [
      'an entry kept under another user’s place',
      JSON.stringify({ ...entry('a', { userId: 'olive' }), order: 1 }),
    ],
    [
      'an entry that names another user',
      JSON.stringify({ ...entry('a'), order: 1, match: match({ enteredBy: 'olive' }) }),
    ],
  ])('is checked: nothing is read from %s', (_, text) => {
    expect(readEntry(placeOf(entry('a')), text)).toBeNull()
  })
})

it.each<[string, Partial<MatchEntry>, Partial<MatchEntry>, boolean]>([
  ['one event is one match', {}, {}, true],
  ['two events are two matches', {}, { eventId: 'e2' }, false],
  ['an event and an added match are two matches', {}, { eventId: null, event: event('Bay') }, false],
  [
    'a match added twice with one opponent is one match',
    { eventId: null, event: event('Bay') },
    { eventId: null, event: event('BAY') },
    true,
  ],
  [
    'added matches with two opponents are two matches',
    { eventId: null, event: event('Bay') },
    { eventId: null, event: event('Cove') },
    false,
  ],
])('in the device queue %s', (_, a, b, same) => {
  expect(isSameMatch(match(a), match(b))).toBe(same)
})
