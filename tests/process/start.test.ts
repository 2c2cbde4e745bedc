/** The program as people start and stop it: npm start, Ctrl-C, a kill, the next start. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readStream } from '#tests/streams.ts'
import { freePort } from '../free-port.ts'
import {
  canBeNobody,
  cleanUp,
  eventually,
  newFolder,
  node,
  processesOfGroup,
  processesUsing,
  start,
} from './program.ts'
import { campaignsOf, interrupt, isHealthy, signIn, signUp, visit } from './site.ts'

afterEach(cleanUp)

describe('npm start', () => {
  it('serves the demo to a user who is not root, leaves no process after Ctrl-C, and has the same data on the next start', async () => {
    const first = await visit({ viaNpm: true, asNobody: canBeNobody })
    const campaigns = await campaignsOf(first.url)
    expect(campaigns.length).toBeGreaterThan(0)
    expect(await signUp(first.url)).toBe(200)
    expect(first.program.output()).toContain(`http://localhost:${new URL(first.url).port}`)
    expect(first.program.output()).toContain('coach@demo.test')
    await interrupt(first)

    const second = await visit({ viaNpm: true, asNobody: canBeNobody, dataDir: first.dataDir })
    expect(await campaignsOf(second.url)).toEqual(campaigns)
    expect(await signIn(second.url)).toBe(200)
    await interrupt(second)
  })

  it('ends the live updates of open pages in order on Ctrl-C', async () => {
    const site = await visit({ withDemo: true })
    const [first] = (await (await fetch(`${site.url}/api/campaigns?status=active`)).json()) as {
      campaigns: { id: string }
    }[]
    const stream = readStream(await fetch(`${site.url}/api/campaigns/${first?.campaigns.id}/live`))
    expect(await stream.next()).toMatchObject({ event: 'hello' })
    const ended = stream.next()
    await interrupt(site)
    // In order: a connection that is cut off is an error for its reader.
    expect(await ended).toBeNull()
  })

  it('fills the demo again when filling it was interrupted by a kill or Ctrl-C', async () => {
    const dataDir = await newFolder()
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const cut = start(node, ['server/main.ts'], {
        env: { PORT: String(await freePort()), DATA_DIR: dataDir },
      })
      await eventually(() => cut.output().includes('Filling the empty database'))
      await eventually(async () => (await processesUsing(dataDir)).length > 0)
      cut.signalGroup(signal)
      expect(await cut.ended).toBe(signal === 'SIGINT' ? 0 : null)
    }
    const site = await visit({ dataDir, env: { DEMO: '1' } })
    expect(site.program.output()).toContain('starting over')
    expect((await campaignsOf(site.url)).length).toBeGreaterThan(0)
    await interrupt(site)
  })

  it('ends with words when the database accepts a connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    try {
      const { port } = silent.address() as AddressInfo
      const env = {
        DATABASE_URL: `postgres://app:secret@127.0.0.1:${port}/app`,
        DEMO: '0',
        DATA_DIR: await newFolder(),
        PORT: String(await freePort()),
      }
      const program = start(node, ['server/main.ts'], { env })
      expect(await program.ended).toBe(1)
      expect(program.output()).toContain('Connecting to the database')
      expect(program.output()).toContain('The database did not respond: check its address')
      expect(program.output()).not.toContain('secret')
    } finally {
      silent.close()
    }
  })

  it('stops the server when npm is killed', async () => {
    const site = await visit({ viaNpm: true, env: { DEMO: '0' } })
    site.program.child.kill('SIGKILL')
    await eventually(async () => (await processesUsing(site.dataDir)).length === 0)
    await eventually(async () => !(await isHealthy(site.url)))
    await eventually(async () => (await processesOfGroup(site.program.child.pid as number)).length === 0)
  })
})
