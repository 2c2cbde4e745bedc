import { Button } from './button.tsx'

type Props = {
  /** What the pages contain: "Pages of campaigns". */
  label: string
  /** The first shown, the last shown and the total; counted from one. */
  from: number
  to: number
  of: number
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** "1 to 12 of 27", and buttons to other pages. At an end, the button that led there keeps the focus. */
export function Pager({ label, from, to, of, onPrevious, onNext }: Props) {
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3"
      aria-label={label}
    >
      <span className="quiet fine" aria-live="polite">
        {from} to {Math.min(to, of)} of {of}
      </span>
      <span className="flex gap-2">
        <Button size="small" aria-disabled={onPrevious === null} onClick={() => onPrevious?.()}>
          Previous
        </Button>
        <Button size="small" aria-disabled={onNext === null} onClick={() => onNext?.()}>
          Next
        </Button>
      </span>
    </nav>
  )
}
