import { faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useDownload } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = { path: string; size?: 'small'; children?: string }

/** For signed-in users: a link could not carry the token. */
export function SavePdf({ path, size, children = 'Save as PDF' }: Props) {
  const download = useDownload(path)
  return (
    <Button
      {...(size ? { size } : {})}
      pending={download.isPending && 'Preparing...'}
      onClick={() => download.mutate()}
    >
      <Icon icon={faFilePdf} /> {children}
    </Button>
  )
}
