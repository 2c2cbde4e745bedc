const LINE = 'fill-none [stroke-linejoin:round] [vector-effect:non-scaling-stroke]'
const NAME =
  'stroke-board stroke-[5px] font-display text-[1.0625rem]/none font-bold tracking-[0.04em] normal-nums [paint-order:stroke] [stroke-linejoin:round]'

/** A running total as drawn on a board: of a season, and of one pledge. */
export const CHART = {
  figure: 'mt-5 border-t border-[rgba(179,206,191,0.22)] pt-2',
  drawing: 'overflow-visible',
  ground: 'stroke-boardmuted stroke-1',
  /** The area below the line. */
  sum: 'fill-[rgba(243,248,240,0.1)]',
  confirmed: `${LINE} stroke-boardink stroke-3`,
  waiting: `${LINE} stroke-bulb stroke-[2.5] [stroke-dasharray:5_4]`,
  now: 'fill-boardink stroke-board stroke-2',
  nowWaiting: 'fill-board stroke-bulb stroke-[2.5]',
  target: 'stroke-boardink stroke-5 [stroke-dasharray:5_5]',
  targetName: `${NAME} fill-boardink`,
  lastYear: 'stroke-boardmuted stroke-2 [stroke-dasharray:1_6] [stroke-linecap:round]',
  lastYearName: `${NAME} fill-boardmuted`,
}
