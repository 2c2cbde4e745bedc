import { beforeEach, expect, it, vi } from 'vitest'
import { proposedRows } from '#web/parts/statistics/proposals.ts'
import {
  creationIntent,
  type Draft,
  forgetDraft,
  isTyped,
  keepDraft,
  NEW_ORGANIZATION,
  newDraft,
  readDraft,
  startingDetails,
} from './draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

const typed = () => {
  const draft = newDraft('ada')
  return { ...draft, details: { ...draft.details, name: 'Spring lights' } }
}

it('a campaign draft is read back only by its user, until it is discarded', () => {
  keepDraft(typed())
  expect(readDraft('ada')).toEqual(typed())
  expect(readDraft('bob')).toEqual(newDraft('bob'))
  forgetDraft()
  expect(readDraft('ada')).toEqual(newDraft('ada'))
})

it('a campaign draft starts with the defaults, also if the kept one is unreadable', () => {
  expect(newDraft('ada').details).toMatchObject({ goal: '1000', cause: 'football' })
  for (const other of ['{', '{"userId":"ada"}', '{"userId":"ada","organization":3}', 'null']) {
    kept.set('creating-campaign', other)
    expect(readDraft('ada')).toEqual(newDraft('ada'))
  }
})

it('a campaign draft of an older version gets new fields from the defaults and loses removed ones', () => {
  const { goal: _, ...older } = typed().details
  kept.set('creating-campaign', JSON.stringify({ ...typed(), details: { ...older, mascot: 'Owl' } }))
  expect(readDraft('ada')).toEqual(typed())
})

it('a campaign draft counts as changed once something was typed', () => {
  const draft = newDraft('ada')
  expect(isTyped(draft)).toBe(false)
  expect(isTyped(typed())).toBe(true)
  const adding = NEW_ORGANIZATION
  expect(isTyped({ ...draft, adding })).toBe(false)
  expect(isTyped({ ...draft, adding: { ...adding, city: 'Waco' } })).toBe(true)
})

it('a campaign draft keeps adjusted statistics, and an older draft without them is accepted', () => {
  const rows = { soccer: proposedRows('soccer').slice(0, 2) }
  const draft = { ...typed(), statistics: { isOn: true, rows } }
  keepDraft(draft)
  expect(readDraft('ada')).toEqual(draft)
  const { statistics: _, sent: __, ...older } = typed()
  kept.set('creating-campaign', JSON.stringify(older))
  expect(readDraft('ada')).toEqual(typed())
})

/** A browser tab with the wizard: each reads the stored draft when it opens. */
function opened() {
  let draft = readDraft('ada')
  const change = (changes: Partial<Draft>): void => {
    draft = { ...draft, ...changes }
    keepDraft(draft)
  }
  const parts = { read: () => draft, change }
  return { campaign: creationIntent('campaign', parts), organization: creationIntent('organization', parts) }
}

it('a campaign creation keeps its idempotency key across reloads until it is answered', () => {
  const key = opened().campaign.keyFor('{"name":"Spring lights"}')
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).toBe(key)
  expect(opened().organization.keyFor('{"name":"Spring lights"}')).not.toBe(key)
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).toBe(key)
  expect(opened().campaign.keyFor('{"name":"Summer lights"}')).toBe(key)
  opened().campaign.answered()
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).not.toBe(key)
})

it('the details begin with the cause of the organization’s name and a usual season of it', () => {
  const of = (name: string) => ({
    id: '',
    name,
    timeZone: 'America/New_York',
    logoUrl: null,
    firstColor: '#000000',
    secondColor: '#000000',
  })
  const { details } = newDraft('ada')
  expect(startingDetails(details, of('Waco Lacrosse Club'), '2026-03-01')).toMatchObject({
    cause: 'lacrosse',
    startDate: '2026-03-01',
    endDate: '2026-05-24',
  })
  expect(startingDetails(details, of('Lincoln High Boosters'), '2026-03-01').cause).toBe('football')
  const chosen = { ...details, cause: 'reading', startDate: '2026-03-02' } as const
  expect(startingDetails(chosen, of('Waco Lacrosse Club'), '2026-03-01')).toEqual(chosen)
})
