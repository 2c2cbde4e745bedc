/** Beside the results and on the settlements tab, the state of one lock reads the same (R31). */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Blocker, SettlementPreview } from '#domain/schemas/settlement.ts'
import { BeforeTheEnd } from './lock-panel.tsx'
import { declaredBy, LockState } from './lock-state.tsx'

const campaign = {
  id: 'fall',
  endDate: '2026-12-05',
  vocabulary: { match: 'game', matches: 'games', season: 'season', team: 'team' },
} as never
const preview = (more: Partial<SettlementPreview>) =>
  ({
    kind: 'final',
    blockers: [],
    isCorrection: false,
    increases: '0.00',
    totals: { bill: '83.00', carried: '0.00', waived: '0.00' },
    ...more,
  }) as SettlementPreview
const blocker = (code: Blocker['code'], subjectId: string | null = null): Blocker => ({
  code,
  subjectId,
  message: `${code} of ${subjectId}`,
})
function shown(given: SettlementPreview, resultsToConfirm = 0, isLockedHere = true): string {
  const overriding = isLockedHere ? { overriding: { reasons: {}, change: () => undefined } } : {}
  return renderToStaticMarkup(
    <MemoryRouter>
      <LockState data={{ campaign, resultsToConfirm }} preview={given} {...overriding} />
    </MemoryRouter>,
  )
}

it('a progress settlement says how many results it leaves out, and never that there are no blockers', () => {
  const progress = preview({ kind: 'progress' })
  expect(shown(progress, 3)).toContain('3 results are unconfirmed.')
  expect(shown(progress, 3)).not.toContain('No blockers')
  expect(shown(progress, 3)).toBe(shown(progress, 3, false))
})

it('every blocker leads to what mends it, and has a required reason where it can be overridden', () => {
  const codes = [
    'unconfirmed_results',
    'game_without_result',
    'statistic_without_result',
    'achievement_open',
    'match_to_come',
    'not_ended',
  ] as const
  for (const code of codes) {
    const html = shown(preview({ blockers: [blocker(code, 'bay')] }))
    expect([
      code,
      /href="\/dashboard\/campaigns\/fall[?]?/.test(html),
      /<input[^>]* required/.test(html),
    ]).toEqual([code, true, true])
    expect(html).not.toContain('(optional)')
  }
})

it('a held pledge has a link and no reason to type: it cannot be overridden', () => {
  const held = blocker('held_pledge')
  const html = shown(preview({ blockers: [held] }))
  expect(html).toContain('href="/dashboard/problems#held-pledges"')
  expect(html).not.toContain('Reason to override')
  expect(declaredBy([held], { 'held_pledge:': 'On purpose' })).toEqual([])
})

it('one reason stands for all matches that are still to come', () => {
  const blockers = [blocker('match_to_come', 'bay'), blocker('match_to_come', 'cove'), blocker('not_ended')]
  expect(shown(preview({ blockers })).match(/Reason to override/g)).toHaveLength(2)
  expect(declaredBy(blockers, { match_to_come: 'Called off ' })).toEqual([
    { code: 'match_to_come', subjectId: 'bay', reason: 'Called off' },
    { code: 'match_to_come', subjectId: 'cove', reason: 'Called off' },
  ])
})

it('the question before an early lock says what is left, when the campaign ends, and what becomes of later results', () => {
  const blockers = [blocker('match_to_come', 'bay'), blocker('match_to_come', 'cove'), blocker('not_ended')]
  const words = renderToStaticMarkup(<BeforeTheEnd preview={preview({ blockers })} campaign={campaign} />)
  expect(words.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toContain(
    'The season is not over. 2 games are still to come. The campaign ends on Dec 5, 2026. $83.00 is billed now. What later results add is not billed by this lock: it waits until a representative bills or waives it.',
  )
  expect(renderToStaticMarkup(<BeforeTheEnd preview={preview({})} campaign={campaign} />)).toBe('')
})
