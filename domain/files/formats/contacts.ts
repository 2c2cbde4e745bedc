import { type Format, withColumns } from './format.ts'

const KINDS = [
  withColumns('email1value'),
  withColumns('firstname', 'lastname', 'emailaddress'),
  withColumns('name', 'givenname', 'familyname'),
]

export const contacts: Format = {
  id: 'contacts',
  name: 'Contacts',
  place: 'people',
  headerAt: (lines) => KINDS.map((find) => find(lines)).find((index) => index !== null) ?? null,
  instead: 'To invite these people, choose the file under Ambassadors, "Invite many".',
}
