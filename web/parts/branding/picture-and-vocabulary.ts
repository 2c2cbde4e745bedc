/** A campaign's drawn picture and vocabulary, as they are being chosen and typed (R63). */
import { z } from 'zod'
import { proposedLook, vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { type Kind, SCENES } from '#domain/campaigns/scenes.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { Vocabulary as Words } from '#domain/schemas/vocabulary.ts'

const typed = z.string().max(200)
/** Typed text may still be invalid. */
export const Look = z.object({
  scene: z.enum(SCENES),
  vocabulary: z.object({
    match: typed,
    matches: typed,
    season: typed,
    team: typed,
    achieved: typed,
    hasOpponents: z.boolean(),
  }),
})
export type Look = z.infer<typeof Look>

const NAMES = ['match', 'matches', 'season', 'team', 'achieved', 'hasOpponents'] as const

export const isSameWords = (one: Vocabulary, other: Vocabulary): boolean =>
  NAMES.every((name) => one[name] === other[name])

/** Of another kind, a campaign has that kind's picture and words, unless somebody chose others (R63). */
export function lookOfKind(look: Look, before: Kind, after: Kind): Look {
  const scene = look.scene === proposedLook(before).scene ? proposedLook(after).scene : look.scene
  const isUsual = isSameWords(look.vocabulary, vocabularyOf(look.scene, before.campaignType))
  return { scene, vocabulary: isUsual ? vocabularyOf(scene, after.campaignType) : look.vocabulary }
}

/** In a list of what changed. */
export const wordsText = ({ match, matches, season, team, achieved, hasOpponents }: Vocabulary): string =>
  [match, matches, season, team, achieved, hasOpponents ? 'with opponents' : 'without opponents'].join(', ')

/** The first message of each word that is wrong, by its field. */
export function wordProblems(vocabulary: Vocabulary): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of Words.safeParse(vocabulary).error?.issues ?? [])
    problems[`vocabulary.${path.join('.')}`] ??= message
  return problems
}
