import { faFileArrowUp, faXmark } from '@fortawesome/free-solid-svg-icons'
import { type DragEvent, useRef, useState } from 'react'
import { FieldFrame, type Frame } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = Pick<Frame, 'label' | 'error'> & {
  /** As the file input's `accept` takes it: `.csv,text/csv`. */
  accept: string
  /** The chosen file's name, or null. */
  name: string | null
  onFile: (file: File | null) => void
}

/** A file, dropped or chosen. The form reads or refuses it, and says why in `error`. */
export function FileDrop({ label, error, accept, name, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  const remove = (): void => {
    if (input.current) input.current.value = ''
    onFile(null)
    input.current?.focus()
  }
  return (
    <FieldFrame label={label} error={error}>
      {(ids) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the input inside does it all
        <div
          className={`file-drop relative flex min-h-18 items-center gap-3 rounded-control px-4 py-3 hover:bg-sunken has-[>input:focus-visible]:focus-ring ${isOver ? 'bg-sunken' : 'bg-surface'} ${error ? 'border-2 border-danger' : isOver ? 'border-[1.5px] border-ink' : 'border-[1.5px] border-dashed border-control'}`}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            {...ids}
            ref={input}
            className="input-over"
            aria-labelledby={`${ids.id}-label ${ids.id}-words`}
            type="file"
            accept={accept}
            onChange={(event) => onFile(event.target.files?.[0] ?? null)}
          />
          <Icon icon={faFileArrowUp} className="large-[1.375] text-ink2" />
          <span id={`${ids.id}-words`} className="font-semibold wrap-anywhere">
            {name ?? 'Choose a file, or drop it here'}
          </span>
          {name && (
            <button
              type="button"
              className="icon-button relative ml-auto"
              aria-label={`Remove ${name}`}
              onClick={remove}
            >
              <Icon icon={faXmark} />
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
