/** One of two instances that charge cards: a separate process, with a slow card provider. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openProgram } from '#server/program.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'

const [url = '', now = '', takesMs = '0'] = process.argv.slice(2)
const config = readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY, CARDS: 'sandbox', MAIL: 'outbox' })
const log = pino({ level: 'silent' })
const program = await openProgram({ config, url, directUrl: url, clock: new ManualClock(now), log })
const { cards } = program.deps
const slow: typeof cards = {
  ...cards,
  charge: async (request) => {
    await wait(Number(takesMs))
    return cards.charge(request)
  },
}
process.send?.('ready')
process.once('message', async () => {
  const taken = await runDueCharges({ ...program.deps, cards: slow })
  process.send?.(taken)
  await program.close()
  process.exit()
})
// It exits when the bench does.
process.once('disconnect', () => process.exit(1))
