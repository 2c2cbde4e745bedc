import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const app = new Hono().get('/', (c) => c.text(clientAddress(c)))

const addressOf = async (peer: string, forwarded: string | null, trustedProxyHops?: number) => {
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  const connection = { incoming: { socket: { remoteAddress: peer } }, trustedProxyHops }
  return (await app.request('/', { headers }, connection)).text()
}

it.each([
  ['nobody is trusted by default, not even a neighbor', '10.0.0.1', '203.0.113.9', undefined, '10.0.0.1'],
  ['without a proxy the header is the client’s own', '127.0.0.1', '203.0.113.9', 0, '127.0.0.1'],
  ['one proxy names who called it', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
  ['what a client wrote before that is ignored', '10.0.0.1', '1.2.3.4, 203.0.113.9', 1, '203.0.113.9'],
  [
    'behind two proxies it is the second from the right',
    '10.0.0.1',
    '203.0.113.9, 10.0.0.7',
    2,
    '203.0.113.9',
  ],
  ['two proxies and a forged address', '10.0.0.1', '9.9.9.9, 203.0.113.9, 10.0.0.7', 2, '203.0.113.9'],
  ['it did not come through both proxies', '198.51.100.4', '203.0.113.9', 2, '198.51.100.4'],
  ['no header at all', '198.51.100.4', null, 1, '198.51.100.4'],
  ['no address in it', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['an IPv4 address in IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', 1, '203.0.113.9'],
  ['an IPv6 customer holds a /64', '10.0.0.1', '2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2'],
])('the client’s address: %s', async (_, peer, forwarded, hops, expected) => {
  expect(await addressOf(peer, forwarded, hops)).toBe(expected)
})
