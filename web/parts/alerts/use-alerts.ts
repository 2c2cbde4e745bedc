import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlertChoice, AlertForm } from '#domain/schemas/alert.ts'
import { alertsQuery } from '#web/queries/alerts.ts'
import { useWrite } from '#web/write.ts'
import { ownDeviceName, type PushSupport, pushSupport, subscribe } from './push.ts'

class NotAllowed extends Error {}

/** IANA's other names, such as UTC, say nothing about a night. */
function ownTimeZone(): Pick<AlertForm, 'timeZone'> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone?.includes('/') ? { timeZone } : {}
}

/** What is on, what this browser can, and how to change it. */
export function useAlerts(path: string) {
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
