/** The files of the repository and their imports, for tests of its structure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Source = { path: string; text: string; lines: string[] }

const FOLDERS = ['domain', 'server', 'web', 'tests', 'benches', 'scripts']
const NOT_SOURCES = new Set(['node_modules', 'build', '__snapshots__'])

export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}

export const all: Source[] = FOLDERS.flatMap(filesIn)
  .filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, lines: text.split('\n') }
  })

export const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path)
export const isCode = ({ path }: Source) => /\.tsx?$/.test(path)
export const under = (...folders: string[]) =>
  all.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
export const product = under('domain', 'server', 'web').filter((source) => !isTest(source))
/** Without the stylesheet for forced colors, which repeats the classes of all others. */
export const stylesheets = all.filter(
  ({ path }) => path.endsWith('.css') && !path.endsWith('/forced-colors.css'),
)

/** Every line of code that matches, as path:line text. Comments are skipped: they may name what code must not use. */
export function linesWith(
  pattern: RegExp,
  sources: Source[],
  allowed: Record<string, string> = {},
): string[] {
  return sources
    .filter(({ path }) => !(path in allowed))
    .flatMap(({ path, lines }) =>
      lines
        .map((line, index) => ({ line: line.trim(), number: index + 1 }))
        .filter(({ line }) => !/^(\/\/|\*|\/\*|--)/.test(line) && pattern.test(line))
        .map(({ line, number }) => `${path}:${number} ${line}`),
    )
}

export type Import = { from: string; to: string; isTypeOnly: boolean }

/** The imports of a file: paths from the root for our own files, names for packages. */
export function importsOf({ path, text }: Source): Import[] {
  const pattern =
    /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[2] ?? match[3] ?? match[4] ?? ''
    const to = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(path), name) : name
    return { from: path, to, isTypeOnly: match[1] !== undefined }
  })
}
export const wrongImports = (sources: Source[], isWrong: (found: Import) => boolean) =>
  sources
    .flatMap(importsOf)
    .filter(isWrong)
    .map(({ from, to }) => `${from} imports ${to}`)
export const inZone = (path: string, zone: string) => path.startsWith(`${zone}/`)
