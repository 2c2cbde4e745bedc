/** The API refuses what each rule of every form refuses, with the message that the form shows beside its field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { countRows, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { formRules } from '#tests/form-rules/all.ts'
import type { FormRules, Wrong } from '#tests/form-rules/rule.ts'
import { givenSeason } from '#tests/given-season.ts'

const NOW = '2026-09-10T16:00:00Z'
const FORMS = formRules(NOW)

let app: TestApp
let org: TestOrganization
let season: Season
/** By their placeholders in the table. */
let ids: Record<string, string>

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: NOW }))
  const made = async (path: string, body: object) =>
    expectStatus(await org.representative.post<{ id: string }>(`${season.path}${path}`, body), 201).id
  const statistic = season.statistics.wins.id
  ids = {
    '{campaign}': season.id,
    '{organization}': org.organizationId,
    '{statistic}': statistic,
    '{result}': await made('/results', { statisticId: statistic, quantity: 1 }),
    '{comment}': await made('/comments', { message: 'Go!' }),
  }
})
afterAll(() => app.close())

const withIds = <T>(value: T): T =>
  JSON.parse(
    Object.entries(ids).reduce((text, [place, id]) => text.replaceAll(place, id), JSON.stringify(value)),
  ) as T

/** At a path such as `tieredRewards.0.prize`, whose parents exist. */
function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() as string
  let inside = body
  for (const name of names) inside = inside[name] as Record<string, unknown>
  inside[last] = value
}

async function send({ method, path, as }: FormRules, body: unknown) {
  const caller = as ? org[as] : org.owner
  return caller[method === 'PUT' ? 'put' : 'post']<ErrorBody>(withIds(path), withIds(body))
}

const bodyWith = ({ good }: FormRules, { field, sentWith, sent, typed }: Wrong) => {
  const body = structuredClone({ ...good, ...sentWith })
  put(body, field, sent === undefined ? typed : sent)
  return body
}

describe.each(Object.entries(FORMS))('the API refuses in the form “%s”', (_, form) => {
  const rules = form.rounds.flatMap(({ wrong }) => wrong)
  it.each(rules.map((rule) => [rule.field, rule.words, rule] as const))(
    '%s with “%s”',
    async (_, words, rule) => {
      const before = await countRows(app.deps.db)
      const { status, body } = await send(form, bodyWith(form, rule))
      expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [rule.field]: words } })
      expect(body.message).toBe(words)
      expect(await countRows(app.deps.db)).toEqual(before)
    },
  )
})

describe('the API accepts right values of the form', () => {
  // Forms that would interfere with the others here are left to their own tests.
  const alike = ['statistic', 'reward', 'event', 'copy', 'single result', 'comment', 'contact', 'bulk invite']
  it.each(alike)('%s', async (name) => {
    const form = FORMS[name] as FormRules
    const { status, body } = await send(form, form.good)
    expect([200, 201], JSON.stringify(body)).toContain(status)
  })
})
