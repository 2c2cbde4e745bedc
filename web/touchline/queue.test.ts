import { describe, expect, it } from 'vitest'
import { device, entry, event, keys, match } from '#tests/touchline-device.ts'
import { ApiError, NetworkError } from '#web/api-error.ts'
import { type Entry, fateOf, isSameMatch, type MatchEntry, placeOf, readEntry } from './entry.ts'

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

describe('the device queue (R71)', () => {
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
    const first = tab()
    const second = tab()
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
