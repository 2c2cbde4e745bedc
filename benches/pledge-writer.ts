import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { USERS } from './database.ts'
import type { Sample } from './load.ts'
import type { Bench } from './report.ts'

/**
 * The machine's limit for a pledge: the rows that the product writes for one (pledge, lines, audit, totals, the kept
 * answer, what is left to mail), of the same size and with the same checks, in one prepared statement without any decisions.
 */
export type PledgeWriter = {
  name: string
  /** Writes for a round, spread over the first `campaigns`. */
  write(campaigns: number): Promise<Sample>
}

type Line = { position: number; rate: number; estimate: number; most: number; earned: number }
const GOALS = { position: 0, rate: 250, estimate: 11_500, most: 25_000, earned: 5_000 }
const WINS = { position: 1, rate: 250, estimate: 2_750, most: 5_000, earned: 2_500 }
const CLEAN_SHEETS = { position: 2, rate: 250, estimate: 2_500, most: 6_000, earned: 1_250 }
const GIFT = { position: 4, rate: 250, estimate: 250, most: 250, earned: 250 }
/** Two lines as often as three, like the load. */
const LINES: readonly (readonly Line[])[] = [
  [GOALS, WINS],
  [GOALS, CLEAN_SHEETS, GIFT],
]

const sumOf = (lines: readonly Line[], of: keyof Line): number =>
  lines.reduce((sum, line) => sum + line[of], 0)

/** As long as what the product writes. */
const CONSENT_LENGTH = 300
const HASH_LENGTH = 32

function answerFor(lines: readonly Line[]): string {
  const line =
    '{"statisticId":"01900000-0005-7000-8000-000000001f38","name":"Clean sheets","type":"per_increment","pledgeAmount":"2.50","estimatedTotal":"25.00"}'
  return JSON.stringify({ answer: 'x'.repeat(CONSENT_LENGTH + 750), pledgeStatistics: lines.map(() => line) })
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** `campaign` and `user` are the parameters, in the current writer's syntax. */
function statement(lines: readonly Line[], { campaign, user }: Record<'campaign' | 'user', string>): string {
  const values = lines.map(({ position, rate, estimate }) => `(${position}, ${rate}, ${estimate})`).join(', ')
  const expected = Math.min(sumOf(lines, 'most'), Math.max(sumOf(lines, 'estimate'), sumOf(lines, 'earned')))
  return `
    with pledge as (
      insert into pledges (id, campaign_id, pledger_id, ambassador_id, status, payment_timing, payment_method, card_id,
        maximum_cents, agreed_maximum_cents, estimate_cents, is_anonymous, note, consent_text, created_at)
      values (uuidv7(), bench.id(4, ${campaign}::bigint), bench.id(1, ${user}::bigint), null, 'active', 'end_of_campaign', 'check', null,
        null, ${sumOf(lines, 'most')}, ${sumOf(lines, 'estimate')}, false, null, ${literal('x'.repeat(CONSENT_LENGTH))}, now())
      returning id, campaign_id, pledger_id),
    lines as (
      insert into pledge_lines (campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents)
      select campaign_id, id, bench.id(5, ${campaign}::bigint * 8 + position), name, type, given.rate, estimate
        from pledge, (values ${values}) given (position, rate, estimate) join bench.statistics using (position)),
    noted as (
      insert into audit_log (id, at, actor_id, action, subject, subject_id, campaign_id, after)
      select uuidv7(), now(), pledger_id, 'pledge.create', 'pledge', id, campaign_id,
             '{"lines": ${lines.length}, "agreedMaximum": "250.00", "paymentMethod": "check"}' from pledge),
    kept as (
      insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
      select pledger_id, gen_random_uuid()::text, '\\x${'5a'.repeat(HASH_LENGTH)}', 201, ${literal(answerFor(lines))}, now() from pledge),
    unconfirmed as (
      insert into pledge_confirmations (pledge_id) select id from pledge)
    update campaign_totals set pledged_cents = pledged_cents + ${expected}, earned_cents = earned_cents + ${sumOf(lines, 'earned')},
           supporters_count = supporters_count + 1
     where campaign_id = bench.id(4, ${campaign}::bigint)`
}

const hasPgbench = spawnSync('pgbench', ['--version']).status === 0

/** pgbench where it is installed; otherwise prepared statements, one socket to a connection. */
export const pledgeWriter = (bench: Bench, connections: number): PledgeWriter =>
  hasPgbench
    ? { name: 'pgbench', write: (campaigns) => withPgbench(bench, connections, campaigns) }
    : { name: 'prepared statements', write: (campaigns) => overSockets(bench, connections, campaigns) }

const run = promisify(execFile)
/** pgbench includes the time it takes to connect in its duration, but not in its rate. */
const CONNECTING_SECONDS = 1

async function withPgbench(
  { url, folder, seconds }: Bench,
  connections: number,
  campaigns: number,
): Promise<Sample> {
  const scripts = await Promise.all(
    LINES.map(async (lines, index) => {
      const file = join(folder, `pledge-${index}.pgbench`)
      const text = statement(lines, { campaign: ':campaign', user: ':user' }).replaceAll(/\s*\n\s*/g, ' ')
      const sets = `\\set campaign random(0, ${campaigns - 1})\n\\set user random(0, ${USERS - 1})\n`
      await writeFile(file, `${sets}${text.trim()};\n`)
      return file
    }),
  )
  const { hostname, port, username, password, pathname } = new URL(url)
  const { stdout } = await run(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '1',
      '-T',
      String(Math.ceil(seconds) + CONNECTING_SECONDS),
      ...scripts.flatMap((file) => ['-f', file]),
      '-l',
      `--log-prefix=${join(folder, 'pgbench-log')}`,
    ],
    {
      env: {
        ...process.env,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: password,
        PGDATABASE: pathname.slice(1),
      },
    },
  )
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench said:\n${stdout}`)
  return { perSecond, latenciesMs: await readLatencies(folder) }
}

/** One line per transaction; the third column is how long it took, in microseconds. */
async function readLatencies(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('pgbench-log'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  await Promise.all(names.map((name) => rm(join(folder, name))))
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  )
}

async function overSockets({ url, seconds }: Bench, connections: number, campaigns: number): Promise<Sample> {
  const statements = LINES.map((lines, index) => ({
    name: `pledge_${index}`,
    text: statement(lines, { campaign: '$1', user: '$2' }),
  }))
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const below = (limit: number) => Math.floor(Math.random() * limit)
  const latenciesMs: number[] = []
  const start = performance.now()
  try {
    await Promise.all(
      clients.map(async (client) => {
        for (let now = performance.now(); now - start < seconds * 1000; ) {
          const sentAt = now
          const chosen = statements[below(statements.length)] as (typeof statements)[number]
          await client.query({ ...chosen, values: [below(campaigns), below(USERS)] })
          now = performance.now()
          latenciesMs.push(now - sentAt)
        }
      }),
    )
    return { perSecond: (latenciesMs.length * 1000) / (performance.now() - start), latenciesMs }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
