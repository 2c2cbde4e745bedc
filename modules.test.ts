/** The server consists of modules that depend on one another in one direction (docs/architecture.md). */
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { architecture, DOCUMENT, isRootFile, MODULES, moduleOf, serverSources } from './tests/architecture.ts'
import { type Import, importsOf, inZone, isTest, product, under, wrongImports } from './tests/sources.ts'

/** What starts the program out of all modules stands above them; only the programs beside it import it. */
const ROOT_FILES_IMPORTED_BY: Record<string, string> = {
  'server/operations/dev.ts': 'runs jobs on request in tests and at development',
  'server/operations/demo/fill.ts': 'fills a program with a season',
  'server/operations/demo/people.ts': 'fills a program with a season',
  'server/operations/demo/seed.ts': 'fills a program with a season',
  'server/operations/demo/seed-command.ts': 'starts a program to fill it',
  'server/operations/demo/steps-money.ts': 'runs the jobs of a season',
}
const MAX_ROOT_FILES = 8

const isStore = (path: string) => /\/([a-z-]+-)?store\.ts$/.test(path)

const imports = serverSources.flatMap(importsOf).filter(({ to }) => inZone(to, 'server'))
const describeImport = ({ from, to }: Import) => `${from} imports ${to}`

/** The folders that can be reached from each other, as found by following imports from each of them. */
function cyclesAmong(edges: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const a = dirname(from)
    const b = dirname(to)
    if (a !== b) next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const reachedFrom = (start: string) => {
    const reached = new Set<string>()
    const waiting = [...(next.get(start) ?? [])]
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (reached.has(folder)) continue
      reached.add(folder)
      waiting.push(...(next.get(folder) ?? []))
    }
    return reached
  }
  return [...next.keys()].filter((folder) => reachedFrom(folder).has(folder))
}

describe('the modules of the server', () => {
  it('are those listed, with few files beside them', () => {
    const beside = serverSources.filter(({ path }) => isRootFile(path)).map(({ path }) => path)
    expect(beside.length, beside.join(', ')).toBeLessThanOrEqual(MAX_ROOT_FILES)
    const others = serverSources.filter(({ path }) => !isRootFile(path) && !MODULES.includes(moduleOf(path)))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  it('depend downward only', () => {
    const level = (path: string) => (isRootFile(path) ? MODULES.length : MODULES.indexOf(moduleOf(path)))
    const upward = imports.filter(
      ({ from, to }) =>
        level(to) > level(from) && !(isRootFile(to) && Object.hasOwn(ROOT_FILES_IMPORTED_BY, from)),
    )
    expect(upward.map(describeImport)).toEqual([])
  })

  it('have no cycle among their folders, types included', () => {
    const amongFolders = imports.filter(({ from, to }) => !isRootFile(from) && !isRootFile(to))
    expect(cyclesAmong(amongFolders)).toEqual([])
  })

  it('keep each store to its own folder', () => {
    const foreign = imports.filter(({ from, to }) => isStore(to) && dirname(from) !== dirname(to))
    expect(foreign.map(describeImport)).toEqual([])
  })

  it('offer what is public of a folder in its index.ts, a module’s parts in its deps.ts, and nothing else', () => {
    const folders = MODULES.filter((name) => name !== 'platform').map((name) => `server/${name}`)
    const passing = imports.filter(
      ({ from, to }) =>
        !isRootFile(from) &&
        !from.endsWith('/deps.ts') &&
        dirname(from) !== dirname(to) &&
        folders.some((folder) => inZone(to, folder)) &&
        !/\/(index|deps)\.ts$/.test(to),
    )
    expect(passing.map(describeImport)).toEqual([])
  })

  it('hand on only in index.ts what another file of the folder offers', () => {
    const handedOn = serverSources.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:type )?(?:\*|\{[^}]*\}) from '([^']+)'/gm)]
        .map(([, from]) => from as string)
        .filter((from) => !path.endsWith('/index.ts') || !from.startsWith('./'))
        .map((from) => `${path} hands on ${from}`),
    )
    expect(handedOn).toEqual([])
  })
})

describe('the picture of the architecture', () => {
  it('is drawn from the imports as they are (npm run architecture)', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(architecture())
  })

  it('leads along files that are there', () => {
    const named = [...architecture().matchAll(/`((?:domain|server|web)\/[^`]+\.tsx?)`/g)].map(
      ([, path]) => path as string,
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

/** What the domain may import beside zod, each library with the reason and the folder that may. */
const LIBRARIES_OF_THE_DOMAIN: Record<string, { folder: string; reason: string }> = {
  jstat: {
    folder: 'domain/forecast',
    reason: 'incomplete beta and gamma functions are no work for us (R61)',
  },
  'csv-parse/sync': { folder: 'domain/files', reason: 'quotes and line breaks inside cells' },
  'ical.js': {
    folder: 'domain/files',
    reason: 'folded lines, time zones and repetitions of calendars (RFC 5545)',
  },
  '@f-o-t/ofx': {
    folder: 'domain/files',
    reason: 'banks’ files in OFX and QFX: SGML without end tags, or XML',
  },
  'fast-xml-parser': { folder: 'domain/files', reason: 'StatCrew’s scorebooks are XML' },
}

/** What bills, charges, caps, settles and books: none of it may look at a forecast (R61). */
const MONEY_DOMAIN =
  /^domain\/(money|billing\/(commission|journal|settlement[\w-]*)|pledges\/(accrual|card-testing|maximum|pledge|pledge-changes))\.ts$/

describe('zones:', () => {
  it('the domain imports only itself, zod, and the listed libraries', () => {
    const domain = under('domain').filter((source) => !isTest(source))
    const isListed = ({ from, to }: Import) => {
      const library = Object.hasOwn(LIBRARIES_OF_THE_DOMAIN, to) ? LIBRARIES_OF_THE_DOMAIN[to] : undefined
      return library !== undefined && inZone(from, library.folder)
    }
    const isForeign = (found: Import) => !inZone(found.to, 'domain') && found.to !== 'zod' && !isListed(found)
    expect(wrongImports(domain, isForeign)).toEqual([])
  })

  it('nothing that bills, caps, charges or settles imports a forecast (R61)', () => {
    const reachesForecast = ({ to }: Import) =>
      inZone(to, 'domain/forecast') || inZone(to, 'server/season/forecasts')
    const money = product.filter(({ path }) => inZone(path, 'server/money') || MONEY_DOMAIN.test(path))
    expect(money.length).toBeGreaterThan(50)
    expect(money.filter(({ path }) => inZone(path, 'domain/pledges'))).toHaveLength(5)
    expect(wrongImports(money, reachesForecast)).toEqual([])
    // Nor does it read the stored figure that everything expected uses (R9).
    const reading = money.filter(
      ({ path, text }) => inZone(path, 'server/money') && /\blikely\b|ToCome\b/.test(text),
    )
    expect(reading.map(({ path }) => path)).toEqual([])
  })

  it('the server imports types, drawings and content of the web, never a page', () => {
    const isData = (path: string) => inZone(path, 'web/art') || inZone(path, 'web/content')
    const runs = ({ to, isTypeOnly }: Import) => inZone(to, 'web') && !isTypeOnly && !isData(to)
    expect(wrongImports(under('server'), runs)).toEqual([])
  })

  it('the web imports only types of the server', () => {
    const runs = ({ to, isTypeOnly }: Import) => inZone(to, 'server') && !isTypeOnly
    expect(wrongImports(under('web'), runs)).toEqual([])
  })

  it('the design system imports neither the router nor the domain', () => {
    const knows = ({ to }: Import) =>
      to.startsWith('react-router') || ['domain', 'server'].some((zone) => inZone(to, zone))
    expect(wrongImports(under('web/ui'), knows)).toEqual([])
  })

  it('product code imports no test and no benchmark', () => {
    expect(wrongImports(product, ({ to }) => inZone(to, 'tests') || inZone(to, 'benches'))).toEqual([])
  })

  it('Node can run the server directly: imports have extensions, and there is no JSX', () => {
    const own = ({ to }: Import) => ['domain', 'server'].some((zone) => inZone(to, zone))
    expect(
      wrongImports(under('domain', 'server'), (found) => own(found) && !/\.(ts|json)$/.test(found.to)),
    ).toEqual([])
    expect(under('domain', 'server').filter(({ path }) => path.endsWith('.tsx'))).toEqual([])
  })
})
