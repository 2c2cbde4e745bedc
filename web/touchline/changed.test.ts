import { describe, expect, it } from 'vitest'
import { device, entry, event, keys, match } from '#tests/touchline-device.ts'
import { ApiError, NetworkError } from '#web/api-error.ts'
import { type Entry, isForgotten, type MatchEntry } from './entry.ts'

describe('an entry that was changed or discarded before its answer came (R71)', () => {
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

  it('is the base of a count for the event that it added', async () => {
    const { queue, kept, server } = await lost(
      counted('a', { eventId: null, event: event('Bay'), ...goals('1') }),
    )
    queue.add(counted('b', { eventId: 'added', ...goals('2') }), kept)
    await queue.flush()
    expect([server.voided, server.bodies.get('b')]).toEqual([
      [],
      match({ eventId: 'added', ...goals('2', 1) }),
    ])
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

describe('an entry without a match that is older than its key', () => {
  const HOUR = 3_600_000
  const one = {
    statisticId: 's',
    eventId: null,
    kind: 'count',
    quantity: '5',
    note: '',
    evidenceUrl: '',
  } as const
  const single = (key: string, quantity = '5'): Entry => {
    const { match: _, ...common } = entry(key) as Extract<Entry, { match: MatchEntry }>
    return { ...common, one: { ...one, quantity, enteredBy: 'sam' } }
  }
  function old(hours = 72) {
    const phone = device()
    const queue = phone.tab()
    const first = queue.add(single('a'))
    phone.clock.now += hours * HOUR
    return { ...phone, queue, first }
  }

  it('is not sent before a person says that it is not entered', async () => {
    const { queue, first, server } = old()
    queue.add(entry('b'))
    await queue.flush()
    expect([server.calls, isForgotten(first, Date.parse(first.keptAt ?? '') + 72 * HOUR)]).toEqual([
      ['b'],
      true,
    ])
    queue.answer(first, false)
    await queue.flush()
    expect(server.calls).toEqual(['b', 'a'])
  })

  it('is deleted if it is entered', async () => {
    const { queue, first, server } = old()
    queue.answer(first, true)
    await queue.flush()
    expect([server.calls, queue.all()]).toEqual([[], []])
  })

  it('is sent without a question before that', async () => {
    const { queue, server } = old(40)
    await queue.flush()
    expect(server.calls).toEqual(['a'])
  })

  it('that was changed holds back what replaces it', async () => {
    const phone = device()
    const queue = phone.tab()
    const first = queue.add(single('a'))
    phone.answers(() => {
      throw new NetworkError()
    })
    await queue.flush()
    queue.add(single('b', '2'), first)
    phone.clock.now += 72 * HOUR
    phone.answers(() => undefined)
    await queue.flush()
    expect(phone.server.calls).toEqual(['a'])
    const [kept] = queue.all()
    if (kept) queue.answer(kept, true)
    expect(queue.all()).toMatchObject([{ key: 'b', refusal: expect.stringContaining('entered already') }])
  })

  it('that was changed is not entered: what replaces it is sent', async () => {
    const phone = device()
    const queue = phone.tab()
    const first = queue.add(single('a'))
    phone.answers(() => {
      throw new NetworkError()
    })
    await queue.flush()
    queue.add(single('b', '2'), first)
    phone.clock.now += 72 * HOUR
    phone.answers(() => undefined)
    const [kept] = queue.all()
    if (kept) queue.answer(kept, false)
    await queue.flush()
    expect(phone.server.calls).toEqual(['a', 'b'])
  })

  it('is a match: that is sent, since it states its total', async () => {
    const { tab, clock, server } = device()
    const queue = tab()
    queue.add(entry('a'))
    clock.now += 72 * HOUR
    await queue.flush()
    expect(server.calls).toEqual(['a'])
  })
})
