/** The sources keep the house rules that no linter checks; each exception is listed with its reason. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  all,
  filesIn,
  inZone,
  isCode,
  isTest,
  linesWith,
  product,
  type Source,
  stylesheets,
  under,
} from './tests/sources.ts'

describe('only one place', () => {
  it('reads the time', () => {
    const allowed = {
      'server/platform/base/clock.ts': 'the clock itself',
      'web/query-client.ts': 'the browser’s clock, given to what fetches',
      'web/parts/pledging/referral.ts': 'how long this browser has kept a link (R42)',
      'web/root.tsx': 'a page is as fresh as the moment it arrives',
    }
    expect(
      linesWith(/\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)/, product.filter(isCode), allowed),
    ).toEqual([])
  })

  it('reads the time in SQL: statements receive it as a parameter', () => {
    const names =
      'now\\(\\)|current_timestamp|current_date|localtimestamp|(clock|statement|transaction)_timestamp\\(\\)'
    const pattern = new RegExp(`(?<![.\\w])(?<!DEFAULT )(${names})`, 'i')
    const sources = under('server').filter((source) => !isTest(source))
    expect(linesWith(pattern, sources, { 'server/platform/base/clock.ts': 'the clock itself' })).toEqual([])
  })

  it('rounds and parses amounts', () => {
    const allowed = {
      'domain/money.ts': 'amounts',
      'domain/quantity.ts': 'quantities',
      'web/art/camera.ts': 'points of a drawing',
    }
    const pattern = /\bMath\.round\b|\bparseFloat\b|\.toFixed\(|\/ 100\b(?!\.)/
    expect(linesWith(pattern, product.filter(isCode), allowed)).toEqual([])
  })

  // Several fields are written in one event when a page is taken over: the last would undo the others, and by the
  // time an update runs React may have put back what the field held.
  it('sets a state from a copy that may be out of date: the update is a function', () => {
    const pattern = /\bset[A-Z]\w*\((\{ \.\.\.\w+,|\(\w+\) => .*\b(t|currentT)arget\b)/
    expect(linesWith(pattern, under('web').filter(isCode), {})).toEqual([])
  })

  it('reads the environment', () => {
    const allowed = {
      'server/main.ts': 'reads it once',
      'server/operations/migrate-command.ts': 'reads it once, as a program of its own',
      'server/operations/role-command.ts': 'reads it once, as a program of its own',
      'server/operations/backup/backup-command.ts': 'reads it once, as a program of its own',
      'server/operations/backup/restore-command.ts': 'reads it once, as a program of its own',
      'server/operations/keys/rotate-command.ts': 'reads it once, as a program of its own',
      'server/operations/demo/seed-command.ts': 'reads it once, as a program of its own',
      'server/platform/db/embedded.ts': 'hands PATH on',
      'server/platform/db/embedded-account.ts': 'hands PATH on',
    }
    expect(linesWith(/\bprocess\.env\b/, product.filter(isCode), allowed)).toEqual([])
  })

  it('calls fetch', () => {
    const allowed = {
      'web/api.ts': 'every call',
      'web/query-client.ts': 'gives it the browser’s',
      'web/identity.ts': 'signs in and out, before there is a token',
    }
    const web = product.filter((source) => isCode(source) && inZone(source.path, 'web'))
    expect(linesWith(/(?<![.\w])fetch\(/, web, allowed)).toEqual([])
  })
})

describe('the rulebook', () => {
  const rulebook = readFileSync('docs/rules.md', 'utf8')
  const documents = filesIn('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const isMigration = (path: string) => path.startsWith('server/platform/db/migrations/')

  /** `R12`, and every number of `R6 to R8`. */
  function citedIn(text: string): Set<string> {
    const ranges = [...text.matchAll(/\bR(\d+) to R(\d+)\b/g)].flatMap(([, from, to]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `R${Number(from) + index}`),
    )
    return new Set([...(text.match(/\bR\d+\b/g) ?? []), ...ranges])
  }

  /** Each rule with the files that it says enforce it. */
  const rules = rulebook
    .split(/^### (?=R\d+ )/m)
    .slice(1)
    .map((section) => ({
      number: section.slice(0, section.indexOf(' ')),
      files: [
        ...(section.split('\n- Enforced in:')[1]?.split(/\n- |\n\n/)[0] ?? '').matchAll(
          /`([\w.-]+\/[\w./-]+\.(?:tsx?|sql))`/g,
        ),
      ].map(([, path]) => path as string),
    }))
  const numbers = rules.map(({ number }) => number)

  const isExercise = (source: Source) =>
    isTest(source) || /\.spec\.ts$/.test(source.path) || source.path.startsWith('tests/')
  const citedBy = (sources: Source[]) => new Set(sources.flatMap(({ text }) => [...citedIn(text)]))
  const missingFrom = (cited: Set<string>, allowed: Record<string, string>) =>
    numbers.filter((number) => !cited.has(number) && !(number in allowed))

  it('numbers its rules from R1 on without gaps or repeats', () => {
    expect(numbers).toEqual(numbers.map((_, index) => `R${index + 1}`))
  })

  it('has every rule that code, SQL, tests, scripts and documents cite', () => {
    const readers = [...all, ...documents, { path: 'README.md', text: readFileSync('README.md', 'utf8') }]
    const unknown = readers.flatMap(({ path, text }) =>
      [...citedIn(text)].filter((number) => !numbers.includes(number)).map((number) => `${path} ${number}`),
    )
    expect(unknown).toEqual([])
  })

  it('has only rules that product code cites', () => {
    const enforcing = all.filter(
      (source) =>
        ['domain', 'server', 'web'].some((zone) => inZone(source.path, zone)) && !isExercise(source),
    )
    expect(missingFrom(citedBy(enforcing), {})).toEqual([])
  })

  it('has only rules that a test cites', () => {
    expect(missingFrom(citedBy(all.filter(isExercise)), {})).toEqual([])
  })

  it('names existing files for each rule, code and a test, that cite the rule', () => {
    const wrong = rules.flatMap(({ number, files }) => {
      const named = files.map((path) => all.find((source) => source.path === path))
      const sources = named.filter((source) => source !== undefined)
      return [
        ...files.filter((_, index) => !named[index]).map((path) => `${number}: ${path} is not there`),
        ...(sources.some(isExercise) ? [] : [`${number}: no test is named`]),
        ...(sources.some((source) => !isExercise(source)) ? [] : [`${number}: no code is named`]),
        ...sources
          // Migrations stay as they were applied.
          .filter(({ path, text }) => !isMigration(path) && !citedIn(text).has(number))
          .map(({ path }) => `${number}: ${path} does not cite it`),
      ]
    })
    expect(wrong).toEqual([])
  })

  it('is linked from documents without broken links', () => {
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
        .map(([, to]) => join(dirname(path), to as string))
        .filter((to) => !existsSync(to))
        .map((to) => `${path} links to ${to}`),
    )
    expect(broken).toEqual([])
  })

  it('is what comments refer to, rather than documents outside the repository', () => {
    expect(
      all.flatMap(({ path, lines }) =>
        lines
          .map((line, index) => ({ line, number: index + 1 }))
          .filter(({ line }) => /\bspec sections?\b|\(design(\.md)?[,)]|\b[Tt]he look(’s|'s)\b/.test(line))
          .map(({ line, number }) => `${path}:${number} ${line.trim()}`),
      ),
    ).toEqual([])
  })
})

describe('house style:', () => {
  it('a file of the server is called for its job, in words with hyphens and no suffix', () => {
    const names = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/
    const nothing = /^(actions|queries|jobs|utils|helpers|common|misc|words|templates)(\.test)?\.ts$/
    const called = ({ path }: Source) => path.split('/').at(-1) ?? ''
    // What runs or binds all jobs of the program stands at its root.
    const odd = under('server')
      .filter(isCode)
      .filter(
        (source) =>
          !names.test(called(source)) || (nothing.test(called(source)) && source.path.split('/').length > 2),
      )
    expect(odd.map(({ path }) => path)).toEqual([])
  })

  it('a CSS class is defined in one stylesheet only', () => {
    const homes = new Map<string, string[]>()
    for (const { path, text } of stylesheets)
      for (const [, name] of text.matchAll(/^ *(\.[\w-]+)(?=[,\s]*\{|,$)/gm))
        homes.set(name as string, [...new Set([...(homes.get(name as string) ?? []), path])])
    expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([])
  })

  it('a heading has one of the sizes of web/ui/heading.tsx', () => {
    expect(linesWith(/<h[1-6][^>]*\b(text|large)-\[/, all)).toEqual([])
  })

  it('type grows with the size that a reader has set in the browser, and with it what is made to hold it', () => {
    const pages = [...under('web'), ...under('server/documents/embed')].filter((source) => !isTest(source))
    const size = /\b(text|leading|min-h|max-w|grid-cols)-\[[^\]\s]*[\d.]+(px|pt)\b/
    const property = /\b(font|font-size|fontSize\w*|line-height|lineHeight):\s*['"`]?[^;,}]*\d(px|pt)\b/
    const breakpoint = /@media[^{]*\d(px|pt)\b|@?\b(min|max)-\[\d+(px|pt)\]|--breakpoint-\w+: [\d.]+px/
    for (const pattern of [size, property, breakpoint]) expect(linesWith(pattern, pages)).toEqual([])
  })

  it('there are no TODOs, and no skipped or focused tests', () => {
    expect(linesWith(/\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/, all)).toEqual([])
    expect(linesWith(/\b(it|test|describe)\.(only|skip|todo|fixme)\b/, all)).toEqual([])
  })

  it('a reason beside a button ends with a period only where it is several sentences', () => {
    const attribute = /\breason=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g
    const reasons = product.flatMap(({ path, text }) =>
      [...text.matchAll(attribute)]
        .flatMap(
          ([, plain, code = '']) =>
            plain ?? [...code.matchAll(/(['`])([A-Z].*?)\1(?=\s)/g)].map((one) => one[2]),
        )
        .map((reason) => ({ path, reason: reason ?? '' })),
    )
    expect(reasons.length).toBeGreaterThan(8)
    const isWrong = ({ reason }: { reason: string }) => /[.?!] [A-Z]/.test(reason) !== reason.endsWith('.')
    expect(reasons.filter(isWrong)).toEqual([])
  })

  it('tests wait for conditions, never for time', () => {
    const tests = [...under('tests'), ...all.filter(isTest)]
    expect(linesWith(/waitForTimeout|(?<!test\.)\bsetTimeout\(/, tests)).toEqual([])
  })

  it('the lockfile has no registry addresses', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "http/)
  })

  it('the lockfile has the packages of every platform (npm run lock adds them)', () => {
    type Locked = { version?: string; optionalDependencies?: Record<string, string> }
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, Locked>
    }
    const paths = Object.keys(packages)
    const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}))
    expect(optional.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual(
      [],
    )
  })
})
