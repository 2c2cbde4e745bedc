import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** To the one who approves: whose else this Stripe account is, in case it was pasted for the wrong organization. */
export function SharedAccount({ organizations }: { organizations: readonly { id: string; name: string }[] }) {
  if (organizations.length === 0) return null
  return (
    <p className="my-2 break-words">
      The same Stripe account is set for{' '}
      {organizations.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={paths.organization(id)} className="text-link">
            {name}
          </Link>
        </span>
      ))}
      . Check that it is right for both before you approve.
    </p>
  )
}
