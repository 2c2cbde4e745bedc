import { get as httpGet, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { freePort } from '#tests/free-port.ts'
import { serve } from './serve.ts'

const open = async (fetch: (request: Request) => Promise<Response>, drainSeconds = 20) => {
  const port = await freePort()
  const shutdown = { noticeSeconds: 0, drainSeconds }
  const listening = await serve({ fetch, host: '127.0.0.1', port, trustedProxyHops: 0, shutdown })
  return { ...listening, url: `http://127.0.0.1:${port}/` }
}

const answerOf = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => httpGet(url, resolve).on('error', reject))
const textOf = async (answer: IncomingMessage) => {
  let text = ''
  for await (const part of answer) text += part
  return text
}

it('a request in flight finishes after the shutdown began, and streams are ended', async () => {
  const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await open(async () => {
    arrived.resolve()
    await gate.promise
    return new Response('done')
  })
  const asked = answerOf(server.url)
  await arrived.promise
  let isEnded = false
  const stopped = server.stop(() => {
    isEnded = true
  })
  await expect.poll(() => isEnded).toBe(true)
  gate.resolve()
  expect(await textOf(await asked)).toBe('done')
  await stopped
  await expect(answerOf(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('while proxies have not noticed, requests are answered and told to close their connection', async () => {
  const port = await freePort()
  const shutdown = { noticeSeconds: 1, drainSeconds: 20 }
  const fetch = async () => new Response('here')
  const listening = await serve({ fetch, host: '127.0.0.1', port, trustedProxyHops: 0, shutdown })
  const url = `http://127.0.0.1:${port}/`
  expect((await answerOf(url)).headers.connection).toBe('keep-alive')
  const stopped = listening.stop(() => undefined)
  const answer = await answerOf(url)
  expect([answer.headers.connection, await textOf(answer)]).toEqual(['close', 'here'])
  await stopped
})
