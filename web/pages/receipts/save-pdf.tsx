import { faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useDownload } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** For whoever is signed in: a link could not carry the token. */
export function SavePdf({ path, children = 'Save as PDF' }: { path: string; children?: string }) {
  const download = useDownload(path)
  return (
    <Button pending={download.isPending && 'Preparing...'} onClick={() => download.mutate()}>
      <Icon icon={faFilePdf} /> {children}
    </Button>
  )
}
