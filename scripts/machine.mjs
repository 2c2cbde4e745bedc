// What tests need of the machine and packages cannot bring: a browser, the oldest PostgreSQL we support, and PgBouncer.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { runAsync, runToolAsync } from './setup.mjs'

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** A machine without a network finds out soon. */
const PATIENCE = [
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=30',
  '-o',
  'Acquire::https::Timeout=30',
]

let queue = Promise.resolve(true)

/** One after the other: apt refuses a second one at once. */
function apt(...packages) {
  queue = queue.then(() => install(packages))
  return queue
}

async function install(packages) {
  // No package starts its server.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  console.log(`Installing ${packages.join(', ')} ...`)
  return (
    (await runAsync('apt-get', ['update', '-qq', ...PATIENCE], quiet)) &&
    runAsync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PATIENCE, ...packages], quiet)
  )
}

/** The engine without its windows is the same Chromium at half the work, and what Playwright takes for tests itself. */
const CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser that tests drive: the system's, or null for the one that Playwright brings. */
export async function installChromium() {
  const present = () => CHROMIUMS.find((path) => existsSync(path))
  if (present() === CHROMIUMS[0]) return present()
  if (canUseApt() && (await apt('chromium-headless-shell')) && present()) return present()
  if (present()) return present()
  await runToolAsync('playwright', ['install', 'chromium-headless-shell'])
  return null
}

/** Debian only; elsewhere the tests with servers of one's own use whichever they find. */
export async function installDatabases() {
  const isThere = ['/usr/lib/postgresql/15/bin/initdb', '/usr/sbin/pgbouncer'].every((path) =>
    existsSync(path),
  )
  if (isThere || !canUseApt()) return
  // The package would start a server of its own.
  const settings = '/etc/postgresql-common/createcluster.conf'
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n')
  await apt('postgresql-15', 'pgbouncer')
}

/**
 * The first of so many free ports in a row, below those that the system gives away by itself: two runs of the tests at
 * once do not meet.
 */
export async function freePorts(count) {
  for (let first = 10_000 + Math.floor(Math.random() * 200) * 100; first < 32_000; first += 100) {
    const ports = Array.from({ length: count }, (_, place) => first + place)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row`)
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
