import { useState } from 'react'

type Props = {
  /** Two letters, when there is no picture or it does not load. */
  initials: string
  image?: string | null
}

const CIRCLE =
  'grid size-11 place-items-center overflow-hidden rounded-full border-2 border-boardmuted bg-board font-display text-[1.125rem]/none font-extrabold tracking-[0.03em] text-boardink'

/** Decoration: the surrounding element says whose it is. */
export function Avatar({ initials, image = null }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = image === failed ? null : image
  return (
    <span className={CIRCLE} aria-hidden="true">
      {shown ? (
        <img
          // It may have failed before hydration, when nothing listened.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0) setFailed(shown)
          }}
          src={shown}
          alt=""
          width="44"
          height="44"
          onError={() => setFailed(shown)}
        />
      ) : (
        initials
      )}
    </span>
  )
}
