import { describe, expect, it } from 'vitest'
import { Vocabulary } from '../schemas/vocabulary.ts'
import { CAUSE_IDS } from './causes.ts'
import { proposedCause, proposedLook, vocabularyOf } from './proposed-vocabulary.ts'
import { byMatch, matchWord, SPORT, withArticle } from './vocabulary.ts'

const custom = (name: string, ...counted: string[]) => ({
  ...({ template: 'custom', campaignType: 'community' } as const),
  name,
  statistics: counted.map((statistic) => ({ name: statistic })),
})

describe('the picture that is proposed (R63)', () => {
  it.each([
    ['reading', custom('Read a million pages', 'Thousand pages', 'Books finished by sixth graders')],
    ['reading', custom('Math team to the nationals', 'Problems solved', 'Perfect rounds')],
    ['running', custom('Steps for the clinic', 'Miles run', 'A finished marathon')],
    ['swimming', custom('Every lap to the state meet', 'Personal bests', 'Thousand laps')],
    [
      'music',
      custom('Twelve free concerts on the bayou', 'Concerts played', 'Children who tried an instrument'),
    ],
    ['robotics', custom('Send Waffle to the championship', 'Autonomous runs', 'A box of bolts')],
    ['animals', custom('Every mile walks a dog home', 'Miles walked', 'Dogs adopted', 'Cats adopted')],
    ['food', custom('Fill the pantry before the first snow')],
    ['garden', custom('Plots for everyone', 'Trees planted', 'Vegetables harvested')],
    ['theater', custom('Our Town in May', 'Performances', 'Hours of rehearsal')],
    ['scouts', custom('Troop 44 to the lake', 'Badges earned', 'Campouts')],
    ['custom', custom('A new roof', 'Hours of service')],
  ] as const)('is %s for what such a campaign counts', (cause, kind) => {
    expect(proposedCause(kind)).toBe(cause)
  })

  it('is the sport of its template, whatever is counted', () => {
    expect(proposedCause({ ...custom('Books for wins', 'Books read'), template: 'soccer' })).toBe('soccer')
  })
})

describe('the words of a campaign (R63)', () => {
  it('are within their own limits for every picture and type', () => {
    for (const cause of CAUSE_IDS)
      for (const type of ['athletic', 'academic', 'community'] as const)
        expect(Vocabulary.safeParse(vocabularyOf(cause, type)).success).toBe(true)
  })

  it('are those of a team only where it plays a sport', () => {
    const kind = { template: 'custom', name: '' } as const
    expect(proposedLook({ ...kind, campaignType: 'athletic' }).vocabulary).toEqual(SPORT)
    expect(proposedLook({ ...kind, campaignType: 'academic' }).vocabulary.season).toBe('term')
    expect(proposedLook({ ...kind, campaignType: 'community' }).vocabulary.hasOpponents).toBe(false)
  })

  it.each([
    ['is too long', { match: 'a'.repeat(25) }, 'Use at most 24 characters'],
    ['is empty', { season: ' ' }, 'Enter what they are part of'],
    ['is markup', { team: '<b>team</b>' }, 'Use letters, numbers, spaces and hyphens only'],
    ['is a link', { achieved: 'See https://x.example' }, 'Use letters, numbers, spaces and commas only'],
  ])('are refused where one %s', (_case, change, message) => {
    const { error } = Vocabulary.safeParse({ ...SPORT, ...change })
    expect(error?.issues[0]?.message).toBe(message)
  })

  it.each([
    ['outing', 'an outing'],
    ['unit', 'a unit'],
    ['hour', 'an hour'],
    ['one-mile walk', 'a one-mile walk'],
  ])('%s has the right article', (word, said) => expect(withArticle(word)).toBe(said))

  it('count in the singular and the plural', () => {
    const food = vocabularyOf('food', 'community')
    expect([matchWord(food, 1), matchWord(food, 0), byMatch(food)]).toEqual([
      'delivery',
      'deliveries',
      'delivery by delivery',
    ])
  })
})
