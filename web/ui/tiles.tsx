import type { ReactNode } from 'react'

export type Tile = {
  label: string
  figure: ReactNode
  note?: ReactNode
  /** Over a hero, on a phone: too long for half a row. */
  isWide?: boolean
}

/** Label above figure, hairlines between: four abreast where there is room, otherwise in pairs. */
export function Tiles({ tiles, className = '' }: { tiles: readonly Tile[]; className?: string }) {
  return (
    <div className={`tiles-box ${className}`}>
      <dl className="tiles">
        {tiles.map((tile) => (
          <div key={tile.label}>
            <dt className="label">{tile.label}</dt>
            <dd>{tile.figure}</dd>
            {tile.note && <dd className="quiet fine mt-1">{tile.note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The same on plates, over a hero. */
export function HeroPlates({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className="grid grid-cols-2 gap-2 max-md:grid-flow-dense lg:flex lg:gap-2.5">
      {tiles.map((tile) => (
        <div key={tile.label} className={`hero-plate ${tile.isWide ? 'max-md:col-span-full' : ''}`}>
          <dt className="label">{tile.label}</dt>
          <dd>{tile.figure}</dd>
        </div>
      ))}
    </dl>
  )
}
