import { type DragEvent, type ReactNode, useState } from 'react'

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** `onFile`: null where nothing can be imported. */
type Props = { onFile: ((file: File) => void) | null; children: ReactNode }

/** A file dropped anywhere on a tab of the campaign opens the import. The button beside does the same. */
export function DropAnywhere({ onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; a button opens the same
    <div
      className={isOver ? 'rounded-card outline-2 outline-offset-8 outline-ink outline-dashed' : undefined}
      onDragOver={(event) => {
        if (!onFile || !hasFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Between two parts of the page the file is still over it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!onFile || event.defaultPrevented || !hasFile(event)) return
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      {children}
    </div>
  )
}
