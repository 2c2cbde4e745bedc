import { Fold } from '#web/ui/fold.tsx'

/** Supporters who wanted to be thanked by name, each checked by a representative. */
export function Thanks({ names }: { names: readonly string[] }) {
  return (
    <Fold id="thanks" title="With thanks to" note={<span translate="no">{names.join(', ')}</span>}>
      <ul translate="no" className="flex flex-wrap gap-x-5 gap-y-2">
        {names.map((name) => (
          <li key={name} className="min-w-0 break-words font-semibold">
            {name}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
