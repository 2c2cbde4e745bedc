import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPublicAddress, postPublic, readPublic } from './public-web.ts'

/** What the name `moved.example` leads to at the moment. */
let moved: string[] = []
const { lookup } = dns
const fake = (name: string, options: object, done: (error: null, found: object[]) => void) =>
  name === 'moved.example'
    ? done(
        null,
        moved.map((address) => ({ address, family: 4 })),
      )
    : lookup(name, options as never, done as never)
beforeAll(() => {
  dns.lookup = fake as never
  syncBuiltinESMExports()
})
afterAll(() => {
  dns.lookup = lookup
  syncBuiltinESMExports()
})

const HERE = { field: 'address', mostBytes: 1_000, etag: null, allowsLoopback: true }
const OUTSIDE = { ...HERE, allowsLoopback: false }

let server: Server
let base: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', headers } = request
    if (url === '/moved') return response.writeHead(302, { location: '/calendar' }).end()
    if (url === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    if (url === '/round') return response.writeHead(302, { location: '/round' }).end()
    if (url === '/large') return response.end('x'.repeat(2_000))
    if (url !== '/calendar') return response.writeHead(404).end()
    if (headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    return response.writeHead(200, { etag: '"1"' }).end('BEGIN:VCALENDAR')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

it.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.1.1',
  '100.100.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'nothing',
])('%s is not on the public web', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])('%s is on the public web', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it('reads, follows a redirect, and asks with the ETag it knows', async () => {
  const read = await readPublic(`${base}/moved`, HERE)
  expect(read).toMatchObject({ status: 'read', etag: '"1"', bytes: Buffer.from('BEGIN:VCALENDAR') })
  expect(await readPublic(`${base}/calendar`, { ...HERE, etag: '"1"' })).toEqual({ status: 'same' })
})

it.each([
  ['a private address', 'http://10.0.0.1/a.ics', 'not on the public web'],
  ['a number that is one', 'http://2130706433/a.ics', 'not on the public web'],
  ['a name of this machine', 'https://localhost/a.ics', 'not on the public web'],
  ['another port', 'https://example.com:8443/a.ics', 'not on the public web'],
  ['a file', 'file:///etc/passwd', 'starts with https://'],
  ['a password', 'https://me:secret@example.com/a.ics', 'starts with https://'],
])('%s is refused', async (_, address, words) => {
  await expect(readPublic(address, OUTSIDE)).rejects.toThrow(words)
})

it.each([
  ['a redirect into a private network', '/inside', 'not on the public web'],
  ['a redirect without end', '/round', 'too often'],
  ['more than fits', '/large', 'larger than 1 KB'],
  ['nothing', '/none', 'answered 404'],
])('%s is refused', async (_, path, words) => {
  await expect(readPublic(base + path, HERE)).rejects.toThrow(words)
})

const posted = (address: string, { allowsLoopback = false } = {}) =>
  postPublic(address, { headers: { 'webhook-id': 'msg_1' }, body: '{}', allowsLoopback })

it('posts, follows no redirect, and reads no long answer', async () => {
  expect(await posted(`${base}/calendar`, HERE)).toMatchObject({ status: 200 })
  expect(await posted(`${base}/inside`, HERE)).toMatchObject({ status: 302 })
  expect(await posted(`${base}/large`, HERE)).toMatchObject({ status: 200 })
})

it.each([
  ['http://example.com/hook', []],
  ['https://192.168.1.1/hook', []],
  ['https://moved.example/hook', ['10.0.0.8']],
  ['https://moved.example/hook', ['127.0.0.1']],
  ['https://moved.example/hook', ['8.8.8.8', '169.254.169.254']],
])('posts nothing to %s when it leads to %j', async (address, addresses) => {
  moved = addresses
  expect(await posted(address)).toEqual({ status: null, retryAfter: null, problem: 'not_public' })
})
