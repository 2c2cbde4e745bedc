import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'

/** Development only: what was sent, and what every kind of mail looks like. */
export function MailNav() {
  return (
    <nav className="tabs" aria-label="Mail">
      <NavLink to={paths.mailbox} end>
        Outbox
      </NavLink>
      <NavLink to={paths.mailSamples()}>Every mail</NavLink>
    </nav>
  )
}
