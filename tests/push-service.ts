/** A browser's push service, on this machine: it accepts what is sent, and decrypts it as the browser would (RFC 8291, 8292). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'

export type PushedMessage = { title: string; body: string; path: string; id: string; off: string }
type Received = { path: string; body: Buffer; headers: Record<string, string | string[] | undefined> }

export type PushService = {
  origin: string
  /** What it answers from now on. */
  answer: number
  received: Received[]
  /** A browser that has subscribed, as it reports to the site. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What each browser would show, in the order of arrival. @throws if it was not encrypted for that browser. */
  messages(): PushedMessage[]
  close(): Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: Received[] = []
  const service: PushService = {
    origin: '',
    answer: 201,
    received,
    subscribe: () => {
      const path = `/send/${randomBytes(12).toString('base64url')}`
      const ecdh = createECDH('prime256v1')
      const browser = { ecdh, auth: randomBytes(16) }
      ecdh.generateKeys()
      browsers.set(path, browser)
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: browser.auth.toString('base64url') }
      return { endpoint: `${service.origin}${path}`, keys }
    },
    messages: () =>
      received.map(({ path, body }) => {
        const browser = browsers.get(path)
        if (!browser) throw new Error(`nobody subscribed ${path}`)
        return JSON.parse(decrypted(body, browser)) as PushedMessage
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(chunks), headers: request.headers })
      const isRedirect = service.answer >= 300 && service.answer < 400
      response.writeHead(service.answer, isRedirect ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

function decrypted(
  body: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return opened.subarray(0, opened.lastIndexOf(2)).toString('utf8')
}

/** The claims that tell a push service who the sender is. @throws if the key that it names did not sign them. */
export async function senderOf({ headers }: Received) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const { payload } = await jwtVerify(token, { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' })
  return { key, payload }
}
