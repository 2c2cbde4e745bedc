import { useQueryClient } from '@tanstack/react-query'
import { PROVIDER_TIME_ZONE } from '#domain/places/zone.ts'
import { dateTimeText } from '#web/format.ts'
import { useAskedFile } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** When the file was first made: that one again. Without it, a file of the payouts that are in none yet. */
  at?: string
  /** Read after the button's words. */
  of: string
  children: string
}

/** The ACH file for the bank. Payouts are in it from then on, so what is shown of them is read again. */
export function DownloadBankFile({ at, of, children }: Props) {
  const client = useQueryClient()
  const download = useAskedFile('/api/payouts/ach-files', { madeAt: at ?? null })
  const onSuccess = () => client.invalidateQueries({ queryKey: ['payouts'] })
  return (
    <Button
      size="small"
      aria-label={`${children}: ${of}`}
      pending={download.isPending && 'Preparing...'}
      onClick={() => download.mutate(undefined, { onSuccess })}
    >
      {children}
    </Button>
  )
}

/** `ACH file of Jul 9, 2026, 10:15 AM ET`: the bank's time, as in the file and its name, whoever reads it. */
export const bankFileText = ({ at }: { at: string }): string =>
  `ACH file of ${dateTimeText(at, PROVIDER_TIME_ZONE)} ET`
