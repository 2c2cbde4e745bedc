import { faFileCsv, faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { nameOf } from '#web/api.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The browser keeps a file's object URL until it is revoked; a minute is enough to save it. */
const KEPT_MS = 60_000

/** A link could not carry the token: the file is fetched, then saved. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
  toast({ title: 'Download started', description: name })
}

type Props = {
  path: string
  /** What the table is of: read after the button's words. */
  of: string
  /** The button's words, where several are side by side. */
  children?: string
  /** Beside a field it is as high. */
  size?: 'small' | 'normal'
}

/** A file from the API, saved under the name it gives. */
export const useDownload = (path: string) =>
  useMutation({
    mutationFn: () => api.readFile(path),
    onSuccess: ({ file, name }) => save(file, name),
    onError: ({ message }) => toast({ title: 'Not downloaded', description: message, destructive: true }),
  })

/** A file requested by a write, because the request is logged. */
export const useAskedFile = (path: string, payload?: object) =>
  useMutation({
    mutationFn: async () => {
      const response = await api.write('POST', path, payload)
      return { file: await response.blob(), name: nameOf(response) }
    },
    onSuccess: ({ file, name }) => save(file, name),
    onError: ({ message }) => toast({ title: 'Not downloaded', description: message, destructive: true }),
  })

/** The table on the screen as a file: all of it, filtered the same way. */
export function DownloadCsv({ path, of, children = 'CSV', size = 'small' }: Props) {
  const download = useDownload(path)
  return (
    <Button
      size={size}
      aria-label={`Download CSV: ${of}`}
      pending={download.isPending && 'Preparing...'}
      onClick={() => download.mutate()}
    >
      <Icon icon={faFileCsv} />
      {children}
    </Button>
  )
}

/** The same, to print or to file. */
export function DownloadPdf({ path, of }: Props) {
  const download = useDownload(path)
  return (
    <Button
      size="small"
      aria-label={`Download PDF: ${of}`}
      pending={download.isPending && 'Preparing...'}
      onClick={() => download.mutate()}
    >
      <Icon icon={faFilePdf} />
      PDF
    </Button>
  )
}
