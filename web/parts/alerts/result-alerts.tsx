import { faBell, faEnvelope } from '@fortawesome/free-solid-svg-icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlertChoice, AlertForm } from '#domain/schemas/alert.ts'
import { alertsQuery } from '#web/queries/alerts.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useWrite } from '#web/write.ts'
import { ownDeviceName, type PushSupport, pushSupport, subscribe } from './push.ts'

class NotAllowed extends Error {}

/** IANA's other names, such as UTC, say nothing about a night. */
function ownTimeZone(): Pick<AlertForm, 'timeZone'> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone?.includes('/') ? { timeZone } : {}
}

/** What is on, what this browser can, and how to change it. */
function useAlerts(path: string) {
  const query = alertsQuery(path)
  const client = useQueryClient()
  const { data, isError } = useQuery(query)
  // Only the browser knows: null until the page has been taken over.
  const [support, setSupport] = useState<PushSupport | null>(null)
  const [device, setDevice] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const lookAgain = (): void => {
    setSupport(pushSupport())
    void ownDeviceName().then(setDevice)
  }
  useEffect(lookAgain, [])

  const write = useWrite<AlertChoice, AlertForm>({
    request: async (form) => {
      setProblem(null)
      if (form.channel !== 'push' || form.quietFrom !== undefined)
        return { method: 'POST', path, payload: form }
      const subscribed = await subscribe(data?.pushKey ?? '').catch(() => null)
      lookAgain()
      if (!subscribed) throw new NotAllowed()
      return { method: 'POST', path, payload: { ...form, ...ownTimeZone(), device: subscribed } }
    },
    failure: null,
    onSuccess: (choice) => {
      client.setQueryData(query.queryKey, choice)
      lookAgain()
    },
  })
  const choose = (form: AlertForm): void =>
    write.mutate(form, {
      onError: (error) =>
        setProblem(
          error instanceof NotAllowed
            ? 'Nothing was turned on: this browser did not allow notifications. Try again, or choose email.'
            : error.message,
        ),
    })
  const isHere = data?.channel === 'push' && device !== null && data.devices.includes(device)
  return {
    data,
    isError,
    support,
    isHere,
    choose,
    problem,
    pending: write.isPending && write.variables.channel,
  }
}

const nameOf = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: nameOf(hour) }))

type QuietHoursProps = {
  choice: Pick<AlertChoice, 'quietFrom' | 'quietTo' | 'timeZone'>
  onChange: (from: number, to: number) => void
}

/** When nothing is sent: results entered then are sent afterwards, in one message. */
function QuietHours({ choice: { quietFrom, quietTo, timeZone }, onChange }: QuietHoursProps) {
  const isNever = quietFrom === quietTo
  return (
    <Disclosure
      summary={isNever ? 'Quiet hours: none' : `Quiet hours: ${nameOf(quietFrom)} to ${nameOf(quietTo)}`}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Quiet from"
          value={String(quietFrom)}
          options={HOURS}
          onChange={(value) => onChange(Number(value), quietTo)}
        />
        <SelectField
          label="Until"
          value={String(quietTo)}
          options={HOURS}
          onChange={(value) => onChange(quietFrom, Number(value))}
        />
      </div>
      <p className="quiet fine mt-3">
        {timeZone.replaceAll('_', ' ')} time. Results entered during these hours reach you in one message
        afterward. To turn quiet hours off, choose the same hour twice.
      </p>
    </Disclosure>
  )
}

type Props = {
  /** `/api/pledges/{id}/alerts`, or the same of a pledge's link. */
  path: string
  level: 2 | 3 | 4
  size?: 'section' | 'detail'
  className?: string
}
type Alerts = ReturnType<typeof useAlerts>

/** To hear of the next goal as soon as it is entered: on this device or by email, off again with one tap. */
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
      {isElsewhere && <TurnOff choose={choose} pending={pending} />}
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
      <TurnOff choose={choose} pending={pending} />
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
