import { useDownload } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Part } from './part.tsx'

/** Everything stored about the user, as a download. */
export function DataPart() {
  const download = useDownload('/api/auth/user/data')
  return (
    <Part
      title="Your data"
      lead="Everything we keep about you in one file: your profile, pledges, payments, messages, email preferences, the devices on which you are signed in, and the text of what we emailed you. Card numbers are not in it: we never have them. It is a text file in the JSON format, which opens on a computer."
    >
      <Button
        className="justify-self-start"
        pending={download.isPending && 'Preparing...'}
        onClick={() => download.mutate()}
      >
        Download my data
      </Button>
    </Part>
  )
}
