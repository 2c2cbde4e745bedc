/** Values that a description asks for, and values that no description anticipates. */
import type { Random } from './random.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\u200b',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  "' or 1=1; --",
  '%00',
  '%E2%80%8B',
  '<script>alert(1)</script>',
  '=cmd()',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '%{x}',
  '9'.repeat(400),
  '-0',
  '1e400',
  '0x10',
  '١٢٣',
  '12.345',
  '-1',
  '1,000',
  '2026-02-30',
  '0000-00-00',
  '2026-13-01T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'a'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(50),
  '\r\nX: y',
  'http://localhost',
  'javascript:alert(1)',
  'a@b',
  'a@b.c',
  `${'a'.repeat(300)}@example.org`,
]
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.001,
  1e308,
  -1e308,
  2 ** 53,
  1_000_000_000_000,
  [],
  {},
  [[[[]]]],
  { length: 1e9 },
  { toString: 1 },
  [null],
  ['', 0],
  { $ne: null },
]

export const hostileText = (random: Random): string => random.one(HOSTILE_TEXTS)
export const hostileValue = (random: Random): unknown =>
  random.percent(60) ? hostileText(random) : random.one(HOSTILE_VALUES)

const TEXTS: Record<string, readonly string[]> = {
  email: ['ada@example.org', 'nobody@example.org'],
  date: ['2026-09-10', '2026-12-31', '2027-02-28'],
  'date-time': ['2026-09-10T18:00:00Z', '2026-12-31T23:59:59.999Z'],
  uri: ['https://example.org'],
}
const AMOUNTS = ['0.01', '1', '12.50', '999999.99', 5, 0]
const WORDS = ['Goals', 'A long enough password', 'TX', 'school', 'Fall Season', 'ok']

/** Something that the schema allows, more or less; ids are those of existing rows. */
export function valueFor(
  schema: Schema | undefined,
  random: Random,
  ids: readonly string[],
  depth = 0,
): unknown {
  if (!schema || depth > 8) return hostileValue(random)
  const one = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (one) return valueFor(random.one(one), random, ids, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.one(schema.enum)
  const type = Array.isArray(schema.type) ? random.one(schema.type) : schema.type
  if (type === 'object' || schema.properties) return objectOf(schema, random, ids, depth)
  if (type === 'array')
    return Array.from({ length: random.below(3) }, () => valueFor(schema.items, random, ids, depth + 1))
  if (type === 'boolean') return random.percent(50)
  if (type === 'integer' || type === 'number') return random.one([0, 1, 2, 50, 200, -1, 1.5])
  if (type === 'null') return null
  if (schema.format === 'uuid') return random.one(ids)
  if (schema.format === 'money' || schema.format === 'quantity') return random.one(AMOUNTS)
  return random.one(TEXTS[schema.format ?? ''] ?? [...WORDS, ...ids.slice(0, 3)])
}

function objectOf(schema: Schema, random: Random, ids: readonly string[], depth: number): unknown {
  const value: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false
    if (!isRequired && random.percent(40)) continue
    if (isRequired && random.percent(4)) continue
    value[name] = random.percent(12) ? hostileValue(random) : valueFor(of, random, ids, depth + 1)
  }
  if (random.percent(3)) value[hostileText(random).slice(0, 40)] = hostileValue(random)
  return value
}
