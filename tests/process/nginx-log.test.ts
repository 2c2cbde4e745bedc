/** What deploy/nginx.conf writes into its logs names no secret of a link (R44). */
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { freePorts } from '../../scripts/ports.mjs'
import { hasNginx, startNginx } from './nginx.ts'
import { cleanUp, eventually } from './program.ts'

const undo: (() => void)[] = []
afterEach(async () => {
  for (const work of undo.splice(0)) work()
  await cleanUp()
})

const ID = '01980000-0000-7000-8000-000000000001'
const SECRET = `${'Ab3_'.repeat(10)}-9z`
const SHORT = 'short.secret'

/** Each with what is logged of it. */
const LOGGED = {
  [`/p/${SECRET}`]: '/p/***',
  [`/p/${SHORT}`]: '/p/***',
  [`/P/${SHORT}?x=1`]: '/P/***',
  [`/p/${SECRET}/receipts/${ID}`]: `/p/***/receipts/${ID}`,
  [`/g/${SHORT}`]: '/g/***',
  [`/g/${SHORT}.data?_routes=x`]: '/g/***',
  [`/change/${SHORT}`]: '/change/***',
  [`/unsubscribe/${SHORT}`]: '/unsubscribe/***',
  [`/api/pledge-links/${SHORT}/invoices/5/print.pdf`]: '/api/pledge-links/***/invoices/5/print.pdf',
  [`/api/guest-pledge-links/${SHORT}`]: '/api/guest-pledge-links/***',
  [`/api/pledge-change-links/${SHORT}`]: '/api/pledge-change-links/***',
  [`/api/unsubscribe-links/${SHORT}`]: '/api/unsubscribe-links/***',
  [`/api/organization-invitations/${SHORT}`]: '/api/organization-invitations/***',
  [`/api/alert-devices/${SHORT}/off`]: '/api/alert-devices/***/off',
  [`/later/${SECRET}/page`]: '/later/***/page',
  [`/organizations/join?token=${SECRET}`]: '/organizations/join',
  [`/campaigns/${ID}/join?token=${SECRET}`]: `/campaigns/${ID}/join`,
  [`/api/campaigns/${ID}?q=${SECRET}`]: `/api/campaigns/${ID}`,
  '/assets/a-long-name-of-a-script-of-this-page-AbCd1234.js':
    '/assets/a-long-name-of-a-script-of-this-page-AbCd1234.js',
  '/': '/',
}

it.runIf(hasNginx)('nginx logs no secret of a link, whether the server answers or not', async () => {
  const port = await freePorts(2)
  const server = createServer((_, response) => response.end('ok')).listen(port, '127.0.0.1')
  undo.push(() => server.close())
  const front = await startNginx([port, port])
  const headers = { referer: `https://localhost/p/${SECRET}` }
  for (const path of Object.keys(LOGGED))
    expect((await front.send('GET', path, undefined, headers)).status).toBe(200)
  server.close()
  server.closeAllConnections()
  expect((await front.send('GET', `/p/${SECRET}`, undefined, headers)).status).toBe(502)
  const lines = () =>
    front
      .requests()
      .split('\n')
      .filter((line) => line.includes('"GET ') && !line.includes('/readyz'))
  await eventually(() => lines().length > Object.keys(LOGGED).length)
  expect(`${front.requests()}${front.log()}`).not.toMatch(/Ab3_|short\.secret/)
  const logged = lines().map((line) => /"GET (\S*)"/.exec(line)?.[1])
  expect(logged).toEqual([...Object.values(LOGGED), '/p/***'])
  expect(lines().at(-1)).toContain(' 502 ')
})
