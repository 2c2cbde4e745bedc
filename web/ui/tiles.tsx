import type { ReactNode } from 'react'

export type Tile = {
  label: string
  figure: ReactNode
  note?: ReactNode
  /** Over a hero, on a phone: too long for half a row. */
  isWide?: boolean
}

const ROW =
  'grid grid-cols-2 @min-[35rem]:auto-cols-fr @min-[35rem]:grid-flow-col @min-[35rem]:grid-cols-none'
const TILE =
  '@container min-w-0 border-l border-line px-[1.125rem] py-4 first:border-l-0 @min-[35rem]:px-6 @min-[35rem]:py-5'
/** The last of an odd number has a row of its own. */
const IN_PAIRS =
  '@max-[35rem]:odd:border-l-0 @max-[35rem]:last:odd:col-span-full @max-[35rem]:nth-[n+3]:border-t'
/** As large as its own tile allows. */
const FIGURE =
  'tile-figure [&_.fig]:mt-1.5 [&_.fig]:block [&_.fig]:text-[clamp(1.75rem,24cqi,2.5rem)] max-md:[&_.fig]:text-[clamp(1.75rem,24cqi,2.125rem)] @min-[35rem]:[&_.fig]:text-[clamp(1.75rem,26cqi,3.125rem)]'
/** Without a card around them, the first of a row is aligned with the text above. */
const FLUSH = '@max-[35rem]:odd:pl-0 @min-[35rem]:first:pl-0'
/** Above a phone's main content: one line of figures, two where they are large. */
const STRIP = {
  row: 'max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4 max-md:gap-y-1 max-md:py-2 max-md:has-[.fig.long]:gap-x-2.5 max-md:has-[.fig.long]:[&_dt]:text-[0.875rem] max-md:has-[.fig.long]:[&_.fig]:large-[1.25]!',
  tile: `${FLUSH} max-md:border-0! max-md:p-0! max-md:[container-type:normal]`,
  figure:
    'max-md:[&_.fig]:mt-0! max-md:[&_.fig]:large-[1.625]! md:[&_.fig.long]:text-[clamp(1.25rem,20cqi,2.5rem)]!',
  note: 'max-md:hidden',
}
const PLAIN = { row: '', tile: '', figure: '[&_.fig.long]:text-[clamp(1.25rem,20cqi,2.5rem)]!', note: '' }

type TilesProps = { tiles: readonly Tile[]; className?: string; isStrip?: boolean }

/** Label above figure, hairlines between: four abreast where there is room, otherwise in pairs. */
export function Tiles({ tiles, className = '', isStrip = false }: TilesProps) {
  const more = isStrip ? STRIP : PLAIN
  return (
    <div className={`@container ${className}`}>
      <dl className={`${ROW} ${more.row}`}>
        {tiles.map((tile) => (
          <div key={tile.label} className={`${TILE} ${IN_PAIRS} ${more.tile}`}>
            <dt className="label text-[1rem] text-ink2">{tile.label}</dt>
            <dd className={`${FIGURE} ${more.figure}`}>{tile.figure}</dd>
            {tile.note && <dd className={`quiet fine mt-1 ${more.note}`}>{tile.note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}

const HERO_PLATE =
  'min-w-0 rounded-plate border border-[rgba(179,206,191,0.35)] bg-[rgba(4,24,22,0.86)] px-2.5 py-1.5 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:justify-between max-md:gap-x-2 md:px-[1.125rem] md:py-3.5'
const HERO_FIGURE =
  '[&_.fig]:block [&_.fig]:large-[1.5] md:[&_.fig]:mt-1.5 md:[&_.fig]:large-[2.375] lg:[&_.fig]:large-[2.875]'

/** The same on plates, over a hero. On a phone label and figure share a line: what the figures are about comes first. */
export function HeroPlates({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 max-md:grid-flow-dense md:grid-cols-2 lg:flex lg:flex-wrap lg:gap-2.5">
      {tiles.map((tile) => (
        <div key={tile.label} className={`${HERO_PLATE} ${tile.isWide ? 'max-md:col-span-full' : ''}`}>
          <dt className="label text-[0.8125rem] text-boardmuted md:text-[1rem]">{tile.label}</dt>
          <dd className={HERO_FIGURE}>{tile.figure}</dd>
        </div>
      ))}
    </dl>
  )
}
