/**
 * Searches what the programs of a test run logged for every address, token and hash that they gave to their database:
 * `node tests/logs/check.ts <folder of the logs>`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSecret, wordsIn } from './secrets.ts'

/** Lines that contain a secret, each with the first one. */
export function leaksIn(lines: readonly string[], secrets: ReadonlySet<string>): string[] {
  return lines.flatMap((line) => {
    const found = wordsIn(line).find((word) => secrets.has(word) || (word.includes('@') && isSecret(word)))
    return found === undefined ? [] : [`${found} in ${line.slice(0, 300)}`]
  })
}

function checkFolder(folder: string): boolean {
  const read = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  const secrets = new Set(read('.secrets.json').flatMap((text) => JSON.parse(text) as string[]))
  const lines = read('.log').flatMap((text) => text.split('\n').filter(Boolean))
  const leaks = leaksIn(lines, secrets)
  for (const leak of leaks.slice(0, 20)) console.error(leak)
  console.log(
    `${lines.length} lines of logs searched for ${secrets.size} addresses, tokens and hashes: ${leaks.length} found`,
  )
  return leaks.length === 0 && lines.length > 0 && secrets.size > 0
}

const folder = process.argv[2]
if (import.meta.main && folder) process.exitCode = checkFolder(folder) ? 0 : 1
