import { faBell, faEnvelope } from '@fortawesome/free-solid-svg-icons'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { useAlerts } from './use-alerts.ts'

type Props = {
  /** `/api/pledges/{id}/alerts`, or the same of a pledge's link. */
  path: string
  level: 2 | 3 | 4
  size?: 'section' | 'detail'
  className?: string
}
type Alerts = ReturnType<typeof useAlerts>

/** To hear of the next goal as soon as it is entered: on this device or by email, off again with one tap (R64). */
export function ResultAlerts({ path, level, size = 'detail', className = '' }: Props) {
  const alerts = useAlerts(path)
  const { data, support, problem, isError } = alerts
  if (isError && !data) return null
  if (!data || support === null) return <Skeleton className="h-40" />
  if (data.isOver) return null
  return (
    <section className={`grid gap-3 ${className}`} aria-labelledby="alerts-title">
      <Heading level={level} size={size} id="alerts-title">
        Notify me at the next {data.next}
      </Heading>
      <p className="quiet">
        As soon as a result is entered, we tell you what it adds to your pledge. One message per {data.match},
        none at night.
      </p>
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
      {data.channel === 'off' || (data.channel === 'push' && !alerts.isHere) ? (
        <Off {...alerts} />
      ) : (
        <On {...alerts} />
      )}
    </section>
  )
}

const HELP = {
  denied:
    'This browser blocks notifications from this site. To allow them, open the site settings next to the address, then load this page again. Or choose email.',
  'home-screen':
    'On iPhone and iPad, notifications work once this page is on your home screen: tap Share, then Add to Home Screen, and open it from there. Or choose email.',
  unsupported: 'This browser cannot show notifications. We can email you instead.',
}

function Off({ data, support, choose, pending }: Alerts) {
  if (!data || support === null) return null
  const isElsewhere = data.channel === 'push'
  return (
    <>
      {isElsewhere && <Note tone="good">On, but on another of your devices.</Note>}
      {support !== 'ready' && <Note>{HELP[support]}</Note>}
      <div className="grid gap-2 sm:grid-cols-2">
        {support === 'ready' && (
          <Button
            full
            pending={pending === 'push' && 'Turning on...'}
            onClick={() => choose({ channel: 'push' })}
          >
            <Icon icon={faBell} />
            {isElsewhere ? 'On this device too' : 'On this device'}
          </Button>
        )}
        <Button
          full
          reason={data.mailTo === null ? 'Confirm your email address first' : undefined}
          pending={pending === 'mail' && 'Turning on...'}
          onClick={() => choose({ channel: 'mail' })}
        >
          <Icon icon={faEnvelope} />
          By email
        </Button>
      </div>
      {isElsewhere && <TurnOff {...{ choose, pending }} />}
    </>
  )
}

function On({ data, choose, pending }: Alerts) {
  if (!data || data.channel === 'off') return null
  const { channel } = data
  return (
    <>
      <Note tone="good" role="status">
        {channel === 'mail'
          ? `On: we email ${data.mailTo ?? 'you'}.`
          : 'On: this device shows a notification.'}
      </Note>
      <QuietHours choice={data} onChange={(quietFrom, quietTo) => choose({ channel, quietFrom, quietTo })} />
      <TurnOff {...{ choose, pending }} />
    </>
  )
}

const TurnOff = ({ choose, pending }: Pick<Alerts, 'choose' | 'pending'>) => (
  <Button
    className="justify-self-start"
    pending={pending === 'off' && 'Turning off...'}
    onClick={() => choose({ channel: 'off' })}
  >
    Turn off
  </Button>
)
