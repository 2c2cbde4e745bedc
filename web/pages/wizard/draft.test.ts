import { beforeEach, expect, it, vi } from 'vitest'
import { proposedRows } from '#web/pages/manage/statistics/proposals.ts'
import { creationIntent, type Draft, forgetDraft, isTyped, keepDraft, newDraft, readDraft } from './draft.ts'

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

it('keeps what was typed for whoever typed it, until it is forgotten', () => {
  keepDraft(typed())
  expect(readDraft('ada')).toEqual(typed())
  expect(readDraft('bob')).toEqual(newDraft('bob'))
  forgetDraft()
  expect(readDraft('ada')).toEqual(newDraft('ada'))
})

it('starts with the defaults of the form, and anew after what it cannot read', () => {
  expect(newDraft('ada').details).toMatchObject({
    goal: '1000',
    campaignType: 'athletic',
    template: 'football',
  })
  for (const other of ['{', '{"userId":"ada"}', '{"userId":"ada","organization":3}', 'null']) {
    kept.set('creating-campaign', other)
    expect(readDraft('ada')).toEqual(newDraft('ada'))
  }
})

it('takes a field that came later from the defaults, and leaves out one that is no more', () => {
  const { goal: _, ...older } = typed().details
  kept.set('creating-campaign', JSON.stringify({ ...typed(), details: { ...older, mascot: 'Owl' } }))
  expect(readDraft('ada')).toEqual(typed())
})

it('has something to lose once something was typed', () => {
  const draft = newDraft('ada')
  expect(isTyped(draft)).toBe(false)
  expect(isTyped(typed())).toBe(true)
  const adding = { name: '', description: '', website: '', city: '', state: '', organizationType: '' }
  expect(isTyped({ ...draft, adding })).toBe(false)
  expect(isTyped({ ...draft, adding: { ...adding, city: 'Waco' } })).toBe(true)
})

it('keeps what was adjusted of the proposed statistics, and takes a draft of before there were any', () => {
  const rows = { soccer: proposedRows('soccer').slice(0, 2) }
  const draft = { ...typed(), statistics: { isOn: true, rows } }
  keepDraft(draft)
  expect(readDraft('ada')).toEqual(draft)
  const { statistics: _, sent: __, ...older } = typed()
  kept.set('creating-campaign', JSON.stringify(older))
  expect(readDraft('ada')).toEqual(typed())
})

/** A tab of the wizard: each reads what is kept when it is opened. */
function opened() {
  let draft = readDraft('ada')
  const change = (changes: Partial<Draft>): void => {
    draft = { ...draft, ...changes }
    keepDraft(draft)
  }
  const parts = { read: () => draft, change }
  return { campaign: creationIntent('campaign', parts), organization: creationIntent('organization', parts) }
}

it('sends the same creation with the same key until it is answered, also after a reload', () => {
  const key = opened().campaign.keyFor('{"name":"Spring lights"}')
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).toBe(key)
  expect(opened().organization.keyFor('{"name":"Spring lights"}')).not.toBe(key)
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).toBe(key)
  expect(opened().campaign.keyFor('{"name":"Summer lights"}')).not.toBe(key)
  opened().campaign.answered()
  expect(opened().campaign.keyFor('{"name":"Spring lights"}')).not.toBe(key)
})
