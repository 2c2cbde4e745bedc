/** What a fresh preview shows, and its lock. */
import {
  type Blocker,
  CALENDAR_BLOCKERS,
  type Settlement,
  type SettlementPreview,
} from '#domain/schemas/settlement.ts'
import { type Answer, expectStatus } from './app.ts'
import type { Season, TestOrganization } from './fixtures.ts'

type Kind = Settlement['kind']
export const previewOf = async (
  { representative }: Pick<TestOrganization, 'representative'>,
  { path }: Pick<Season, 'path'>,
  kind: Kind,
  query: { billIncreases?: boolean | undefined } = {},
) => {
  const more = query.billIncreases === undefined ? '' : `&billIncreases=${query.billIncreases}`
  return expectStatus(
    await representative.get<SettlementPreview>(`${path}/settlements/preview?kind=${kind}${more}`),
    200,
  )
}

type Declared = { code: string; subjectId: string | null; reason: string }
/** `declared`, and what only waits for a day: most tests end a season early. */
export function declaredEarly(blockers: readonly Blocker[], declared: readonly Declared[]): Declared[] {
  const early = blockers.filter(
    ({ code, subjectId }) =>
      CALENDAR_BLOCKERS.some((one) => one === code) &&
      !declared.some((one) => one.code === code && one.subjectId === subjectId),
  )
  return [
    ...declared,
    ...early.map(({ code, subjectId }) => ({ code, subjectId, reason: 'The season ended early' })),
  ]
}

/** A preview that no one was shown, for a lock that is refused for another reason. */
export const NO_ONES_PREVIEW = `${'0'.repeat(64)}${'.0'.repeat(10)}`

type More = { declared?: Declared[]; billIncreases?: boolean }
/** Locks what a fresh preview shows, early if need be. What was earned after the final lock is waived if nothing else is said. */
export async function formToLock(
  org: Pick<TestOrganization, 'representative'>,
  season: Pick<Season, 'path'>,
  kind: Kind,
  { declared = [], ...more }: More = {},
) {
  const { version, previewId, blockers, increases } = await previewOf(org, season, kind, more)
  const decided = increases === '0.00' ? more : { billIncreases: false, ...more }
  return { kind, version, previewId, declared: declaredEarly(blockers, declared), ...decided }
}

export const tryToLock = async (
  org: Pick<TestOrganization, 'representative'>,
  season: Pick<Season, 'path'>,
  kind: Kind,
  more: More = {},
): Promise<Answer<Settlement>> =>
  org.representative.post<Settlement>(`${season.path}/settlements`, await formToLock(org, season, kind, more))

/** As a person does: a preview that became stale while its lock waited is looked at again. */
export async function lockWhatIsShown(...given: Parameters<typeof tryToLock>): Promise<Answer<Settlement>> {
  const answer = await tryToLock(...given)
  const isStale = (answer.body as { code?: string }).code === 'stale'
  return isStale ? tryToLock(...given) : answer
}

export const lock = async (...given: Parameters<typeof tryToLock>) =>
  expectStatus(await tryToLock(...given), 201)
