import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { SecondPeopleNote } from './confirm-queue.tsx'

const own = { isFinal: true, cannotConfirmReason: 'Your entry: someone else must confirm it' } as ResultEntry
const foreign = { isFinal: true, cannotConfirmReason: null } as ResultEntry

function words(names: string[], representatives: number, waiting: ResultEntry[], mayConfirm = true): string {
  const members = names.map((name) => ({ id: name, name }))
  const permissions = { canManageStatistics: true, canConfirmResults: mayConfirm, canSettle: false }
  const data = { campaign: { id: 'c' }, permissions, secondPeople: { members, representatives } }
  const note = <SecondPeopleNote data={data as unknown as Management} waiting={waiting} />
  const html = renderToStaticMarkup(<MemoryRouter>{note}</MemoryRouter>)
  return html.replace(/<[^>]*>/g, '')
}

it.each<[string, string, string]>([
  ['they entered nothing that is unconfirmed', words([], 0, [foreign]), ''],
  ['a representative can confirm', words([], 2, [own]), 'What you entered is confirmed by a representative.'],
  [
    'another owner can confirm',
    words(['Olive'], 0, [own, foreign]),
    'What you entered is confirmed by Olive.',
  ],
  [
    'several people can confirm',
    words(['Olive', 'Sam', 'Pat', 'Kim'], 1, [own]),
    'What you entered is confirmed by Olive, Sam, Pat or a representative.',
  ],
  [
    'they are a scorer',
    words(['Olive'], 1, [own], false),
    'What is entered here is confirmed by Olive or a representative.',
  ],
])('an owner sees who confirms their results if %s (R18)', (_, said, expected) => {
  expect(said).toBe(expected)
})

it('an owner whose results no one else can confirm sees who is missing (R29)', () => {
  expect(words([], 0, [own])).toContain(
    'No one else can confirm what you entered. Invite a confirmer or another owner',
  )
})
