/** npm run season: Leicester's season in readable form, on a temporary database. */

import { pino } from 'pino'
import { dollars, formatUsd, subtract, toDecimal } from '#domain/money.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants, type Violation } from '#server/money/book-check/store.ts'
import { type Ending, type Person, playSeason, type World } from '#server/operations/demo/season.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram, type Program } from '#server/program.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { joinOrganization } from '../join-organization.ts'
import { createSignIn } from '../sessions.ts'
import { createThrowAwayDatabase } from './throw-away-database.ts'

type Say = (line: string) => void

async function play(url: string, say: Say): Promise<{ ending: Ending; violations: Violation[] }> {
  const clock = new ManualClock('2015-08-01T16:00:00Z')
  const limits = { WRITES_PER_MINUTE: '1000000', PLEDGES_PER_MINUTE: '1000000' }
  const config = readConfig({ ...limits, DEMO: '0', MAIL: 'outbox', SECRET_KEY: TEST_SECRET_KEY })
  const log = pino({ level: 'silent' })
  const program = await openProgram({ config, url, directUrl: url, clock, log })
  try {
    const ending = await playSeason(await worldOf(program, clock, say))
    return { ending, violations: await checkInvariants(program.deps.db) }
  } finally {
    await program.close()
  }
}

async function worldOf({ app, deps }: Program, clock: ManualClock, say: Say): Promise<World> {
  const signIn = await createSignIn(deps.db)

  const person = async (firstName: string, role?: string): Promise<Person> => {
    const userId = newId(clock)
    await deps.db.query(sql`
      insert into users (id, first_name, email, email_verified_at, created_at)
      values (${userId}, ${firstName}, ${`${userId}@example.org`}, ${clock.now()}, ${clock.now()})`)
    if (role)
      await deps.db.query(sql`
        insert into user_roles (user_id, role, granted_at) values (${userId}, ${role}, ${clock.now()})`)
    const authorization = `Bearer ${await signIn(userId)}`
    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const headers = { authorization, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await app.request(path, { method, headers, ...sent })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    }
    return {
      userId,
      get: (path) => call('GET', path),
      post: (path, body = {}) => call('POST', path, body),
      put: (path, body = {}) => call('PUT', path, body),
    }
  }
  const scorer = await person('Jamie')
  return {
    owner: await person('Claudio'),
    scorer,
    joinAsScorer: async (organizationId) => void (await joinOrganization({ deps }, organizationId, scorer)),
    representative: await person('Morgan', REPRESENTATIVE),
    second: await person('Riyad', REPRESENTATIVE),
    supporter: (index) => person(`Fan ${index}`),
    setClock: (to) => clock.set(to),
    runJobs: () => runDueJobs(deps),
    say: (line) => say(`${clock.now().toISOString().slice(0, 10)}  ${line}`),
  }
}

const usd = (amount: string): string => formatUsd(dollars(amount))

/** Text columns are left-aligned, figures right-aligned. */
function table(rows: readonly (readonly string[])[], left: number): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const pad = (text: string, column: number) =>
    column < left ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(pad).join('   ').trimEnd()}`).join('\n')
}

const settlementTable = ({ settlements }: Ending): string =>
  table(
    [
      [
        'Version',
        'Locked',
        'Pledges',
        'Earned so far',
        'Billed before',
        'Carried over',
        'Billed',
        'Cards charged',
      ],
      ...[...settlements]
        .reverse()
        .map(({ version, kind, lockedAt, totals, charges }) => [
          `${version} ${kind}`,
          lockedAt.slice(0, 10),
          String(totals.pledges),
          ...[totals.accrued, totals.billedBefore, totals.carried, totals.toBill].map(usd),
          String(charges.succeeded),
        ]),
    ],
    2,
  )

function totalsTable({ campaign, balance, pledgeCount }: Ending): string {
  const owed = toDecimal(subtract(dollars(campaign.totalEarned), dollars(balance.collected)))
  return table(
    [
      ['Pledged', usd(campaign.totalPledged), `by ${pledgeCount} supporters`],
      ['Earned', usd(campaign.totalEarned), 'by 68 goals, 23 wins, 15 clean sheets, and the title'],
      ['Collected', usd(balance.collected), `${usd(owed)} is still unpaid`],
      ['Provider’s 25 %', usd(balance.commission), ''],
      ['Organization’s 75 %', usd(balance.organizationShare), `${usd(balance.paidOut)} of it paid out`],
    ].map(([name = '', amount = '', remark = '']) => [name, amount.padStart(12), remark]),
    3,
  )
}

const started = performance.now()
const interrupted = new Promise<never>((_, refuse) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => refuse(new Error('Interrupted before the end of the season')))
})
// A signal that arrives before the season begins takes effect once it begins.
interrupted.catch(() => undefined)
const database = await createThrowAwayDatabase(process.env)
try {
  console.log('\nLeicester City 2015-16: five thousand to one\n')
  const say = (line: string) => console.log(`  ${line}`)
  const { ending, violations } = await Promise.race([play(database.url, say), interrupted])
  console.log(`\n${settlementTable(ending)}\n\n${totalsTable(ending)}\n`)
  for (const { invariant, subjectId, problem } of violations)
    console.error(`  Broken: ${invariant}, ${subjectId}: ${problem}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(violations.length > 0 ? '  The books do not balance.' : `  The books balance. (${seconds} s)\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database.drop()
}
process.exit()
