import type { CsvColumn } from '#domain/csv.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { csvRoute } from '#server/accounts/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { managedOrganization } from './actions.management.ts'

type Person = {
  firstName: string | null
  lastName: string | null
  email: string
  role: string
  state: 'in' | 'invited' | 'invitation expired'
  /** When they joined the organization, or were invited. */
  since: string
}

const peopleOf = ({ members, invitations }: ManagedOrganization): Person[] => [
  ...members.map((member): Person => ({ ...member, state: 'in' })),
  ...invitations.map(
    ({ email, role, createdAt, isExpired }): Person => ({
      firstName: null,
      lastName: null,
      email,
      role,
      since: createdAt,
      state: isExpired ? 'invitation expired' : 'invited',
    }),
  ),
]

const columns = (timeZone: string): CsvColumn<Person>[] => [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Role', ({ role }) => role],
  ['State', ({ state }) => state],
  timeColumn('Since', timeZone, ({ since }) => since),
]

export const organizationCsvRoutes = [
  csvRoute({
    path: '/api/organizations/{id}/people.csv',
    who: 'owner',
    summary: "An organization's people and open invitations as a CSV file",
    rules: 'R25, R27, R51',
    params: IdParams,
    open: async ({ deps, actor, params }) => {
      const managed = await managedOrganization(deps.db, deps.clock.now(), actor, params.id)
      const { name, timeZone } = managed.organization
      const pages = onePage(Promise.resolve(peopleOf(managed)))
      return { of: name, table: 'people', timeZone, columns: columns(timeZone), pages }
    },
  }),
]
