import { expect, it, vi } from 'vitest'
import { message, Streams } from './streams.ts'

it('a stream ends for a reader who is too far behind, and is no longer counted', async () => {
  const streams = new Streams({ most: 2, mostPerAddress: 1 })
  const onEnd = vi.fn()
  const slow = streams.open('a', onEnd)
  const bytes = message('change', { to: 'x' })
  let sent = 0
  while (slow.send(bytes)) sent += 1
  expect(sent).toBeLessThan(100)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(slow)
  expect(streams.count()).toBe(0)
  expect(slow.send(bytes)).toBe(false)
  // What was sent before can still be read; then the stream ends.
  const text = await new Response(slow.body).text()
  expect(text.split('event: change').length - 1).toBe(sent)
})

it('streams are limited overall and per IP address, and free again when one closes', async () => {
  const streams = new Streams({ most: 2, mostPerAddress: 1 })
  const first = streams.open('a', () => undefined)
  expect(() => streams.open('a', () => undefined)).toThrow('Please try again')
  streams.open('b', () => undefined)
  expect(() => streams.open('c', () => undefined)).toThrow('Please try again')
  await first.body.cancel()
  streams.open('a', () => undefined)
})
