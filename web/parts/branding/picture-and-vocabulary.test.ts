import { expect, it } from 'vitest'
import { proposedLook, vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { lookOfKind } from './picture-and-vocabulary-fields.tsx'

const football = { template: 'football', campaignType: 'athletic', name: 'Spring concert' } as const
const music = { ...football, template: 'custom', campaignType: 'community' } as const

it('a campaign of another kind has that kind’s picture and words', () => {
  expect(lookOfKind(proposedLook(football), football, music)).toEqual(proposedLook(music))
  expect(proposedLook(music).scene).toBe('music')
})

it('a picture and words that somebody chose stay', () => {
  const chosen = { scene: 'scouts', vocabulary: vocabularyOf('scouts', 'athletic') } as const
  expect(lookOfKind(chosen, football, music)).toEqual({
    scene: 'scouts',
    vocabulary: vocabularyOf('scouts', 'community'),
  })
  const vocabulary = { ...proposedLook(football).vocabulary, match: 'scrimmage' }
  expect(lookOfKind({ scene: 'football', vocabulary }, football, music)).toEqual({
    scene: 'music',
    vocabulary,
  })
})
