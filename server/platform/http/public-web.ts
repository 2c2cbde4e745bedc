/** Reads what somebody's address on the web leads to, or posts to it, and never to anything inside our own network. */
import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { invalidField } from '#domain/errors.ts'

const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
const outside6 = new BlockList()
outside6.addSubnet('2000::', 3, 'ipv6')
/** Addresses of IPv6 that lead to others: documentation, tunnels to IPv4. */
const inside6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside6.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !inside.check(address, 'ipv4')
  return kind === 6 && outside6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}
const isLoopback = (address: string): boolean => address === '127.0.0.1' || address === '::1'

export type Read = { status: 'same' } | { status: 'read'; bytes: Buffer; etag: string | null }
type Where = {
  /** The name of the field that a refusal is about. */
  field: string
  /** Also this machine itself: for development. */
  allowsLoopback: boolean
}
type Asked = Where & { mostBytes: number; etag: string | null }

const MAX_REDIRECTS = 5
const MAX_MS = 15_000
const PORTS = new Set(['', '80', '443'])
const NOT_PUBLIC = 'That address is not on the public web'

/** The address is checked where the connection is made: a name cannot lead elsewhere a moment later. */
function checkedLookup({ allowsLoopback }: Where): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 4)
      const isAllowed = found.every(
        ({ address }) => isPublicAddress(address) || (allowsLoopback && isLoopback(address)),
      )
      const [first] = found
      if (!isAllowed || !first)
        return callback(Object.assign(new Error(NOT_PUBLIC), { code: 'ENOTPUBLIC' }), '', 4)
      if (options.all) return callback(null, found as never, 4)
      return callback(null, first.address, first.family)
    })
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const isHere = (url: URL, { allowsLoopback }: Where): boolean =>
  allowsLoopback && (isLoopback(hostOf(url)) || url.hostname === 'localhost')

function urlOf(text: string, where: Where, schemes = 'https:// or webcal://'): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password)
    throw invalidField(where.field, `Enter an address that starts with ${schemes}`)
  const host = hostOf(url)
  if (!isHere(url, where) && ((isIP(host) && !isPublicAddress(host)) || !PORTS.has(url.port)))
    throw invalidField(where.field, NOT_PUBLIC)
  return url
}

type Message = { headers: Record<string, string>; signal: AbortSignal; body?: string }

function open(url: URL, where: Where, { headers, signal, body }: Message): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const method = body === undefined ? 'GET' : 'POST'
  const all = { 'accept-encoding': 'identity', 'user-agent': 'Pledgeraiser', ...headers }
  return new Promise((done, fail) => {
    send(url, { method, headers: all, signal, lookup: checkedLookup(where), agent: false }, done)
      .on('error', fail)
      .end(body)
  })
}

async function bytesOf(answer: IncomingMessage, { mostBytes, field }: Asked): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes) {
      answer.destroy()
      throw invalidField(field, `What is there is larger than ${mostBytes / 1000} KB`)
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** `webcal://` is https. Throws a 400 in words for anything that cannot be read; redirects are checked like the address. */
export async function readPublic(address: string, asked: Asked): Promise<Read> {
  const signal = AbortSignal.timeout(MAX_MS)
  let url = urlOf(address.trim().replace(/^webcals?:/i, 'https:'), asked)
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const headers = {
        accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
        ...(asked.etag ? { 'if-none-match': asked.etag } : {}),
      }
      const answer = await open(url, asked, { headers, signal })
      const status = answer.statusCode ?? 0
      const { location, etag = null } = answer.headers
      if (status === 304 && asked.etag) {
        answer.resume()
        return { status: 'same' }
      }
      if (status >= 300 && status < 400 && location) {
        answer.resume()
        url = urlOf(new URL(location, url).href, asked)
        continue
      }
      if (status === 200) return { status: 'read', bytes: await bytesOf(answer, asked), etag }
      answer.resume()
      throw invalidField(
        asked.field,
        `There is nothing to read at that address: ${url.hostname} answered ${status}`,
      )
    }
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    if (name === 'DomainError') throw error
    if (code === 'ENOTPUBLIC') throw invalidField(asked.field, NOT_PUBLIC)
    throw invalidField(asked.field, `${url.hostname} does not answer: check the address, or try again later`)
  }
  throw invalidField(asked.field, 'That address leads to another one too often')
}

/** Where something may be posted: https, and for development this machine. Throws a 400 in words. */
export function postableUrl(address: string, where: Where): URL {
  const url = urlOf(address, where, 'https://')
  if (url.protocol !== 'https:' && !isHere(url, where))
    throw invalidField(where.field, 'Enter an address that starts with https://')
  return url
}

const MAX_POST_MS = 10_000
const MAX_ANSWER_BYTES = 4_000

/** `not_public`: the address leads into a private network now; `no_answer`: none within ten seconds. */
export type Posted =
  | { status: number; retryAfter: string | null; problem: null }
  | { status: null; retryAfter: null; problem: 'no_answer' | 'not_public' }

/** Posts JSON. A redirect is not followed, and the answer's body is not read beyond a few kilobytes. Never throws. */
export async function postPublic(
  address: string,
  {
    headers,
    body,
    allowsLoopback,
  }: { headers: Record<string, string>; body: string; allowsLoopback: boolean },
): Promise<Posted> {
  const where = { field: 'url', allowsLoopback }
  try {
    const answer = await open(postableUrl(address, where), where, {
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(MAX_POST_MS),
    })
    let length = 0
    answer.on('error', () => undefined)
    answer.on('data', (part: Buffer) => {
      length += part.length
      if (length > MAX_ANSWER_BYTES) answer.destroy()
    })
    return {
      status: answer.statusCode ?? 0,
      retryAfter: answer.headers['retry-after'] ?? null,
      problem: null,
    }
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    const isInside = code === 'ENOTPUBLIC' || name === 'DomainError'
    return { status: null, retryAfter: null, problem: isInside ? 'not_public' : 'no_answer' }
  }
}
