import {
  faCalendarDays,
  faCreditCard,
  faEnvelope,
  faHand,
  faMoneyBillTransfer,
  faMoneyCheck,
  faScaleBalanced,
  faUserShield,
} from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What belongs to no one campaign, and only to those who look after payments. */
export function ForRepresentatives() {
  return (
    <section
      className="card flex flex-wrap items-center justify-between gap-4 p-5"
      aria-labelledby="for-representatives"
    >
      <div>
        <Heading level={2} id="for-representatives">
          For representatives
        </Heading>
        <p className="quiet mt-1 max-w-[60ch]">
          What was billed and collected, what organizations are owed, the monthly report for the accountant,
          who the representatives are, disputed or declined cards, held pledges, and undelivered email.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.collections} className={buttonClass()}>
          <Icon icon={faScaleBalanced} /> Collections
        </Link>
        <Link to={paths.payments} className={buttonClass()}>
          <Icon icon={faMoneyCheck} /> Checks and cash
        </Link>
        <Link to={paths.payouts} className={buttonClass()}>
          <Icon icon={faMoneyBillTransfer} /> Payouts
        </Link>
        <Link to={paths.reports} className={buttonClass()}>
          <Icon icon={faCalendarDays} /> Monthly report
        </Link>
        <Link to={paths.representatives} className={buttonClass()}>
          <Icon icon={faUserShield} /> Representatives
        </Link>
        <Link to={paths.cards} className={buttonClass()}>
          <Icon icon={faCreditCard} /> Declined and disputed cards
        </Link>
        <Link to={paths.heldPledges} className={buttonClass()}>
          <Icon icon={faHand} /> Held pledges
        </Link>
        <Link to={paths.mail} className={buttonClass()}>
          <Icon icon={faEnvelope} /> Undelivered email
        </Link>
      </div>
    </section>
  )
}
