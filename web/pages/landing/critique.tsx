import { landing } from '#web/content/landing.ts'

const TITLE = 'section-title lg:large-[3.75]'

type Doer = (typeof landing.critique.tasks)[number]['alone' | 'withUs']
const WORDS: Record<Doer, string> = { you: 'You', we: 'We', nobody: 'Nobody' }

const DOERS: Record<Doer, string> = {
  you: 'bg-boarddeep shadow-[inset_0_0_0_1px_rgba(179,206,191,0.3)]',
  we: 'bg-boardink text-[#072a20]',
  nobody: 'border-[1.5px] border-dashed border-boardmuted text-boardmuted',
}

function DoneBy({ doer }: { doer: Doer }) {
  return (
    <td className="px-1 py-1.5 text-center">
      <span
        className={`grid min-h-9.5 place-items-center rounded-plate font-display large-[1.25] leading-none font-[750] tracking-[0.02em] ${DOERS[doer]}`}
      >
        {WORDS[doer]}
      </span>
    </td>
  )
}

function Score({ count }: { count: number }) {
  return (
    <td className="px-1 pt-3 pb-1.5 text-center">
      <span className="fig plate block py-2.5 large-[3.5]">{count}</span>
    </td>
  )
}

const COLUMN =
  'w-21 px-1 pb-2.5 align-bottom font-display text-[1.0625rem]/[1.05] font-bold tracking-[0.03em] text-boardmuted md:w-27'

/** Do-it-yourself platforms, by the one thing that matters: who does the work. */
export function Critique() {
  const { title, lead, caption, columns, tasks, score } = landing.critique
  const left = (side: 'alone' | 'withUs'): number => tasks.filter((task) => task[side] === 'you').length
  return (
    <section className="wrap grid items-center gap-8 pt-14 lg:grid-cols-[minmax(0,1fr)_min(37.5rem,58%)] lg:gap-16 lg:pt-26">
      <div>
        <h2 className={TITLE}>{title}</h2>
        <p className="lead quiet mt-5 max-w-[46ch]">{lead}</p>
      </div>
      <div className="board min-w-0 px-4 pt-5.5 pb-4.5 md:px-7 md:pt-7 md:pb-6">
        <table className="w-full">
          <caption className="label px-1 pb-3 text-left text-boardmuted">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="px-1 pb-2.5">
                <span className="sr-only">{columns.task}</span>
              </th>
              <th scope="col" className={COLUMN}>
                {columns.alone}
              </th>
              <th scope="col" className={COLUMN}>
                {columns.withUs}
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ task, alone, withUs }) => (
              <tr key={task} className="border-t border-boardmuted/22">
                <th scope="row" className="px-1 py-2.25 text-left leading-[1.3] font-medium">
                  {task}
                </th>
                <DoneBy doer={alone} />
                <DoneBy doer={withUs} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-[3px] border-boardink">
              <th
                scope="row"
                className="px-1 pt-3.5 text-left font-display large-[1.625] leading-none font-extrabold"
              >
                {score}
              </th>
              <Score count={left('alone')} />
              <Score count={left('withUs')} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}
