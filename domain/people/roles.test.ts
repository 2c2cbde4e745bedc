import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEMBER_ROLES, permissionsOf } from './roles.ts'

const rules = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const rows = rules
  .slice(rules.indexOf('## 5. Permissions'), rules.indexOf('### R27'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
const columns = rows[0] ?? []

/** As the table says it: of one's own campaigns, of drafts among them, or not. */
function cellOf(permission: string, membership: (typeof MEMBER_ROLES)[number]): string {
  const may = (status: 'draft' | 'active' | 'completed') =>
    permissionsOf({ isRepresentative: false, membership, status })[
      permission as keyof ReturnType<typeof permissionsOf>
    ]
  if (!may('draft')) return ''
  if (!may('active')) return 'own, while draft'
  return may('completed') ? 'own' : 'own, until it is over'
}

test('the table of permissions in the rules says what each role may do (R25)', () => {
  const said: Record<string, Record<string, string>> = {}
  const meant: Record<string, Record<string, string>> = {}
  for (const row of rows)
    for (const [permission = ''] of (row[0] ?? '').matchAll(/\bcan[A-Z]\w+/g)) {
      said[permission] = Object.fromEntries(
        MEMBER_ROLES.map((role) => [role, row[columns.indexOf(role)] ?? '']),
      )
      meant[permission] = Object.fromEntries(MEMBER_ROLES.map((role) => [role, cellOf(permission, role)]))
    }
  const all = permissionsOf({ isRepresentative: true, membership: null, status: 'active' })
  expect(said).toEqual(meant)
  expect(Object.keys(said).sort()).toEqual(
    Object.keys(all)
      .filter((name) => name.startsWith('can'))
      .sort(),
  )
})

test('a representative may do everything in every campaign, and someone who is no member nothing', () => {
  const of = (isRepresentative: boolean) =>
    new Set(Object.values(permissionsOf({ isRepresentative, membership: null, status: 'active' })))
  expect([of(true), of(false)]).toEqual([new Set([true]), new Set([false])])
})
