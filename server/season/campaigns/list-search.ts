/**
 * Turns what was typed into queries on the index of words (`campaign_ranks.words`): each word as a prefix or an inner part
 * of an indexed word and, if that finds too little, as a word that differs by a typo.
 */

import { editsBetween, maxEdits } from '#domain/likeness.ts'
import type { CampaignListQuery } from '#domain/schemas/campaign.ts'
import { isMember, isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

/** What a list may contain: campaigns in `open` statuses, and those of `own` organizations in `ownStatuses` as well. */
export type Scope = { open: string[]; own: string[]; ownStatuses: string[] }

const PUBLIC = ['active', 'paused', 'completed']
/** Only representatives and owners see drafts; cancelled ones are in no public list. */
const KEPT_BACK = ['draft', 'cancelled']

export type Viewer = { isRepresentative: boolean; ownedOrganizationIds: string[] }
export const VISITOR: Viewer = { isRepresentative: false, ownedOrganizationIds: [] }

export async function viewerOf(db: Db, actor: Actor): Promise<Viewer> {
  return only(
    await db.query<Viewer>(sql`
      select
        ${isRepresentative(actor)} as is_representative,
        array(
          select m.organization_id
          from organization_members m
          where ${isMember(actor, 'm')}
            and m.role = 'owner'
        ) as owned_organization_ids
    `),
  )
}

/** A status that the caller may not see yields an empty list, not a refusal: the filter offers it to everyone. */
export function scopeOf(
  { isRepresentative, ownedOrganizationIds }: Viewer,
  status: CampaignListQuery['status'],
): Scope {
  const wanted = status === undefined || status === 'all' ? [...PUBLIC, 'draft'] : [status]
  const keptBack = wanted.filter((one) => KEPT_BACK.includes(one))
  if (isRepresentative) return { open: wanted, own: [], ownStatuses: [] }
  return {
    open: wanted.filter((one) => PUBLIC.includes(one)),
    own: ownedOrganizationIds,
    ownStatuses: keptBack,
  }
}

/** A typed word, the words of campaigns that contain it past their start, and whether any word contains it at all. */
type Word = { typed: string; containing: string[]; isKnown: boolean }
/** A tsquery, and one whose matches are left out. */
export type Match = { words: string; but: string | null }

/** If fewer than this are found, words that differ by a typo are searched as well. */
export const FEW = 5
/** The number of typed words that are searched; more is specific enough. */
const MAX_WORDS = 8
const MAX_CONTAINING = 100
/** In bytes: a shorter part occurs in too many words. */
const SHORTEST_INSIDE = 3
const MAX_NEAR = 8
/** From this length on a word may differ by two typos, and is also found by its trigrams. */
const LONG = 8

/** In so many names that they are ignored, unless nothing else was typed. */
const EVERYWHERE = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'the', 'to', 'with'])

/** Empty if nothing was typed that makes up a word, such as `%` alone. */
export async function readWords(db: Db, typed: string): Promise<Word[]> {
  const words = await db.query<Word>(sql`
    select
      t.word as typed,
      array(
        select w.word
        from campaign_words w
        where octet_length(t.word) >= ${SHORTEST_INSIDE}
          and w.word like '%' || t.word || '%'
          and not starts_with(w.word, t.word)
        order by length(w.word), w.word
        limit ${MAX_CONTAINING}
      ) as containing,
      exists (
        select from campaign_words w
        where w.word like '%' || t.word || '%'
      ) as is_known
    from unnest((search_words(${typed}))[:${MAX_WORDS}]) with ordinality t (word, position)
    order by t.position
  `)
  const telling = words.filter(({ typed: word }) => !EVERYWHERE.has(word))
  return telling.length > 0 ? telling : words
}

/** Every word, as a prefix or an inner part of an indexed word. */
export const exactly = (words: readonly Word[]): Match => ({ words: every(words, () => []), but: null })

/**
 * The same allowing typos, without the exact matches: typos in the words that occur in no name, or in all words if each
 * occurs in some. Null if no word has a near match.
 */
export async function forgivingly(db: Db, words: readonly Word[]): Promise<Match | null> {
  const unknown = words.filter(({ isKnown }) => !isKnown)
  const doubtful = unknown.length > 0 ? unknown : words
  const candidates = await db.query<{ typed: string; near: string[] }>(sql`
    select
      t.word as typed,
      array(
        select w.word
        from campaign_words w
        where w.near && search_near(t.word)
          and not starts_with(w.word, t.word)
        union
        select w.word
        from campaign_words w
        where length(t.word) >= ${LONG}
          and w.word % t.word
          and not starts_with(w.word, t.word)
      ) as near
    from unnest(${sql.param(doubtful.map(({ typed }) => typed))}::text[]) t (word)
  `)
  const near = new Map(candidates.map((one) => [one.typed, nearest(one.typed, one.near)]))
  if ([...near.values()].every((some) => some.length === 0)) return null
  return { words: every(words, (typed) => near.get(typed) ?? []), but: exactly(words).words }
}

/** The candidates with the fewest typos; a short word allows none, and another number is not a typo. */
export function nearest(typed: string, candidates: readonly string[]): string[] {
  const most = maxEdits(typed)
  if (most === 0) return []
  const measured = candidates
    .map((word) => ({ word, edits: editsBetween(typed, word, most) }))
    .filter(({ edits }) => edits > 0 && edits <= most)
  const fewest = Math.min(...measured.map(({ edits }) => edits))
  return measured
    .filter(({ edits }) => edits === fewest)
    .map(({ word }) => word)
    .sort()
    .slice(0, MAX_NEAR)
}

const every = (words: readonly Word[], more: (typed: string) => readonly string[]): string =>
  words
    .map(({ typed, containing }) => [`${quoted(typed)}:*`, ...[...containing, ...more(typed)].map(quoted)])
    .map((alternatives) => `(${alternatives.join('|')})`)
    .join('&')

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

/** What finds the rows `r` of `campaign_ranks` that were meant: exact matches, then those with a typo. */
export async function* campaignMatches(db: Db, typed: string): AsyncGenerator<SQL> {
  const words = await readWords(db, typed)
  if (words.length === 0) return
  yield matching(exactly(words))
  const near = await forgivingly(db, words)
  if (near) yield matching(near)
}

/** The rows `r` of `campaign_ranks` that match. */
export const matching = ({ words, but }: Match): SQL =>
  sql`r.words @@ ${words}::tsquery ${but === null ? sql`` : sql`and not r.words @@ ${but}::tsquery`}`
