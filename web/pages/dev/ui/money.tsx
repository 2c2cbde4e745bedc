import { useState } from 'react'
import { ProgressBar, TRACK, Track } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { BoardLanes, CardLanes, type LaneFigure } from '#web/ui/lanes.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { HeroPlates, Tiles } from '#web/ui/tiles.tsx'
import { Case } from './schemes.tsx'

const LANES: LaneFigure[] = [
  {
    lane: 'pledged',
    label: 'Pledged',
    sub: 'If the season goes as expected',
    amount: '$14,382.00',
    percent: 72,
  },
  { lane: 'earned', label: 'Earned', sub: 'By confirmed results so far', amount: '$6,214.50', percent: 31 },
  { lane: 'collected', label: 'Collected', sub: 'Paid by supporters', amount: '$2,180.00', percent: 11 },
]
const RANGE = [
  { label: 'Low', percent: 48, amount: '$84.00' },
  { label: 'Expected', percent: 87, amount: '$152.00' },
  { label: 'Most', percent: 100, amount: '$175.00' },
]

export function Lanes() {
  return (
    <div className="dev-stack">
      <section className="board pad">
        <BoardLanes
          lanes={LANES.map(({ amount, ...lane }) => ({ ...lane, amount: <Figure text={amount} /> }))}
        />
      </section>
      <section className="card pad">
        <CardLanes lanes={LANES} />
      </section>
      <section className="board pad">
        <p className="label quiet">The most you can owe</p>
        <Figure text="$175.00" size="xl" className="dev-most" />
        <dl className="range">
          {RANGE.map(({ label, percent, amount }) => (
            <div key={label} className="range-row">
              <dt>{label}</dt>
              <dd className="dev-contents">
                <Track lane="pledged" percent={percent} earnedPercent={27} className={`${TRACK} h-[13px]`} />
                <Figure text={amount} size="s" className="dev-right" />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Case name="A lone bar of pledged money: nothing, some, all">
        <div className="dev-stack">
          <ProgressBar percent={0} label="Pledged of the goal: nothing" />
          <ProgressBar percent={72} label="Pledged of the goal" />
          <ProgressBar percent={100} label="Pledged of the goal: all" />
          <ProgressBar percent={41} label="Pledged of the goal, thin" thin />
        </div>
      </Case>
    </div>
  )
}

export function Plates() {
  const [goals, setGoals] = useState(3)
  return (
    <div className="dev-stack">
      <section className="board pad">
        <p className="dev-row">
          <Plate>{goals}</Plate>
          <Plate state="waiting">4</Plate>
          <Plate state="open" />
        </p>
        <p className="quiet dev-below">Confirmed · to confirm · still to play</p>
      </section>
      <div>
        <Button onClick={() => setGoals(goals + 1)}>Hang the next plate</Button>
      </div>
    </div>
  )
}

const TILES = [
  { label: 'Pledged', figure: <Figure text="$14,382" /> },
  { label: 'Supporters', figure: <Figure text="146" /> },
  { label: 'Days left', figure: <Figure text="38" /> },
  { label: 'Avg pledge', figure: <Figure text="$98.51" />, note: 'Of all pledges' },
]

export function TilesShown() {
  return (
    <div className="dev-stack">
      <div className="card">
        <Tiles tiles={TILES.slice(0, 2)} />
      </div>
      <div className="card">
        <Tiles tiles={TILES} />
      </div>
      <div className="board pad">
        <HeroPlates tiles={TILES} />
      </div>
    </div>
  )
}
