import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '#tests/free-port.ts'
import { type Listening, serve } from './serve.ts'

const PATIENCE_MS = 60_000
let listening: Listening | undefined
afterEach(() => listening?.stop(0))

/** A server that holds its responses until they are released. */
async function open() {
  const port = await freePort()
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/slow')) return new Response('quick')
    arrived.resolve()
    await released.promise
    return new Response('done')
  }
  listening = await serve({ fetch, host: '127.0.0.1', port, trustedProxyHops: 0 })
  return { port, listening, arrived: arrived.promise, release: () => released.resolve() }
}

type Answer = { text: string; connection: string | undefined }
function ask(port: number, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, (response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.once('end', () => resolve({ text, connection: response.headers.connection }))
      response.once('error', reject)
    }).once('error', reject)
  })
}

it('a server that is about to end still answers, and closes each connection with its response', async () => {
  const { port, listening } = await open()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(port, '/', agent)).toEqual({ text: 'quick', connection: 'keep-alive' })
  listening.announceEnd()
  expect(await ask(port, '/', agent)).toEqual({ text: 'quick', connection: 'close' })
  agent.destroy()
})

it('a request under way is answered after no more are taken', async () => {
  const { port, listening, arrived, release } = await open()
  const agent = new Agent({ keepAlive: true })
  const slow = ask(port, '/slow', agent)
  await arrived
  const stopped = listening.stop(PATIENCE_MS)
  await expect.poll(() => ask(port, '/', new Agent()).catch((error) => error.code)).toBe('ECONNREFUSED')
  release()
  expect(await slow).toEqual({ text: 'done', connection: 'close' })
  await stopped
})

it('a request that takes longer than it may is cut', async () => {
  const { port, listening, arrived } = await open()
  const slow = ask(port, '/slow', new Agent()).catch((error) => error.code)
  await arrived
  await listening.stop(1)
  expect(await slow).toBe('ECONNRESET')
})

it('browsers are told to use https only where the public address is https', async () => {
  const fetch = async () => new Response('here')
  for (const isSecure of [true, false]) {
    await listening?.stop(0)
    const port = await freePort()
    listening = await serve({ fetch, host: '127.0.0.1', port, trustedProxyHops: 0, isSecure })
    const { headers } = await globalThis.fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('strict-transport-security')).toBe(isSecure ? 'max-age=31536000' : null)
  }
})
