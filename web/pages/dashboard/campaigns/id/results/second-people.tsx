import { Link } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { tabsFor } from '#web/pages/dashboard/campaigns/id/tabs.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/note.tsx'

const MAX_NAMED = 3

/** `Olive Whitfield, Sam Porter or a representative` */
function named({ owners, representatives }: Management['secondPeople']): string {
  const names = owners.slice(0, MAX_NAMED).map(({ name }) => name)
  const people = [...names, ...(representatives > 0 ? ['a representative'] : [])]
  return people.length < 2 ? (people[0] ?? '') : `${people.slice(0, -1).join(', ')} or ${people.at(-1)}`
}

/** Who confirms what the reader may not; and if nobody can, who is missing (R18, R29). */
export function SecondPeopleNote({ data, waiting }: { data: Management; waiting: readonly ResultEntry[] }) {
  const { campaign, permissions, secondPeople } = data
  // No person can confirm what is not final.
  const others = waiting.filter((one) => one.isFinal && one.cannotConfirmReason !== null).length
  if (others === 0) return null
  if (secondPeople.owners.length + secondPeople.representatives > 0)
    return (
      <p className="quiet px-5 pb-4">
        {permissions.canConfirmResults ? 'What you entered' : 'What is entered here'} is confirmed by{' '}
        {named(secondPeople)}.
      </p>
    )
  const tab: string | undefined = tabsFor(permissions).find(({ name }) => String(name) === 'people')?.name
  return (
    <div className="px-5 pb-4">
      <Note tone="warning">
        <strong>No one else can confirm what you entered.</strong> Invite another owner, such as someone who
        was there.{' '}
        {tab && (
          <Link to={paths.manage(campaign.id, tab)} className="underline underline-offset-3">
            Invite an owner
          </Link>
        )}
      </Note>
    </div>
  )
}
