import { Link } from 'react-router'
import { contact } from '#web/content/contact.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ACTIONS, BAND } from './section-classes.ts'
import { StartCampaign } from './start-campaign.tsx'

/** The end of a page: the one thing to do next. */
export function ClosingCall() {
  return (
    <section className={BAND}>
      <div className="wrap grid gap-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        <div>
          <h2 className="section-title">{contact.closing}</h2>
          <p className="lead mt-3 text-balance text-boardmuted">{contact.lead}</p>
        </div>
        <p className={ACTIONS}>
          <StartCampaign />
          <Link to={paths.contact} className={`${buttonClass({ kind: 'onboard' })} min-h-14`}>
            {contact.title}
          </Link>
        </p>
      </div>
    </section>
  )
}
