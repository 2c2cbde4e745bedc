import { faUsers } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import { memberRoleLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The organizations the reader works for: owners can open people and details, scorers have nothing to do there (R25). */
export function OrganizationsList() {
  const memberships = useUser()?.memberships ?? []
  if (memberships.length === 0) return null
  return (
    <section className="card overflow-hidden" aria-labelledby="your-organizations">
      <div className="px-5 py-4">
        <Heading level={2} id="your-organizations">
          Your Organizations
        </Heading>
      </div>
      <div className="relative overflow-x-auto">
        <table className="table stacked" aria-labelledby="your-organizations">
          <thead>
            <tr>
              <th scope="col">Organization</th>
              <th scope="col">Your role</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {memberships.map(({ organizationId, organizationName, role }) => (
              <tr key={organizationId}>
                <th scope="row" className="full font-semibold break-words">
                  {organizationName}
                </th>
                <td data-label="Your role">{memberRoleLabels[role]}</td>
                <td className="num max-md:justify-self-end">
                  {role === 'owner' ? (
                    <Link
                      to={paths.organization(organizationId)}
                      className={buttonClass({ size: 'dense' })}
                      aria-label={`People and details of ${organizationName}`}
                    >
                      <Icon icon={faUsers} />
                      People
                    </Link>
                  ) : (
                    <span className="quiet fine">Enters results</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
