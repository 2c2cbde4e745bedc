import type { User } from '#domain/schemas/user.ts'

type ScoredFor = readonly Pick<User['memberships'][number], 'organizationName'>[]
const MAX_NAMED = 3

/** For those who only enter results (R25): otherwise they would create their own organization a second time. */
export function askOwner(scoredFor: ScoredFor): string {
  const named = scoredFor.slice(0, MAX_NAMED).map(({ organizationName }) => organizationName)
  const others = scoredFor.length > named.length ? ' and others' : ''
  const it = scoredFor.length === 1 ? 'it' : 'them'
  return [
    `You enter results for ${named.join(', ')}${others}.`,
    `Ask an owner of ${named.join(' or ')} to set up the campaign, or to make you an owner.`,
    `Create another organization only if the money is not for ${it}.`,
  ].join(' ')
}
