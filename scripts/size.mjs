/** npm run size: lines of the product by module, without tests, benches and documents. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const files = execFileSync('git', ['ls-files', 'domain', 'server', 'web'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|css|sql)$/.test(path) && !/\.test\.tsx?$/.test(path))

const sizes = new Map()
for (const path of files) {
  const [root, folder = ''] = path.split('/')
  const module = root === 'server' && !folder.includes('.') ? `server/${folder}` : root
  const { lines, count } = sizes.get(module) ?? { lines: 0, count: 0 }
  const more = readFileSync(path, 'utf8').split('\n').length - 1
  sizes.set(module, { lines: lines + more, count: count + 1 })
}

const row = (name, { lines, count }) =>
  console.log(`${name.padEnd(20)}${String(lines).padStart(8)} lines in${String(count).padStart(5)} files`)
for (const [name, size] of [...sizes].sort(([a], [b]) => a.localeCompare(b))) row(name, size)
const all = [...sizes.values()]
const sum = (what) => all.reduce((total, one) => total + one[what], 0)
row('all', { lines: sum('lines'), count: sum('count') })
