import { faMagnifyingGlass } from '@fortawesome/free-solid-svg-icons'
import { Icon } from '#web/ui/icon.tsx'
import { FIND } from './find-button.tsx'

/** Where representatives look for someone or something: it opens the command palette, which looks everywhere. */
export const FindBox = () => (
  <button
    type="button"
    className="input flex items-center gap-3 text-left text-ink2"
    aria-haspopup="dialog"
    onClick={() => dispatchEvent(new Event(FIND))}
  >
    <Icon icon={faMagnifyingGlass} />
    Look up a name, amount or number
  </button>
)
