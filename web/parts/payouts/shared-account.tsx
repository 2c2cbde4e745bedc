import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** To representatives: whose else this bank account is, in case it was meant for one of them only. */
export function SharedAccount({ organizations }: { organizations: readonly { id: string; name: string }[] }) {
  if (organizations.length === 0) return null
  return (
    <p className="my-2 break-words">
      The same bank account is set for{' '}
      {organizations.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={paths.organization(id)} className="text-link">
            {name}
          </Link>
        </span>
      ))}
      . Check that it is right for all of them.
    </p>
  )
}
