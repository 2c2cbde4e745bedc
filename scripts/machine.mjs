// What tests need from the machine and packages cannot provide: a browser, the oldest PostgreSQL we support, and what
// surrounds the program in production.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { runAsync, runToolAsync } from './setup.mjs'

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Fails soon on a machine without a network. */
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

/** The headless shell is the same Chromium at half the work, and what Playwright itself uses for tests. */
const CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser that tests drive: the system's, or null for the one that Playwright installs. */
export async function installChromium() {
  const present = () => CHROMIUMS.find((path) => existsSync(path))
  if (present() === CHROMIUMS[0]) return present()
  if (canUseApt() && (await apt('chromium-headless-shell')) && present()) return present()
  if (present()) return present()
  await runToolAsync('playwright', ['install', 'chromium-headless-shell'])
  return null
}

/** What the tests run besides the program, and Debian's package that contains it. */
const PROGRAMS = {
  '/usr/lib/postgresql/15/bin/initdb': 'postgresql-15',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/promtool': 'prometheus',
}

/** Debian only; elsewhere the tests that need these programs use whichever they find. */
export async function installPrograms() {
  const missing = Object.entries(PROGRAMS).filter(([path]) => !existsSync(path))
  if (missing.length === 0 || !canUseApt()) return
  // The package would start its own server.
  const settings = '/etc/postgresql-common/createcluster.conf'
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n')
  await apt(...missing.map(([, name]) => name))
}
