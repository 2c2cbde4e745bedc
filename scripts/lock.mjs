// npm run lock: after installing or upgrading packages, completes the lockfile. npm leaves out optional packages
// for other platforms when the registry in use does not carry them, and then `npm ci` refuses the file everywhere.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { packages } = lock

/** Where Node would find it from there: beside, or in any folder above. */
function isPresent(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

/** What npm needs to know to leave it alone on this machine; the name says it. */
function platformOf(name) {
  const has = (...words) => words.find((word) => new RegExp(`[-/]${word}(-|$)`).test(name))
  const os = has(
    'android',
    'darwin',
    'freebsd',
    'netbsd',
    'openbsd',
    'openharmony',
    'linux',
    'sunos',
    'win32',
  )
  const cpu = has('arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32')
  const libc = has('musl') ? 'musl' : has('gnu') ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

for (const [path, { optionalDependencies = {}, dev }] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isPresent(path, name)) continue
    packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev && { dev }), optional: true }
    console.log(`added ${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
